#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "model/machine.h"

/// All executions of a small schedule, by brute force: the judge of the engines.
namespace ringproof::tests {

/// The diagnostics that some execution of `schedule` shows, or none when it has more than `most_states` states.
///
/// States are told apart by which events have happened how often. Where one more event never disables another, that
/// says all of a state but its values, and these may differ only where there is a race: then what they say must not be
/// used.
inline std::optional<std::set<model::Code>> explore(const model::Schedule& schedule, std::int32_t launches,
                                                    std::size_t most_states) {
    using Happened = std::map<model::Event, int>;
    std::set<model::Code> codes;
    std::set<Happened> seen{Happened{}};
    std::deque<std::pair<Happened, model::Machine>> open;
    open.emplace_back(Happened{}, model::Machine(schedule, launches));
    const auto note = [&](const model::Machine& machine) {
        for (const model::Finding& finding : machine.findings()) codes.insert(finding.code);
    };
    while (!open.empty()) {
        const auto [happened, machine] = std::move(open.front());
        open.pop_front();
        const auto events = machine.enabled();
        for (const model::Event& event : events) {
            Happened more = happened;
            ++more[event];
            model::Machine next = machine;
            next.fire(event);
            // Also of states that are known: the last event may show something new.
            note(next);
            if (!seen.insert(more).second) continue;
            if (seen.size() > most_states) return std::nullopt;
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
