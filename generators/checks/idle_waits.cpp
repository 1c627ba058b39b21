#include <fmt/format.h>

#include "generators/checks/again.h"
#include "model/monotone.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

/// A counter of the chip, drawn; none where it has none.
std::optional<model::Counter> counter_of(const model::Schedule& schedule, std::int32_t chip, rc::Random& random) {
    std::vector<model::Counter> counters;
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.semaphores.size()); ++id)
        if (schedule.semaphores[id].chip == chip)
            for (std::int32_t k = 0; k < schedule.semaphores[id].size; ++k) counters.push_back({id, k});
    if (counters.empty()) return std::nullopt;
    return counters[random.next() % counters.size()];
}

}  // namespace

std::string idle_waits_change_nothing(Trial trial) {
    if (trial.schedule.agents.empty()) return {};
    model::Schedule changed = trial.schedule;
    model::Agent& agent = changed.agents[trial.random.next() % changed.agents.size()];
    const auto counter = counter_of(changed, agent.chip, trial.random);
    if (!counter) return {};
    const auto place = static_cast<std::ptrdiff_t>(trial.random.next() % (agent.steps.size() + 1));
    agent.steps.insert(agent.steps.begin() + place,
                       {model::Wait<C>{*counter, model::AtLeast<C>{0, 0}}, model::Symbol("idle")});
    // A counter that another agent takes from: with a second agent that waits on it the schedule is of another kind,
    // and its proof may lean on other engines. That must change nothing either.
    return changes_verdict(
        trial, changed,
        fmt::format("an idle wait of agent {} of chip {} before its step {}", agent.name.text(), agent.chip, place));
}

}  // namespace ringproof::generators
