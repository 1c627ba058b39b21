#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "checker/command/interrupt.h"
#include "checker/command/progress.h"
#include "generators/campaign.h"
#include "generators/every_campaign.h"
#include "model/diagnostic.h"
#include "model/json/json.h"
#include "model/language/language.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

using generators::Campaign;
using generators::Tally;
using model::Code;
using model::Fault;

struct FuzzArguments {
    Campaign campaign;
    std::vector<std::string> paths;
    std::string save = ".";
    bool every_n = false;
};

std::vector<model::Kernel> kernels_of(const std::vector<std::string>& paths) {
    std::vector<model::Kernel> kernels;
    for (const std::string& path : paths)
        for (const std::string& file : model::find_sources(path)) {
            model::Source source = model::read_source(file);
            if (auto* const kernel = std::get_if<model::Kernel>(&source.content)) kernels.push_back(std::move(*kernel));
        }
    if (kernels.empty() && !paths.empty()) throw Fault(Code::nothing_found, "no kernel in what was given");
    return kernels;
}

/// Writes the schedule for which something does not hold; returns the file.
std::string save(const FuzzArguments& arguments, const generators::Failure& failure) {
    const std::filesystem::path folder(arguments.save);
    std::string file = (folder / fmt::format("fuzz-{}-{}.json", arguments.campaign.seed, failure.number)).string();
    model::Schedule schedule = failure.smallest;
    schedule.about = fmt::format("found by 'ringproof fuzz --seed {} --first {} --schedules 1': {}",
                                 arguments.campaign.seed, failure.number, failure.check);
    write_file(file, model::write_schedule(schedule));
    return file;
}

std::string progress_line(const Tally& tally, double seconds) {
    return fmt::format("{} schedules, {:.0f} a second", tally.schedules,
                       static_cast<double>(tally.schedules) / std::max(seconds, 1e-9));
}

int no_disagreement(bool was_interrupted) {
    fmt::print("No disagreement{}.\n", was_interrupted ? " so far" : "");
    return was_interrupted ? interrupted : all_proved;
}

int report(const FuzzArguments& arguments, const generators::Result& result, bool was_interrupted) {
    fmt::print("{}", text(result.tally, result.seconds, arguments.campaign.jobs));
    if (!result.failure) return no_disagreement(was_interrupted);
    const generators::Failure& failure = *result.failure;
    const std::string file = save(arguments, failure);
    fmt::print(
        "DISAGREEMENT, which is a fault of ringproof: schedule {} of seed {}, drawn by '{}'\n"
        "  check '{}': {}\n"
        "  made smaller in {} steps: {}\n"
        "  ringproof verify {} --cross-check     asks all engines about it again\n",
        failure.number, arguments.campaign.seed, failure.source, failure.check, failure.complaint, failure.shrinks,
        file, file);
    return internal_error;
}

/// Proofs for every n against the exact engines.
int fuzz_every_n(const FuzzArguments& arguments) {
    const Campaign& words = arguments.campaign;
    generators::EveryCampaign campaign;
    campaign.kernels = kernels_of(arguments.paths);
    campaign.seed = words.seed;
    campaign.first = words.first;
    campaign.most = words.schedules;
    campaign.seconds = words.seconds;
    campaign.jobs = words.jobs;
    const Interrupt interrupt([] {});
    Progress progress(true);
    const generators::EveryResult result = generators::run(campaign, [&](const generators::EveryTally& tally, double) {
        progress.show(fmt::format("{} kernels, {} proved for every n", tally.kernels, tally.proved));
        return !interrupt.happened();
    });
    progress.clear();
    fmt::print("{}", text(result));
    if (!result.failure) return no_disagreement(interrupt.happened());
    const generators::EveryFailure& failure = *result.failure;
    const std::filesystem::path folder(arguments.save);
    const std::string file = (folder / fmt::format("fuzz-every-{}-{}.ring", words.seed, failure.number)).string();
    write_file(file, print(failure.kernel));
    fmt::print(
        "DISAGREEMENT, which is a fault of ringproof: kernel {} of seed {}, drawn from '{}'\n"
        "  proved for every n, but {} for n = {}, {} launches\n"
        "  ringproof verify {} --every-n     asks about it again\n",
        failure.number, words.seed, failure.drawn, failure.found, failure.chips, failure.launches, file);
    return internal_error;
}

int fuzz(const FuzzArguments& arguments) {
    make_folder(arguments.save);  // before the work, not after it
    if (arguments.every_n) return fuzz_every_n(arguments);
    const std::vector<model::Kernel> kernels = kernels_of(arguments.paths);
    Campaign campaign = arguments.campaign;
    campaign.sources = generators::sources(kernels);
    campaign.engines = checker::engines();
    campaign.checks = generators::checks();
    const Interrupt interrupt([] {});
    Progress progress(true);
    const generators::Result result = generators::run(campaign, [&](const Tally& tally, double seconds) {
        progress.show(progress_line(tally, seconds));
        return !interrupt.happened();
    });
    progress.clear();
    return report(arguments, result, interrupt.happened());
}

}  // namespace

void add_fuzz(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<FuzzArguments>();
    Campaign& campaign = arguments->campaign;
    campaign.seconds = 60;
    campaign.jobs = std::max(1U, std::thread::hardware_concurrency());
    // Small schedules: an engine that needs more is stuck, and others answer.
    campaign.options.timeout = 0;
    campaign.options.max_effort = 1'000'000;
    campaign.options.max_states = 2'000;
    campaign.options.max_replayed = 100;
    auto* const command =
        app.add_subcommand("fuzz", "tests ringproof itself: random schedules against all engines, until two disagree");
    command->add_option("PATH", arguments->paths,
                        "kernels to draw from besides, as they are and with slips: files or folders");
    command->add_flag(
        "--every-n", arguments->every_n,
        "draw kernels instead and try to prove each for every n: what is proved must hold at each of 2 to 9 "
        "chips and 1 to 3 launches");
    command->add_option("--seconds", campaign.seconds, "at most so long; 0: no bound")
        ->check(check_seconds)
        ->capture_default_str();
    command
        ->add_option("--schedules", campaign.schedules, "at most so many (with --every-n: kernels); default: no bound")
        ->check(check_natural)
        ->check(CLI::PositiveNumber);
    command->add_option("--seed", campaign.seed, "fixes all schedules")->check(check_natural)->capture_default_str();
    command->add_option("--first", campaign.first, "number of the first schedule, to repeat one")
        ->check(check_natural)
        ->capture_default_str();
    command
        ->add_option("--events", campaign.events,
                     "larger schedules, in events of agents over all launches, are drawn again")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000}))
        ->capture_default_str();
    command
        ->add_option("--max-effort", campaign.options.max_effort,
                     "of Z3 for each question to it, in its own units, about a million a second; 0: no bound")
        ->capture_default_str();
    command->add_option("--max-states", campaign.options.max_states, "states that 'explore' visits")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
        ->capture_default_str();
    command->add_option("--jobs", campaign.jobs, "threads; default: as many as hardware threads")
        ->check(CLI::Range(1U, 1024U));
    command->add_option("--save", arguments->save, "folder for the schedule that disagrees")->capture_default_str();
    command->callback([arguments, &action] { action = [arguments] { return fuzz(*arguments); }; });
}

}  // namespace ringproof::command
