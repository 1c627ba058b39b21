#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <new>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "checker/command/answers.h"
#include "checker/command/command.h"
#include "checker/command/second_opinion.h"
#include "checker/report.h"
#include "model/diagnostic.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

using checker::Outcome;

struct Arguments {
    std::vector<std::string> paths;
    std::string sizes = "2..8", profile, engine = "auto", junit, smt2, second_solver;
    std::int32_t launches = 0;
    std::vector<std::string> settings;
    checker::Options options;
    bool json = false, as_expected = false, brief = false;
};

/// Shows on a terminal what is being worked on, and nothing elsewhere.
class Progress {
public:
    explicit Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO)) {}
    ~Progress() { clear(); }

    void show(const std::string& what) {
        if (on_) fmt::print(stderr, "\r\033[K{}", what);
    }
    void clear() {
        if (on_) fmt::print(stderr, "\r\033[K");
    }

private:
    bool on_;
};

const checker::Engine& chosen_engine(const std::string& name) {
    for (const auto& engine : checker::engines())
        if (name == "auto" || engine.name == name) return engine;
    throw model::Fault(model::Code::unknown_name, fmt::format("no engine '{}'; see 'ringproof list engines'", name));
}

/// Answers all questions about one file.
class File {
public:
    File(std::string path, const Arguments& arguments, const SecondOpinion& second, Progress& progress,
         std::string position)
        : arguments_(arguments), second_(second), progress_(progress), position_(std::move(position)) {
        answers_.file = std::move(path);
        try {
            source_ = model::read_source(answers_.file);
            answers_.file = source_->file;
            verify();
        } catch (const model::Fault& fault) {
            answers_.fault = fault.at(here());
        } catch (const std::bad_alloc&) {
            answers_.fault = model::Fault(model::Code::too_large, "out of memory", here());
        }
    }

    FileAnswers take() { return std::move(answers_); }

private:
    model::Location here() const {
        model::Location location;
        location.file = answers_.file;
        return location;
    }

    void verify() {
        const auto* const kernel = std::get_if<model::Kernel>(&source_->content);
        if (kernel == nullptr) {
            ask(std::get<model::Schedule>(source_->content), std::nullopt);
        } else {
            std::optional<model::Fault> refusal;
            for (const std::int64_t n : parse_sizes(arguments_.sizes)) try {
                    ask(instantiate(*kernel, n, parse_settings(arguments_.settings)), n);
                } catch (const model::Fault& fault) {
                    // A kernel may leave out some of the sizes asked, not all of them.
                    if (fault.code() != model::Code::requires_not_met) throw;
                    answers_.skipped.push_back(n);
                    if (!refusal) refusal = fault;
                }
            if (answers_.answers.empty() && refusal) answers_.fault = refusal->at(here());
        }
    }

    void ask(model::Schedule schedule, std::optional<std::int64_t> n) {
        apply(schedule, arguments_.profile, arguments_.launches);
        Answer answer;
        answer.schedule = schedule.name;
        answer.chips = schedule.chips;
        answer.launches = schedule.launches;
        progress_.show(fmt::format("{} {}{}", position_, answers_.file, n ? fmt::format(" n = {}", *n) : ""));
        checker::Options options = arguments_.options;
        checker::smt::Transcripts transcripts;
        if (second_.wanted()) options.transcripts = &transcripts;
        answer.verdict = chosen_engine(arguments_.engine).answer({schedule, answer.launches, options});
        answer.confirmation = second_.on({answers_.file, schedule.name, answer.chips, answer.launches}, transcripts,
                                         arguments_.options.timeout);
        if (answer.verdict.outcome == Outcome::counterexample) {
            answer.headline = checker::headline(schedule, answer.verdict.counterexamples.front().finding);
            answer.story = checker::story(schedule, answer.verdict.counterexamples.front(), source_->lines());
        }
        if (const auto* const kernel = std::get_if<model::Kernel>(&source_->content))
            for (const model::Expectation& expectation : kernel->expectations)
                if (expectation.covers(schedule.chips, answer.launches, arguments_.profile))
                    answer.expected = expectation.verdict;
        answers_.answers.push_back(std::move(answer));
    }

