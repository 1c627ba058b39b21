#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/command/bell.h"
#include "checker/command/interrupt.h"
#include "checker/command/kernel_work.h"
#include "checker/command/progress.h"
#include "checker/command/work_queue.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

/// Prints what is known, keeps the mutants where that is asked for, and sums up.
class Printer {
public:
    explicit Printer(const MutateArguments& arguments) : arguments_(arguments) {}

    void print(KernelWork& work) {
        const KernelAnswers kernel = work.take();
        fmt::print("{}", arguments_.json ? json_lines(kernel) : text_of(kernel));
        std::fflush(stdout);
        if (kernel.fault) fmt::print(stderr, "{}\n", kernel.fault->report());
        tell_broken(kernel);
        score_.count(kernel);
        ++kernels_;
        open_ += kernel.open;
        unread_ += !kernel.read;
        if (!arguments_.save.empty() && !kernel.mutants.empty() && kernel.open == 0) save(work, kernel);
    }

    /// The exit status.
    int end(bool stopped) const {
        if (stopped) {
            fmt::print(stderr, "interrupted: {} mutants are open, and {} kernels have not been read\n", open_, unread_);
        }
        if (!arguments_.json && kernels_ > 1) fmt::print("{} kernels, {}\n", kernels_, score_.text());
        return stopped ? static_cast<int>(interrupted) : score_.status();
    }

private:
    static void tell_broken(const KernelAnswers& kernel) {
        for (const MutantAnswer& mutant : kernel.mutants)
            if (!mutant.broken.empty())
                fmt::print(stderr,
                           "ringproof: {}:{}: {}: {}: {}\n"
                           "This is a fault of ringproof. Please report it with the input file. No verdict is given.\n",
                           kernel.file, mutant.where.line, mutant.slip, mutant.what, mutant.broken);
    }

    /// Each kernel's into a folder of its own.
    void save(const KernelWork& work, const KernelAnswers& kernel) {
        const std::filesystem::path file = kernel.file;
        std::string name = file.stem().string();
        for (int again = 2; !folders_.insert(name).second; ++again)
            name = fmt::format("{}-{}", file.stem().string(), again);
        const std::string folder = (std::filesystem::path(arguments_.save) / name).string();
        const std::size_t saved = work.save(kernel, folder);
        if (saved < kernel.mutants.size())
            fmt::print(stderr, "notice: {} of {} mutants are in {}; the others are invalid or undecided at some size\n",
                       saved, kernel.mutants.size(), folder);
        else
            fmt::print(stderr, "notice: {} mutants are in {}\n", saved, folder);
        fmt::print(stderr, "notice: 'ringproof verify {} -n {} --launches {} --as-expected' asks about them again\n",
                   folder, fmt::join(kernel.sizes, ","), fmt::join(kernel.launches, ","));
    }

    const MutateArguments& arguments_;
    Score score_;
    std::set<std::string> folders_;
    std::size_t kernels_ = 0, open_ = 0, unread_ = 0;
};

int mutate(const MutateArguments& arguments) {
    // Before the work, not after it.
    if (!arguments.save.empty()) make_folder(arguments.save);
    // Jobs hold them as well: they may end a moment after the last word has been said.
    std::vector<std::shared_ptr<KernelWork>> kernels;
    for (const std::string& path : arguments.paths)
        for (const std::string& file : model::find_sources(path))
            kernels.push_back(std::make_shared<KernelWork>(file, arguments));

    Printer printer(arguments);
    Bell bell;
    const Interrupt interrupt([&] { bell.ring(); });
    Progress progress(!arguments.json);
    WorkQueue queue(arguments.jobs, [&] { bell.ring(); });
    for (std::size_t i = 0; i < kernels.size(); ++i)
        queue.add({i, 0}, "reading", [&queue, kernel = kernels[i], i] {
            kernel->read();
            for (std::size_t k = 0; k < kernel->mutants(); ++k)
                queue.add({i, k + 1}, kernel->label(k), [kernel, k] { kernel->look_at(k); });
        });
    std::size_t printed = 0;
    while (printed < kernels.size() && !interrupt.happened()) {
        bell.wait();
        for (; printed < kernels.size() && kernels[printed]->done(); ++printed) {
            progress.clear();
            printer.print(*kernels[printed]);
            // Mutants are many.
            kernels[printed].reset();
        }
        progress.show(printed, kernels.size(), queue.running());
    }
    progress.clear();
    if (printed == kernels.size()) return printer.end(false);
    for (; printed < kernels.size(); ++printed) printer.print(*kernels[printed]);
    const int status = printer.end(true);
    // Threads may be deep in a solver, which nothing waits for.
    std::fflush(stdout);
    std::_Exit(status);
}

}  // namespace

void add_mutate(CLI::App& app, Action& action) {
    auto* const command = app.add_subcommand(
        "mutate", "makes every single slip in kernels, and tells which of them would be caught and which do no harm");
    const auto arguments = declare_mutate_options(*command);
    command->callback([arguments, &action] { action = [arguments] { return mutate(arguments()); }; });
}

}  // namespace ringproof::command
