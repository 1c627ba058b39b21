#include "generators/vectors/outcomes.h"

#include <cstring>
#include <unordered_set>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/scheduler.h"

namespace ringproof::generators {
namespace {

using model::Event;
using model::Machine;
using model::Moment;

using Collected = std::vector<std::optional<model::Value>>;

/// What every execution of a schedule is asked for.
struct Asked {
    explicit Asked(const model::Schedule& schedule)
        : outputs(outputs_of(schedule)), counters(counters_of(schedule)), has_launches(schedule.has_launches()) {}

    /// To be called before the event happens.
    void collect(const Machine& machine, const Event& event, Collected& collected) const {
        if (event.moment != Moment::collect) return;
        for (std::size_t k = 0; k < outputs.size(); ++k)
            if (outputs[k].launch == event.launch && machine.schedule().chip_of(outputs[k].place) == event.who)
                collected[k] = machine.memory()[outputs[k].place];
    }

    Outcome at_rest(const Machine& machine, Collected collected) const {
        Outcome outcome;
        outcome.finished = machine.finished();
        for (std::size_t k = 0; !has_launches && k < outputs.size(); ++k)
            collected[k] = machine.memory()[outputs[k].place];
        outcome.outputs = std::move(collected);
        for (const model::Counter counter : counters)
            outcome.counters.push_back(machine.value(counter, machine.launches() - 1));
        for (std::size_t agent = 0; agent < machine.schedule().agents.size(); ++agent)
            outcome.positions.push_back(machine.position(static_cast<std::int32_t>(agent)));
        return outcome;
    }

    std::vector<Output> outputs;
    std::vector<model::Counter> counters;
    bool has_launches;
};

}  // namespace

std::vector<Output> outputs_of(const model::Schedule& schedule) {
    std::vector<Output> outputs;
    for (std::int32_t launch = 0; launch < (schedule.has_launches() ? schedule.launches : 1); ++launch)
        for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
            for (std::int32_t k = 0; is_output(schedule.buffers[id].role) && k < schedule.buffers[id].size; ++k)
                outputs.push_back({{static_cast<std::int32_t>(id), k}, launch});
    return outputs;
}

std::vector<model::Counter> counters_of(const model::Schedule& schedule) {
    std::vector<model::Counter> counters;
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id)
        for (std::int32_t k = 0; k < schedule.semaphores[id].size; ++k)
            counters.push_back({static_cast<std::int32_t>(id), k});
    return counters;
}

Outcomes only_outcome(const model::Schedule& schedule) {
    const Asked asked(schedule);
    auto start = std::make_shared<const Machine>(schedule, schedule.launches);
    Machine machine = *start;
    Collected collected(asked.outputs.size());
    model::run_in_order(machine, [&](const Event& event) { asked.collect(machine, event, collected); });
    return {std::move(start), {asked.at_rest(machine, std::move(collected))}};
}

Outcomes all_outcomes(const model::Schedule& schedule, std::size_t most_states) {
    struct State {
        Machine machine;
        Collected collected;
    };
    const Asked asked(schedule);
    Outcomes outcomes{std::make_shared<const Machine>(schedule, schedule.launches), {}};
    std::unordered_set<std::string> seen;
    std::vector<State> open{{*outcomes.machine, Collected(asked.outputs.size())}};
    while (!open.empty()) {
        const State state = std::move(open.back());
        open.pop_back();
        std::string key;
        state.machine.append_state(key);
        for (const auto& value : state.collected) {
            const std::int64_t number = value ? std::int64_t{*value} : -1;
            key.append(reinterpret_cast<const char*>(&number), sizeof number);
        }
        if (!seen.insert(std::move(key)).second) continue;
        if (seen.size() > most_states)
            throw model::Fault(model::Code::over_limit,
                               fmt::format("'{}' has more than {} states", schedule.name, most_states));
        const std::vector<Event> enabled = state.machine.enabled();
        if (enabled.empty()) outcomes.all.insert(asked.at_rest(state.machine, state.collected));
        for (const Event& event : enabled) {
            State next = state;
            asked.collect(next.machine, event, next.collected);
            next.machine.fire(event);
            next.machine.take_findings();
            open.push_back(std::move(next));
        }
    }
    return outcomes;
}

}  // namespace ringproof::generators
