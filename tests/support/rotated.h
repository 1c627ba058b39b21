#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "generators/unstructured.h"
#include "model/cut.h"
#include "model/describe.h"
#include "model/footprint.h"

/// Schedules in which every chip does what chip 0 does, turned by its number.
namespace ringproof::tests {

namespace detail {

/// Changes every place and counter inside an operation.
template <class T, class Change>
void each_index(T& thing, const Change& change) {
    if constexpr (std::is_same_v<T, model::Place> || std::is_same_v<T, model::Counter>) {
        change(thing);
    } else if constexpr (std::is_same_v<T, model::Concrete::Value>) {
        return;
    } else if constexpr (requires { thing.has_value(); }) {
        if (thing) each_index(*thing, change);
    } else if constexpr (requires { thing.begin()->index; }) {
        for (auto& element : thing) each_index(element, change);
    } else if constexpr (model::Described<T>) {
        model::each_member(thing, [&](std::string_view, auto& member) { each_index(member, change); });
    }
}

inline bool moves_one_slot(const model::Operation& operation) {
    return std::visit(
        [](const auto& op) {
            if constexpr (requires { op.len; }) return op.len == 1;
            return true;
        },
        operation);
}

}  // namespace detail

/// What chip 0 of `seed` does, done by all of `chips` chips. Buffers whose size divides the number of chips are turned
/// as well, slot by slot, if `turn_slots` and no operation moves several slots.
inline model::Schedule rotated(const model::Schedule& seed, std::int32_t chips, bool turn_slots) {
    model::Schedule schedule = seed;
    schedule.chips = chips;
    const auto only_first = [](auto& things) { std::erase_if(things, [](const auto& t) { return t.chip != 0; }); };
    only_first(schedule.buffers);
    only_first(schedule.semaphores);
    only_first(schedule.agents);
    const auto buffers = static_cast<std::int32_t>(schedule.buffers.size());
    const auto semaphores = static_cast<std::int32_t>(schedule.semaphores.size());
    const auto agents = schedule.agents;
    for (const model::Agent& agent : agents)
        for (const model::Step& step : agent.steps) turn_slots = turn_slots && detail::moves_one_slot(step.operation);
    schedule.agents.clear();
    for (std::int32_t chip = 0; chip < chips; ++chip) {
        for (std::int32_t k = 0; chip > 0 && k < buffers; ++k) {
            schedule.buffers.push_back(schedule.buffers[k]);
            schedule.buffers.back().chip = chip;
        }
        for (std::int32_t k = 0; chip > 0 && k < semaphores; ++k) {
            schedule.semaphores.push_back(schedule.semaphores[k]);
            schedule.semaphores.back().chip = chip;
        }
        for (model::Agent agent : agents) {
            agent.chip = chip;
            for (model::Step& step : agent.steps)
                std::visit(
                    [&](auto& op) {
                        detail::each_index(op, [&](auto& index) {
                            if constexpr (std::is_same_v<std::decay_t<decltype(index)>, model::Place>) {
                                const std::int32_t size = schedule.buffers[index.buffer % buffers].size;
                                index.buffer = (index.buffer + chip * buffers) % (chips * buffers);
                                if (turn_slots && chips % size == 0) index.index = (index.index + chip) % size;
                            } else {
                                index.semaphore = (index.semaphore + chip * semaphores) % (chips * semaphores);
                            }
                        });
                    },
                    step.operation);
            schedule.agents.push_back(std::move(agent));
        }
    }
    return schedule;
}

/// The same, and waits that block for ever left out, so that most run to their end.
inline model::Schedule rotated_and_mended(model::Schedule seed, std::int32_t chips, bool turn_slots) {
    for (int round = 0; round < 8; ++round) {
        model::Schedule schedule = rotated(seed, chips, turn_slots);
        const model::EventGraph graph(schedule, schedule.launches);
        const model::Cut run = model::CutFinder(graph).largest();
        bool changed = false;
        for (model::EventId id = 0; id < graph.size(); ++id) {
            const model::Event& event = graph.event(id);
            if (run.has[id] != 0 || event.launch != 0 ||
                (event.moment != model::Moment::wait && event.moment != model::Moment::leave) ||
                schedule.agents[event.who].chip != 0)
                continue;
            seed.agents[event.who].steps.erase(seed.agents[event.who].steps.begin() + event.step);
            changed = true;
            break;
        }
        if (!changed) return schedule;
    }
    return rotated(seed, chips, turn_slots);
}

}  // namespace ringproof::tests
