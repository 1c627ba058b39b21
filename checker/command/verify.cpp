#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "checker/command/answers.h"
#include "checker/command/bell.h"
#include "checker/command/file_work.h"
#include "checker/command/interrupt.h"
#include "checker/command/memory_bound.h"
#include "checker/command/progress.h"
#include "checker/command/second_opinion.h"
#include "checker/command/survey.h"
#include "checker/command/verify_arguments.h"
#include "checker/command/work_queue.h"
#include "model/diagnostic.h"

namespace ringproof::command {
namespace {

/// Prints what is known and keeps what is told at the end.
class Printer {
public:
    explicit Printer(const VerifyArguments& arguments) : arguments_(arguments) {
        if (arguments.junit.empty()) return;
        // A report that cannot be written shows before any work.
        report_.open(arguments.junit);
        if (!report_) refuse_report();
    }

    void print(FileAnswers file) {
        if (arguments_.json)
            fmt::print("{}", json_lines(file));
        else if (arguments_.summary)
            fmt::print("{}", survey_.line(file));
        else if (arguments_.weaken)
            fmt::print("{}", weaken_text(file));
        else
            fmt::print("{}", text_of(file, {arguments_.as_expected, arguments_.brief, arguments_.profiles.size() > 1,
                                            arguments_.cross_check}));
        fmt::print("{}", file.more);
        std::fflush(stdout);
        tell_faults(file, arguments_.summary);
        summary_.count(file, arguments_.as_expected);
        if (file.schedule) schedules_.push_back(file.file);
        open_ += file.open;
        unread_ += !file.read;
        // Stories are for the report only, and there may be many.
        if (arguments_.junit.empty()) file.answers.clear();
        files_.push_back(std::move(file));
    }

    /// The exit status.
    int end(bool stopped) {
        std::string interruption;
        if (stopped) {
            interruption = fmt::format("interrupted: {} questions are open", open_);
            if (unread_ > 0) interruption += fmt::format(", and {} files have not been read", unread_);
            fmt::print(stderr, "{}\n", interruption);
        }
        if (arguments_.summary) fmt::print("\n{}", survey_.table());
        if (!arguments_.json && files_.size() > 1) fmt::print("{}\n", summary_.text());
        notice_ignored(arguments_.for_kernels, schedules_);
        if (report_.is_open() && !(report_ << junit(files_, arguments_.as_expected, interruption)).flush())
            refuse_report();
        return stopped ? static_cast<int>(interrupted) : summary_.status();
    }

private:
    [[noreturn]] void refuse_report() const {
        throw model::Fault(model::Code::unwritable, fmt::format("'{}'", arguments_.junit));
    }

    /// `told`: faults of the input have been told.
    static void tell_faults(const FileAnswers& file, bool told) {
        if (file.fault && !told) fmt::print(stderr, "{}\n", file.fault->report());
        for (const Answer& answer : file.answers) {
            if (answer.fault && !told) fmt::print(stderr, "{}\n", answer.fault->report());
            told = told || answer.fault;
            if (!answer.broken.empty())
                fmt::print(stderr,
                           "ringproof: {}: n = {}{}, profile {}: {}\n"
                           "This is a fault of ringproof. Please report it with the input file. No verdict is given.\n",
                           file.file, answer.chips, answer.manner(), answer.profile, answer.broken);
        }
    }

    const VerifyArguments& arguments_;
    std::ofstream report_;
    std::vector<FileAnswers> files_;
    std::vector<std::string> schedules_;
    Summary summary_;
    Survey survey_;
    std::size_t open_ = 0, unread_ = 0;
};

std::vector<std::unique_ptr<FileWork>> files_of(FileWork::Shared& shared) {
    std::vector<std::unique_ptr<FileWork>> files;
    for (const std::string& path : shared.arguments.paths)
        for (const std::string& file : model::find_sources(path))
            files.push_back(std::make_unique<FileWork>(file, shared));
    return files;
}

void start(WorkQueue& queue, const std::vector<std::unique_ptr<FileWork>>& files) {
    for (std::size_t i = 0; i < files.size(); ++i)
        queue.add({i, 0}, "reading", [&queue, &file = *files[i], i] {
            file.read();
            for (std::size_t k = 0; k < file.questions(); ++k)
                queue.add({i, k + 1}, file.label(k), [&file, k] { file.answer(k); });
        });
}

int verify(const VerifyArguments& arguments) {
    Printer printer(arguments);
    const SecondOpinion second(arguments.smt2, arguments.second_solver);
    if (!arguments.trace.empty()) make_folder(arguments.trace);
    FileWork::Shared shared{arguments, second, {}};
    const auto files = files_of(shared);
    if (!arguments.proof.empty() && files.size() != 1)
        throw model::Fault(model::Code::usage,
                           fmt::format("--proof takes one kernel, and there are {} files", files.size()));
    bound_memory(arguments.memory);

    Bell bell;
    const Interrupt interrupt([&] { bell.ring(); });
    Progress progress(!arguments.json);
    WorkQueue queue(arguments.jobs, [&] { bell.ring(); });
    start(queue, files);
    std::size_t printed = 0;
    while (printed < files.size() && !interrupt.happened()) {
        bell.wait();
        for (; printed < files.size() && files[printed]->done(); ++printed) {
            progress.clear();
            printer.print(files[printed]->take());
        }
        progress.show(printed, files.size(), queue.running());
    }
    progress.clear();
    if (printed == files.size()) return printer.end(false);
    for (; printed < files.size(); ++printed) printer.print(files[printed]->take());
    const int status = printer.end(true);
    // Threads may be deep in a solver, which nothing waits for.
    std::fflush(stdout);
    std::_Exit(status);
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    auto* const command = app.add_subcommand("verify", "proves kernels and schedules, or shows how they go wrong");
    const auto arguments = declare_verify_options(*command);
    command->callback([arguments, &action] { action = [arguments] { return verify(arguments()); }; });
}

}  // namespace ringproof::command
