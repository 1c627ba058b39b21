#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "checker/command/interrupt.h"
#include "checker/command/progress.h"
#include "generators/campaign.h"
#include "model/diagnostic.h"
#include "model/json/json.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

using generators::Campaign;

struct Arguments {
    Campaign campaign;
    std::string save = ".";
    std::uint64_t schedules = 0;
};

int run(const Arguments& arguments) {
    Campaign campaign = arguments.campaign;
    campaign.sources = generators::sources();
    campaign.engines = checker::engines();
    campaign.checks = generators::checks();
    const generators::Result result = generators::run(campaign, [](const generators::Tally&) { return true; });
    fmt::print("{}", text(result.tally, result.seconds, campaign.jobs));
    if (!result.failure) return all_proved;
    const auto& failure = *result.failure;
    fmt::print("{} {} {} {}\n{}\n", failure.number, failure.source, failure.check, failure.complaint,
               model::write_schedule(failure.smallest));
    return internal_error;
}

}  // namespace

void add_fuzz(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<Arguments>();
    Campaign& campaign = arguments->campaign;
    campaign.jobs = std::max(1U, std::thread::hardware_concurrency());
    campaign.seconds = 60;
    campaign.options.timeout = 5;
    campaign.options.max_states = 2'000;
    campaign.options.max_replayed = 100;
    auto* const command = app.add_subcommand("fuzz", "random and mutated schedules against all engines");
    command->add_option("--seconds", campaign.seconds, "at most so long; 0: no bound")->capture_default_str();
    command->add_option("--schedules", campaign.schedules, "at most so many");
    command->add_option("--seed", campaign.seed, "what is drawn")->capture_default_str();
    command->add_option("--first", campaign.first, "number of the first schedule")->capture_default_str();
    command->add_option("--max-states", campaign.options.max_states, "states that 'explore' visits")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
        ->capture_default_str();
    command->add_option("--jobs", campaign.jobs, "threads")->check(CLI::Range(1U, 1024U));
    command->callback([arguments, &action] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace ringproof::command
