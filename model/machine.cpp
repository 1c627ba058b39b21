#include "model/machine.h"

#include <algorithm>

namespace ringproof::model {
namespace {

/// Findings beyond these are not kept: one is enough to refute, and a broken run may make one at every step.
constexpr std::size_t findings_kept = 1'000;

using C = Concrete;

/// The event that opens an operation of two events, or is the operation itself.
Moment first_moment(const Operation& operation) {
    return std::visit(Overloaded{
                          [](const Put<C>&) { return Moment::issue; },
                          [](const Get<C>&) { return Moment::issue; },
                          [](const Signal<C>&) { return Moment::issue; },
                          [](const Wait<C>&) { return Moment::wait; },
                          [](const Set<C>&) { return Moment::set; },
                          [](const Snapshot<C>&) { return Moment::snapshot; },
                          [](const Poll<C>&) { return Moment::poll; },
                          [](const Fence<C>&) { return Moment::fence; },
                          [](const Quiet<C>&) { return Moment::quiet; },
                          [](const Barrier<C>&) { return Moment::arrive; },
                          [](const auto&) { return Moment::start; },
                      },
                      operation);
}

/// The event that closes an operation whose first is `moment`; the same when it has only one.
Moment last_moment(Moment moment) {
    return moment == Moment::start ? Moment::end : moment == Moment::arrive ? Moment::leave : moment;
}

/// What input buffers hold at the start of each launch is known where they have an `init`.
std::shared_ptr<Values> values_of(const Schedule& schedule) {
    auto values = std::make_shared<Values>();
    for (const Buffer& buffer : schedule.buffers)
        for (std::size_t k = 0; is_input(buffer.role) && k < buffer.init.size(); ++k)
            values->give({buffer.chip, buffer.name, static_cast<std::int32_t>(k)}, buffer.init[k]);
    return values;
}

}  // namespace

std::shared_ptr<const Machine::Layout> Machine::lay_out(const Schedule& schedule, std::int32_t launches) {
    Layout layout;
    layout.agents_of_chip.resize(schedule.chips);
    layout.buffers_of_chip.resize(schedule.chips);
    layout.semaphores_of_chip.resize(schedule.chips);
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
        layout.buffers_of_chip[schedule.buffers[id].chip].push_back(static_cast<std::int32_t>(id));
    for (std::size_t id = 0; id < schedule.agents.size(); ++id) {
        const Agent& agent = schedule.agents[id];
        layout.agents_of_chip[agent.chip].push_back(static_cast<std::int32_t>(id));
        for (const Step& step : agent.steps)
            if (const auto* const barrier = std::get_if<Barrier<C>>(&step.operation)) {
                auto& members = layout.barrier_members[barrier->name];
                if (members.empty() || members.back() != static_cast<std::int32_t>(id))
                    members.push_back(static_cast<std::int32_t>(id));
            }
    }
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id) {
        const Semaphore& semaphore = schedule.semaphores[id];
        layout.semaphores_of_chip[semaphore.chip].push_back(static_cast<std::int32_t>(id));
        layout.first_counter.push_back(layout.initial_counters.size());
        const bool each_launch = schedule.life_of(static_cast<std::int32_t>(id)) == Life::launch;
        layout.initial_counters.resize(
            layout.initial_counters.size() +
                static_cast<std::size_t>(semaphore.size) * static_cast<std::size_t>(each_launch ? launches : 1),
            semaphore.init);
    }
    return std::make_shared<const Layout>(std::move(layout));
}

Machine::Machine(const Schedule& schedule, std::int32_t launches)
    : schedule_(&schedule),
      launches_(launches),
      values_(values_of(schedule)),
      memory_(schedule, *values_),
      judge_(schedule),
      layout_(lay_out(schedule, launches)),
      counters_(layout_->initial_counters),
      chips_(schedule.chips),
      filled_(launches, 0),
      agents_(schedule.agents.size()) {
    if (!schedule.has_launches())  // The inputs are there from the start.
        for (std::int32_t chip = 0; chip < schedule.chips; ++chip)
            for (const std::int32_t id : layout_->buffers_of_chip[chip])
                if (const Buffer& buffer = schedule.buffers[id]; is_input(buffer.role))
                    for (std::int32_t k = 0; k < buffer.size; ++k)
                        memory_.store({id, k}, values_->input({chip, buffer.name, k}, 0));
}

