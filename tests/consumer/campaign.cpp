#include "generators/campaign.h"

#include <iostream>

using namespace ringproof;

/// Puts an engine of its own, here one that only knows what `clocks` knows, to the schedules and checks of the library.
checker::Verdict mine(const checker::Question& question) {
    checker::Verdict verdict = checker::engines()[1].answer(question);
    verdict.engine = "mine";
    return verdict;
}

int main() {
    const checker::Engine engines[] = {{"mine", "an engine of another project", mine}, checker::engines().back()};
    generators::Campaign campaign;
    campaign.schedules = 100;
    campaign.sources = generators::sources();
    campaign.engines = engines;
    campaign.checks = generators::checks();
    campaign.options.max_states = 1'000;
    const generators::Result result = generators::run(campaign);
    std::cout << result.tally.schedules << " schedules, "
              << (result.failure ? result.failure->complaint : "no disagreement") << '\n';
    return result.failure ? 1 : 0;
}
