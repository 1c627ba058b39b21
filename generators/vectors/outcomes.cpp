#include "generators/vectors/outcomes.h"

#include <unordered_set>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/scheduler.h"

namespace ringproof::generators {

using model::Event;
using model::Machine;
using model::Moment;

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

Collector::Collector(const model::Schedule& schedule)
    : asked_(std::make_shared<const Asked>(Asked{outputs_of(schedule), counters_of(schedule)})),
      collected_(asked_->outputs.size()) {}

void Collector::before(const Machine& machine, const Event& event) {
    if (event.moment != Moment::collect) return;
    for (std::size_t k = 0; k < collected_.size(); ++k)
        if (const auto& [place, launch] = asked_->outputs[k];
            launch == event.launch && machine.schedule().chip_of(place) == event.who)
            collected_[k] = machine.memory()[place];
}

Outcome Collector::at_rest(const Machine& machine) const {
    Outcome outcome;
    outcome.finished = machine.finished();
    outcome.outputs = collected_;
    for (std::size_t k = 0; !machine.schedule().has_launches() && k < collected_.size(); ++k)
        outcome.outputs[k] = machine.memory()[asked_->outputs[k].place];
    for (const model::Counter counter : asked_->counters)
        outcome.counters.push_back(machine.value(counter, machine.launches() - 1));
    for (std::size_t agent = 0; agent < machine.schedule().agents.size(); ++agent)
        outcome.positions.push_back(machine.position(static_cast<std::int32_t>(agent)));
    return outcome;
}

void Collector::append_state(std::string& key) const {
    for (const auto& value : collected_) {
        const std::int64_t number = value ? std::int64_t{*value} : -1;
        key.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
}

Outcomes only_outcome(const model::Schedule& schedule) {
    auto start = std::make_shared<const Machine>(schedule, schedule.launches);
    Machine machine = *start;
    Collector collector(schedule);
    model::run_in_order(machine, [&](const Event& event) { collector.before(machine, event); });
    return {std::move(start), {collector.at_rest(machine)}};
}

Outcomes all_outcomes(const model::Schedule& schedule, std::size_t most_states) {
    struct State {
        Machine machine;
        Collector collector;
    };
    Outcomes outcomes{std::make_shared<const Machine>(schedule, schedule.launches), {}};
    std::unordered_set<std::string> seen;
    std::vector<State> open{{*outcomes.machine, Collector(schedule)}};
    while (!open.empty()) {
        const State state = std::move(open.back());
        open.pop_back();
        std::string key;
        state.machine.append_state(key);
        state.collector.append_state(key);
        if (!seen.insert(std::move(key)).second) continue;
        if (seen.size() > most_states)
            throw model::Fault(model::Code::over_limit,
                               fmt::format("'{}' has more than {} states", schedule.name, most_states));
        const std::vector<Event> enabled = state.machine.enabled();
        if (enabled.empty()) outcomes.all.insert(state.collector.at_rest(state.machine));
        for (const Event& event : enabled) {
            State next = state;
            next.collector.before(next.machine, event);
            next.machine.fire(event);
            next.machine.take_findings();
            open.push_back(std::move(next));
        }
    }
    return outcomes;
}

}  // namespace ringproof::generators
