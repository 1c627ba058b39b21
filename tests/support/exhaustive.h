#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "model/machine.h"
#include "model/monotone.h"

/// All executions of a small schedule, by brute force: the judge of the engines.
namespace ringproof::tests {

/// What tells states apart: which events have happened how often. Where one more event never disables another, that
/// says all of a state but its values, and these may differ only where there is a race: then what they say must not be
/// used. Elsewhere also what has come of the order of those events.
struct State {
    std::map<model::Event, int> happened;
    std::map<model::Event, std::vector<std::int64_t>> seen;  ///< by snapshots and by transfers that carry values
    std::vector<std::int64_t> counters, slots;

    friend auto operator<=>(const State&, const State&) = default;
};

namespace detail {

/// What the agent or transfer of `event`, which comes next, remembers from then on.
inline std::vector<std::int64_t> seen_at(const model::Machine& machine, const model::Event& event) {
    std::vector<std::int64_t> seen;
    if (is_environment(event.moment)) return seen;
    const auto& operation = machine.schedule().agents[event.who].steps[event.step].operation;
    const auto see = [&](model::Place first, std::int32_t len) {
        for (std::int32_t k = 0; k < len; ++k) seen.push_back(machine.memory()[{first.buffer, first.index + k}]);
    };
    if (const auto* const snapshot = std::get_if<model::Snapshot<model::Concrete>>(&operation))
        seen.push_back(machine.value(snapshot->counter, event.launch));
    if (event.moment != model::Moment::read) return seen;
    if (const auto* const put = std::get_if<model::Put<model::Concrete>>(&operation)) see(put->src, put->len);
    if (const auto* const get = std::get_if<model::Get<model::Concrete>>(&operation)) see(get->src, get->len);
    return seen;
}

inline void look(const model::Machine& machine, State& state) {
    const model::Schedule& schedule = machine.schedule();
    state.counters.clear();
    state.slots.clear();
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.semaphores.size()); ++id)
        for (std::int32_t k = 0; k < schedule.semaphores[id].size; ++k)
            for (std::int32_t launch = 0; launch < machine.launches(); ++launch)
                state.counters.push_back(machine.value({id, k}, launch));
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.buffers.size()); ++id)
        for (std::int32_t k = 0; k < schedule.buffers[id].size; ++k) state.slots.push_back(machine.memory()[{id, k}]);
}

}  // namespace detail

/// The diagnostics that some execution of `schedule` shows, or none when it has more than `most_states` states.
inline std::optional<std::set<model::Code>> explore(const model::Schedule& schedule, std::int32_t launches,
                                                    std::size_t most_states) {
    const bool order_matters = !model::why_not_monotone(schedule).empty();
    std::set<model::Code> codes;
    std::set<State> known{State{}};
    std::deque<std::pair<State, model::Machine>> open;
    open.emplace_back(State{}, model::Machine(schedule, launches));
    const auto note = [&](const model::Machine& machine) {
        for (const model::Finding& finding : machine.findings()) codes.insert(finding.code);
    };
    while (!open.empty()) {
        const auto [state, machine] = std::move(open.front());
        open.pop_front();
        const auto events = machine.enabled();
        for (const model::Event& event : events) {
            State more = state;
            ++more.happened[event];
            if (auto seen = detail::seen_at(machine, event); order_matters && !seen.empty())
                more.seen[event] = std::move(seen);
            model::Machine next = machine;
            next.fire(event);
            if (order_matters) detail::look(next, more);
            // Also of states that are known: the last event may show something new.
            note(next);
            if (!known.insert(more).second) continue;
            if (known.size() > most_states) return std::nullopt;
            open.emplace_back(std::move(more), std::move(next));
        }
        if (events.empty()) {
            model::Machine last = machine;
            last.rest();
            note(last);
        }
    }
    return codes;
}

}  // namespace ringproof::tests