std::size_t Machine::cell(Counter counter, std::int32_t launch) const {
    const bool each_launch = schedule_->life_of(counter.semaphore) == Life::launch;
    return layout_->first_counter[counter.semaphore] + static_cast<std::size_t>(counter.index) +
           (each_launch ? static_cast<std::size_t>(launch) * schedule_->semaphores[counter.semaphore].size : 0);
}

// ---- What may come next ------------------------------------------------------------------------------------------

std::optional<Event> Machine::next_of_agent(std::int32_t agent) const {
    const AgentState& state = agents_[agent];
    const Agent& program = schedule_->agents[agent];
    if (schedule_->has_launches() && chips_[program.chip].stage != Stage::inside) return std::nullopt;
    if (state.step >= static_cast<std::int32_t>(program.steps.size())) return std::nullopt;
    const Moment first = first_moment(program.steps[state.step].operation);
    return Event{state.started ? last_moment(first) : first, agent, state.launch, state.step};
}

bool Machine::agent_finished(std::int32_t agent) const {
    return agents_[agent].step >= static_cast<std::int32_t>(schedule_->agents[agent].steps.size());
}

bool Machine::enabled(const Event& event) const {
    if (is_environment(event.moment))
        return event.who >= 0 && event.who < schedule_->chips && next_of_chip(event.who) == event &&
               can_environment(event);
    if (event.who < 0 || event.who >= static_cast<std::int32_t>(agents_.size())) return false;
    if (next_of_agent(event.who) == event) return can(event);
    const std::int32_t transfer = find_transfer(event);
    return transfer >= 0 && transfer_enabled(transfers_[transfer], event.moment);
}

std::vector<Event> Machine::enabled() const {
    std::vector<Event> all;
    for (std::int32_t chip = 0; chip < schedule_->chips; ++chip)
        if (const auto next = next_of_chip(chip); next && can_environment(*next)) all.push_back(*next);
    for (std::int32_t agent = 0; agent < static_cast<std::int32_t>(agents_.size()); ++agent) {
        if (const auto next = next_of_agent(agent); next && can(*next)) all.push_back(*next);
        each_in_flight(agent, [&](const Event& event) { all.push_back(event); });
    }
    return all;
}

bool Machine::can(const Event& event) const {
    const AgentState& agent = agents_[event.who];
    if (const auto* const wait = std::get_if<Wait<C>>(&operation(event))) {
        const std::int64_t now = value(wait->counter, event.launch);
        return std::visit(Overloaded{
                              [&](const AtLeast<C>& until) { return now >= until.at_least; },
                              [&](const Equals<C>& until) { return now == until.equals; },
                              [&](const AboveSnapshot<C>& until) {
                                  const auto seen = agent.snapshots.find(wait->counter);
                                  const std::int64_t base = seen == agent.snapshots.end() ? 0 : seen->second;
                                  return now >= base + until.above_snapshot;
                              },
                          },
                          wait->until);
    }
    if (const auto* const quiet = std::get_if<Quiet<C>>(&operation(event)))
        return std::all_of(agent.in_flight.begin(), agent.in_flight.end(), [&](std::int32_t id) {
            const bool is_put = std::holds_alternative<Put<C>>(operation(transfers_[id].issue));
            return quiet->until == Until::read && is_put ? transfers_[id].read : transfers_[id].landed;
        });
    if (const auto* const poll = std::get_if<Poll<C>>(&operation(event))) return memory_[poll->src] != nothing;
    if (event.moment == Moment::leave) {
        const Symbol name = std::get<Barrier<C>>(operation(event)).name;
        const std::int64_t mine = arrivals(event.who, name);
        const auto& members = layout_->barrier_members.at(name);
        return std::all_of(members.begin(), members.end(),
                           [&](std::int32_t member) { return arrivals(member, name) >= mine; });
    }
    return true;
}

