#include "checker/command/mutate_arguments.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "checker/choose.h"
#include "checker/cross_check.h"

namespace ringproof::command {
namespace {

/// As they stand on the command line.
struct Words {
    MutateArguments parsed;
    std::string sizes = "3,4", launches = "2", profile;
    std::vector<std::string> settings;
    bool cross_check = false;
};

MutateArguments read(const Words& words) {
    MutateArguments arguments = words.parsed;
    arguments.sizes = parse_sizes(words.sizes);
    arguments.launches = parse_launches(words.launches);
    arguments.settings = parse_settings(words.settings);
    if (!words.profile.empty()) arguments.profile = ProfileChoice(words.profile);
    const auto ask = words.cross_check ? checker::cross_check : checker::choose;
    arguments.ask = [ask](const checker::Question& question) { return ask(question, checker::engines()); };
    return arguments;
}

}  // namespace

std::function<MutateArguments()> declare_mutate_options(CLI::App& command) {
    const auto words = std::make_shared<Words>();
    MutateArguments& parsed = words->parsed;
    const auto not_empty = [](const std::string& text) { return text.empty() ? "is empty" : std::string(); };
    parsed.jobs = std::max(1U, std::thread::hardware_concurrency());
    command.add_option("KERNEL", parsed.paths, "kernels or folders; - reads standard input")->required();
    command.add_option("-n", words->sizes, "numbers of chips: 4, 2..4 or 3,4")->capture_default_str();
    command.add_option("--launches", words->launches, "launches back to back: 2 or 1..3")->capture_default_str();
    command
        .add_option("--profile", words->profile,
                    "instead of the file's own; see 'ringproof list profiles'. With changes: own,credit=whole")
        ->check(not_empty);
    command.add_option("--set", words->settings, "a kernel's parameter, NAME=NUMBER")->take_all();
    command.add_flag("--cross-check", words->cross_check,
                     "ask every engine about every mutant; where two disagree, say so and end with status 70");
    command
        .add_option("--timeout", parsed.options.timeout,
                    "seconds for each mutant and size (with --cross-check: for each engine); 0: no bound")
        ->check(check_seconds)
        ->capture_default_str();
    command
        .add_option("--jobs", parsed.jobs, "mutants looked at at the same time; default: as many as hardware threads")
        ->check(CLI::Range(1U, 1024U));
    command
        .add_option("--save", parsed.save,
                    "also write each mutant that has a verdict to this folder, with the verdict as its '# expect:' "
                    "lines; every size is asked then")
        ->check(not_empty);
    command.add_flag("--json", parsed.json, "one JSON object a line");
    return [words] { return read(*words); };
}

}  // namespace ringproof::command
