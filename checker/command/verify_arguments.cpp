#include "checker/command/verify_arguments.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/choose.h"
#include "checker/cross_check.h"
#include "checker/every_text.h"
#include "model/diagnostic.h"
#include "model/language/suggest.h"

namespace ringproof::command {
namespace {

using checker::Decision;
using checker::Engine;
using checker::Question;
using model::Code;
using model::Fault;

constexpr std::uint64_t least_memory = 64U << 20U;

/// As they stand on the command line.
struct Words {
    VerifyArguments parsed;
    std::string sizes = "2..8", launches, memory, engine = "auto";
    std::vector<std::string> profiles, settings;
};

std::function<Decision(const Question&)> asker(const std::string& name) {
    if (name == "auto") return [](const Question& question) { return checker::choose(question, checker::engines()); };
    std::vector<std::string_view> known{"auto"};
    for (const Engine& engine : checker::engines()) {
        if (engine.name == name)
            return [&engine](const Question& question) {
                Decision decision{engine.answer(question), {}, 1};
                decision.engines.push_back(decision.verdict.engine);
                return decision;
            };
        known.push_back(engine.name);
    }
    if (name == "every") throw Fault(Code::usage, "proofs for every number of chips are asked for by --every-n");
    throw Fault(Code::unknown_name, fmt::format("no engine is called '{}', expected one of {}{}", name,
                                                fmt::join(known, ", "), model::did_you_mean(name, known)));
}

/// Refuses what makes no sense beside an option that asks about changed schedules.
void check_alone(std::string_view option, const VerifyArguments& arguments) {
    const std::pair<std::string_view, bool> others[] = {
        {"--weaken", arguments.weaken},      {"--as-expected", arguments.as_expected},
        {"--summary", arguments.summary},    {"--junit", !arguments.junit.empty()},
        {"--smt2", !arguments.smt2.empty()}, {"--second-solver", !arguments.second_solver.empty()},
    };
    for (const auto& [name, given] : others)
        if (given) throw Fault(Code::usage, fmt::format("{} and {} cannot be asked together", option, name));
    if (arguments.profiles.size() > 1) throw Fault(Code::usage, fmt::format("{} takes one --profile", option));
}

/// A proof must not take the place of anything but an earlier one.
void check_proof(const VerifyArguments& arguments) {
    if (arguments.profiles.size() > 1) throw Fault(Code::usage, "--proof takes one --profile");
    const std::filesystem::path file(arguments.proof);
    std::error_code error;
    if (std::filesystem::exists(file, error) && !checker::is_proof(arguments.proof))
        throw Fault(Code::usage, fmt::format("--proof {}: it exists and is no earlier proof; name a file that may be "
                                             "written",
                                             arguments.proof));
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
    if (error) throw Fault(Code::unwritable, fmt::format("'{}': {}", arguments.proof, error.message()));
}

void check_every_n(VerifyArguments& arguments, const std::string& engine) {
    if (!arguments.proof.empty() && !arguments.every_n)
        throw Fault(Code::usage, "--proof writes a proof for every n, and needs --every-n");
    if (!arguments.every_n) return;
    const std::pair<std::string_view, bool> others[] = {
        {"--weaken", arguments.weaken}, {"--as-expected", arguments.as_expected}, {"--slack", arguments.slack},
        {"--repair", arguments.repair}, {"--cross-check", arguments.cross_check}, {"--engine", engine != "auto"},
    };
    for (const auto& [name, given] : others)
        if (given) throw Fault(Code::usage, fmt::format("--every-n and {} cannot be asked together", name));
    if (!arguments.proof.empty()) check_proof(arguments);
    if (arguments.launches.empty()) arguments.launches_of_kernels = {1, 2};
}

VerifyArguments read(const Words& words, const CLI::App& command) {
    VerifyArguments arguments = words.parsed;
    arguments.sizes = parse_sizes(words.sizes);
    if (!words.launches.empty()) arguments.launches = parse_launches(words.launches);
    arguments.settings = parse_settings(words.settings);
    for (const std::string& text : words.profiles) arguments.profiles.emplace_back(text);
    if (arguments.profiles.empty()) arguments.profiles.emplace_back();
    arguments.ask = asker(words.engine);
    if (arguments.cross_check) {
        if (words.engine != "auto")
            throw Fault(Code::usage, "--cross-check asks all engines, so --engine cannot choose one");
        arguments.ask = [](const Question& question) { return checker::cross_check(question, checker::engines()); };
    }
    if (arguments.weaken && arguments.as_expected)
        throw Fault(Code::usage, "--weaken asks about profiles of which no '# expect:' line speaks");
    if (arguments.summary && (arguments.json || arguments.weaken || arguments.as_expected))
        throw Fault(Code::usage, "--summary is a form of its own, beside --json, --weaken and --as-expected");
    if (!words.memory.empty()) {
        arguments.memory = parse_memory(words.memory);
        if (arguments.memory < least_memory)
            throw Fault(Code::usage, fmt::format("--memory {}: at least 64M are needed", words.memory));
        // Each thread needs a stack and a solver of its own.
        const auto most = std::min<std::uint64_t>(arguments.memory / least_memory, 1024);
        arguments.jobs = std::min(arguments.jobs, static_cast<unsigned>(most));
    }
    check_every_n(arguments, words.engine);
    if (arguments.slack) check_alone("--slack", arguments);
    if (arguments.repair) check_alone("--repair", arguments);
    // Much of what a wait is for needs the second launch.
    if ((arguments.slack || arguments.repair) && arguments.launches.empty()) arguments.launches_of_kernels = {1, 2};
    if (command.count("--timeout") > 0) arguments.repair_seconds = arguments.options.timeout;
    arguments.ask_quickly = [ask = arguments.ask](const Question& question) { return ask(question).verdict; };
    if (words.engine == "auto" && !arguments.cross_check) arguments.ask_quickly = checker::choose_without_record;
    arguments.for_kernels = given_for_kernels(command);
    return arguments;
}

}  // namespace

std::function<VerifyArguments()> declare_verify_options(CLI::App& command) {
    const auto words = std::make_shared<Words>();
    VerifyArguments& parsed = words->parsed;
    parsed.jobs = std::max(1U, std::thread::hardware_concurrency());
    command.add_option("PATH", parsed.paths, "files or folders; - reads standard input")->required();
    command.add_option("-n", words->sizes, "numbers of chips of a kernel: 4, 2..8 or 2,4,8")->capture_default_str();
    command.add_option("--launches", words->launches,
                       "launches back to back: 2, 1..3 or 1,4; default: as the file says");
    command
        .add_option("--profile", words->profiles,
                    "instead of the file's own; see 'ringproof list profiles'. With changes: "
                    "pallas-tpu,entry=none or own,credit=whole. May be given several times")
        ->take_all()
        ->allow_extra_args(false);
    command.add_option("--set", words->settings, "a kernel's parameter, NAME=NUMBER")->take_all();
    declare_plan_options(command, parsed.plan);
    command.add_option("--engine", words->engine, "auto, or one of 'ringproof list engines'")->capture_default_str();
    command.add_flag("--cross-check", parsed.cross_check,
                     "ask every engine; where two disagree, say so and end with status 70");
    command.add_flag("--weaken", parsed.weaken,
                     "which promises of its profile each kernel leans on: a table of its verdicts under each profile "
                     "that differs in one option");
    command.add_flag("--slack", parsed.slack,
                     "what a proved kernel does without: waits that are redundant or could come later, puts and gets "
                     "that could come earlier, each proved; 1 and 2 launches unless you say otherwise");
    command.add_flag("--repair", parsed.repair,
                     "a small change of a kernel that fails after which it is proved, as a patch; 1 and 2 launches "
                     "unless you say otherwise, and 20 seconds or those of --timeout");
    const auto not_empty = [](const std::string& text) { return text.empty() ? "is empty" : std::string(); };
    command.add_flag(
        "--every-n", parsed.every_n,
        "one proof for every number of chips, from the least of -n on, and every number of launches; where "
        "there is none, the smallest size that fails, if one of -n does");
    command
        .add_option("--proof", parsed.proof,
                    "also write the proof for every n of one kernel to this file, as markdown with its SMT-LIB 2")
        ->check(not_empty);
    command
        .add_option("--timeout", parsed.options.timeout,
                    "seconds for each question as a whole (with --cross-check: for each engine); 0: no bound")
        ->check(check_seconds)
        ->capture_default_str();
    command.add_option("--memory", words->memory,
                       "bound on the memory of the whole process, such as 512M or 4G; a question that needs more is "
                       "undecided. Default: no bound");
    command
        .add_option("--jobs", parsed.jobs, "questions answered at the same time; default: as many as hardware threads")
        ->check(CLI::Range(1U, 1024U));
    command.add_option("--max-events", parsed.options.max_events, "larger schedules are left to 'clocks'")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}))
        ->capture_default_str();
    command.add_option("--max-orders", parsed.options.max_orders, "pairs of events that 'orders' asks the order of")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{10'000'000}))
        ->capture_default_str();
    command.add_option("--max-states", parsed.options.max_states, "states that 'explore' visits")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
        ->capture_default_str();
    command.add_flag("--json", parsed.json, "one JSON object a line");
    command.add_option("--junit", parsed.junit, "also write a JUnit report to this file");
    command
        .add_option("--trace", parsed.trace,
                    "also write each counterexample into this folder: as text, as a page to step through, for "
                    "'ringproof replay', for ui.perfetto.dev and as a mermaid diagram")
        ->check(not_empty);
    command.add_option("--smt2", parsed.smt2, "also write every question to Z3 as SMT-LIB 2 into this folder")
        ->check(not_empty);
    command
        .add_option("--second-solver", parsed.second_solver,
                    "a solver that has to confirm what Z3 says, such as cvc5: a name or a path")
        ->check(not_empty);
    command.add_flag("--as-expected", parsed.as_expected,
                     "judge verdicts by the '# expect:' lines of each file, and none means proved");
    command.add_flag("--summary", parsed.summary,
                     "a line for each file, with the worst that was found in it, and a table of how often that was");
    command.add_flag("--brief", parsed.brief, "leave the executions of counterexamples out");
    return [words, &command] { return read(*words, command); };
}

}  // namespace ringproof::command