// ---- Agents: one case an operation -------------------------------------------------------------------------------

struct Machine::Act {
    Machine& machine;
    const Event& event;

    void operator()(const Put<C>& put) const {
        machine.open_side(event, End::source);
        machine.issue(event, machine.schedule_->chip_of(put.dst));
    }
    void operator()(const Get<C>& get) const {
        machine.open_side(event, End::target);
        machine.issue(event, machine.schedule_->chip_of(get.src));
    }
    void operator()(const Signal<C>& signal) const { machine.issue(event, machine.schedule_->chip_of(signal.counter)); }
    void operator()(const Wait<C>& wait) const {
        const auto* const until = std::get_if<AtLeast<C>>(&wait.until);
        if (until == nullptr) return;
        std::int64_t& counter = machine.counters_[machine.cell(wait.counter, event.launch)];
        counter = std::visit(
            Overloaded{[&](std::int32_t take) { return counter - take; }, [](All) { return std::int64_t{0}; }},
            until->take);
    }
    void operator()(const Set<C>& set) const { machine.assign(event, set.counter, set.value); }
    void operator()(const Snapshot<C>& snapshot) const {
        machine.agents_[event.who].snapshots[snapshot.counter] = machine.value(snapshot.counter, event.launch);
    }
    void operator()(const Copy<C>& copy) const {
        both_sides([&] {
            std::vector<Value> values;
            for (std::int32_t k = 0; k < copy.len; ++k) values.push_back(machine.read(event, at(copy.src, k)));
            for (std::int32_t k = 0; k < copy.len; ++k) machine.memory_.store(at(copy.dst, k), values[k]);
        });
    }
    void operator()(const Reduce<C>& reduce) const {
        both_sides([&] {
            const RuleId rule = *find_rule(reduce.rule.empty() ? "add" : reduce.rule.text());
            std::vector<Value> values;
            for (std::int32_t k = 0; k < reduce.len; ++k)
                values.push_back(machine.values_->reduce(rule, machine.read(event, at(reduce.src, k)),
                                                         machine.read(event, at(reduce.with.value_or(reduce.dst), k))));
            for (std::int32_t k = 0; k < reduce.len; ++k) machine.memory_.store(at(reduce.dst, k), values[k]);
        });
    }
    void operator()(const Compute<C>& compute) const {
        both_sides([&] {
            std::vector<Value> values;
            for (const Place place : compute.reads) values.push_back(machine.read(event, place));
            for (std::size_t k = 0; k < compute.writes.size(); ++k)
                machine.memory_.store(compute.writes[k],
                                      machine.values_->apply(compute.label, static_cast<std::int32_t>(k), values));
        });
    }
    void operator()(const Write<C>& write) const {
        both_sides([&] { machine.memory_.store(write.dst, machine.values_->of(write.value, event.launch)); });
    }
    void operator()(const Read<C>& read) const {
        both_sides([&] {
            const Value expected = machine.values_->of(read.expect, event.launch);
            const Value found = expected == nothing ? machine.memory_[read.src] : machine.read(event, read.src);
            if (!machine.judge_.differ(found, expected, *machine.values_)) return;
            Finding finding{};
            finding.code = Code::wrong_result;
            finding.event = event;
            finding.place = read.src;
            finding.expected = machine.values_->text(expected);
            finding.found = machine.values_->text(found);
            machine.report(std::move(finding));
        });
    }
    void operator()(const Poll<C>&) const {}
    void operator()(const Fence<C>&) const { ++machine.agents_[event.who].fences; }
    void operator()(const Quiet<C>&) const {}
    void operator()(const Barrier<C>& barrier) const {
        if (event.moment == Moment::arrive) ++machine.agents_[event.who].arrivals[barrier.name];
    }

private:
    static Place at(Place first, std::int32_t k) { return {first.buffer, first.index + k}; }
    /// start opens the accesses; end does the work and closes them.
    void both_sides(const auto& work) const {
        if (event.moment == Moment::start) {
            machine.open_side(event, End::source);
            machine.open_side(event, End::target);
        } else {
            work();
            machine.close_side(event, End::source);
            machine.close_side(event, End::target);
        }
    }
};