    const Arguments& arguments_;
    const SecondOpinion& second_;
    Progress& progress_;
    std::string position_;
    std::optional<model::Source> source_;
    FileAnswers answers_;
};

int verify(const Arguments& arguments) {
    // Faults of the arguments show before any work.
    parse_sizes(arguments.sizes);
    parse_settings(arguments.settings);
    chosen_engine(arguments.engine);
    if (!arguments.profile.empty()) parse_profile(arguments.profile);
    std::ofstream report;
    if (!arguments.junit.empty()) {
        report.open(arguments.junit);
        if (!report) throw model::Fault(model::Code::unwritable, fmt::format("'{}'", arguments.junit));
    }
    std::vector<std::string> files;
    for (const std::string& path : arguments.paths) {
        const auto found = model::find_sources(path);
        files.insert(files.end(), found.begin(), found.end());
    }

    const SecondOpinion second(arguments.smt2, arguments.second_solver);
    Progress progress(!arguments.json);
    std::vector<FileAnswers> all;
    Summary summary;
    for (std::size_t i = 0; i < files.size(); ++i) {
        FileAnswers answers =
            File(files[i], arguments, second, progress, fmt::format("[{}/{}]", i + 1, files.size())).take();
        progress.clear();
        if (arguments.json)
            fmt::print("{}", json_lines(answers));
        else
            fmt::print("{}", text_of(answers, {arguments.as_expected, arguments.brief}));
        std::fflush(stdout);
        if (answers.fault) fmt::print(stderr, "{}\n", answers.fault->report());
        summary.count(answers, arguments.as_expected);
        for (Answer& answer : answers.answers) answer.verdict.counterexamples.clear();
        all.push_back(std::move(answers));
    }
    if (!arguments.json && files.size() > 1) fmt::print("{}\n", summary.text());
    if (!arguments.junit.empty() && !(report << junit(all, arguments.as_expected)).flush())
        throw model::Fault(model::Code::unwritable, fmt::format("'{}'", arguments.junit));
    return summary.status();
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<Arguments>();
    auto* const command = app.add_subcommand("verify", "proves kernels and schedules, or shows how they go wrong");
    command->add_option("PATH", arguments->paths, "files or folders; - reads standard input")->required();
    command->add_option("-n", arguments->sizes, "numbers of chips of a kernel: 4, 2..8 or 2,4,8")
        ->capture_default_str();
    command->add_option("--launches", arguments->launches, "launches back to back; default: as the file says")
        ->check(CLI::Range(1, model::Limits{}.launches));
    command->add_option("--profile", arguments->profile, "instead of the file's own; see 'ringproof list profiles'");
    command->add_option("--set", arguments->settings, "a kernel's parameter, NAME=NUMBER")->take_all();
    command->add_option("--engine", arguments->engine, "auto, or one of 'ringproof list engines'")
        ->capture_default_str();
    command->add_option("--timeout", arguments->options.timeout, "seconds for each question to a solver; 0: no bound")
        ->check([](const std::string& text) {
            // Also refuses "nan", which is in no order with anything.
            const double seconds = std::strtod(text.c_str(), nullptr);
            return seconds >= 0 && seconds <= 1e6 ? std::string()
                                                  : text + " is not a number of seconds from 0 to 1000000";
        })
        ->capture_default_str();
    command->add_option("--max-events", arguments->options.max_events, "schedules with more are undecided")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}))
        ->capture_default_str();
    command->add_flag("--json", arguments->json, "one JSON object a line");
    command->add_option("--junit", arguments->junit, "also write a JUnit report to this file");
    command->add_option("--smt2", arguments->smt2, "also write every question to Z3 as SMT-LIB 2 into this folder");
    command->add_option("--second-solver", arguments->second_solver,
                        "a solver that has to confirm what Z3 says, such as cvc5: a name or a path");
    command->add_flag("--as-expected", arguments->as_expected,
                      "judge verdicts by the '# expect:' lines of each file, and none means proved");
    command->add_flag("--brief", arguments->brief, "leave the executions of counterexamples out");
    command->callback([arguments, &action] { action = [arguments] { return verify(*arguments); }; });
}

}  // namespace ringproof::command