void Machine::fire(const Event& event) {
    if (is_environment(event.moment)) return environment(event);
    if (next_of_agent(event.who) == event) {
        std::visit(Act{*this, event}, operation(event));
        return step_on(event.who);
    }
    move(find_transfer(event), event.moment);
}

void Machine::step_on(std::int32_t agent) {
    AgentState& state = agents_[agent];
    const auto& steps = schedule_->agents[agent].steps;
    const Moment first = first_moment(steps[state.step].operation);
    if (!state.started && last_moment(first) != first) {
        state.started = true;
        return;
    }
    state.started = false;
    ++state.step;
    if (!schedule_->has_launches() && state.step == static_cast<std::int32_t>(steps.size()) &&
        state.launch + 1 < launches_) {
        ++state.launch;
        state.step = 0;
    }
}

// ---- Effects and their checks ------------------------------------------------------------------------------------

void Machine::open(const Event& event, Place place, Mode mode) {
    const Access access{event, place, mode};
    memory_.open(access, [&](const Access& other) {
        Finding finding{};
        finding.code = race_code(*schedule_, other, access);
        finding.event = event;
        finding.first = other;
        finding.second = access;
        finding.place = place;
        report(std::move(finding));
    });
}

void Machine::open_side(const Event& event, End end) {
    const bool synchronous = event.moment == Moment::start;
    each_access(operation(event), [&](Place place, Mode mode, End side) {
        if (side != end) return;
        if (synchronous && end == End::source) check_inside(event, schedule_->chip_of(place));
        open(event, place, mode);
    });
}

void Machine::close_side(const Event& event, End end) {
    const bool synchronous = event.moment == Moment::end;
    each_access(operation(event), [&](Place place, Mode mode, End side) {
        if (side != end) return;
        if (synchronous && end == End::source) check_inside(event, schedule_->chip_of(place));
        memory_.close(place, mode, event);
    });
}

Value Machine::read(const Event& event, Place place) {
    const Value value = memory_[place];
    if (value == nothing) {
        Finding finding{};
        finding.code = Code::uninitialised;
        finding.event = event;
        finding.place = place;
        report(std::move(finding));
    }
    return value;
}

void Machine::raise(const Event& event, Counter counter, std::int64_t units) {
    if (schedule_->life_of(counter.semaphore) == Life::launch)
        check_inside(event, schedule_->chip_of(counter), counter);
    assign(event, counter, value(counter, event.launch) + units);
}

void Machine::assign(const Event& event, Counter counter, std::int64_t value) {
    std::int64_t& now = counters_[cell(counter, event.launch)];
    now = value;
    if (const auto width = schedule_->profile.counter_values; width && now >= *width) {
        Finding finding{};
        finding.code = Code::counter_width;
        finding.event = event;
        finding.counter = counter;
        finding.value = now;
        report(std::move(finding));
        now %= *width;
    }
}

void Machine::check_inside(const Event& event, std::int32_t chip, std::optional<Counter> counter) {
    if (!counter && (!schedule_->has_launches() || schedule_->memory_is_global())) return;
    const Chip& target = chips_[chip];
    if (target.launch == event.launch && target.stage == Stage::inside) return;
    const bool left = target.launch > event.launch || (target.launch == event.launch && target.stage == Stage::left);
    Finding finding{};
    finding.code = left ? Code::left_already : Code::not_entered;
    finding.event = event;
    finding.counter = counter;
    finding.value = chip;
    report(std::move(finding));
}

void Machine::report(Finding finding) {
    if (findings_.size() < findings_kept) findings_.push_back(std::move(finding));
}

}  // namespace ringproof::model
