#include "model/event_graph.h"

#include <algorithm>

#include "model/event_graph_builder.h"
#include "model/footprint.h"

namespace ringproof::model {
namespace {

using C = Concrete;

}  // namespace

void EventGraph::Builder::build() {
    make_counters();
    if (schedule_.has_launches()) make_environment();
    for (std::size_t id = 0; id < schedule_.agents.size(); ++id)
        if (schedule_.agents[id].chip < symmetry_.step()) walk(static_cast<std::int32_t>(id));
    close_barriers();
}

EventId EventGraph::Builder::add(Moment moment, std::int32_t who, std::int32_t launch, std::int32_t step,
                                 std::initializer_list<EventId> predecessors) {
    graph_.events_.push_back({moment, who, launch, step});
    graph_.counter_of_.push_back(-1);
    graph_.need_.push_back(0);
    auto& list = graph_.predecessors_.emplace_back();
    for (const EventId predecessor : predecessors)
        if (predecessor != no_event) list.push_back(predecessor);
    return graph_.size() - 1;
}

void EventGraph::Builder::raise(EventId event, const model::Raise<C>& raise, std::int64_t units) {
    if (units > 0)
        graph_.counters_[cell(raise.counter, graph_.events_[event].launch)].raises.push_back(
            {event, units, shift_towards(schedule_.chip_of(raise.counter))});
    if (schedule_.life_of(raise.counter.semaphore) == Life::launch)
        graph_.touches_.push_back({event, event, schedule_.chip_of(raise.counter)});
}

void EventGraph::Builder::touch_memory(EventId first, EventId last, std::int32_t chip) {
    if (schedule_.has_launches() && !schedule_.memory_is_global()) graph_.touches_.push_back({first, last, chip});
}

std::int32_t EventGraph::Builder::cell(Counter anywhere, std::int32_t launch) const {
    const Counter counter = symmetry_.base(anywhere);
    const bool each_launch = schedule_.life_of(counter.semaphore) == Life::launch;
    return static_cast<std::int32_t>(
        first_counter_[counter.semaphore] + static_cast<std::size_t>(counter.index) +
        (each_launch ? static_cast<std::size_t>(launch) * schedule_.semaphores[counter.semaphore].size : 0));
}

void EventGraph::Builder::make_counters() {
    for (std::size_t id = 0; id < schedule_.semaphores.size(); ++id) {
        const Semaphore& semaphore = schedule_.semaphores[id];
        const bool each_launch = schedule_.life_of(static_cast<std::int32_t>(id)) == Life::launch;
        first_counter_.push_back(graph_.counters_.size());
        if (semaphore.chip >= symmetry_.step()) continue;
        for (std::int32_t launch = 0; launch < (each_launch ? graph_.launches_ : 1); ++launch)
            for (std::int32_t k = 0; k < semaphore.size; ++k) {
                CounterNode& node = graph_.counters_.emplace_back();
                node.counter = Counter{static_cast<std::int32_t>(id), k};
                node.launch = launch;
                node.init = semaphore.init;
            }
    }
}

void EventGraph::Builder::make_environment() {
    std::vector<std::vector<std::int32_t>> buffers(schedule_.chips);
    for (std::size_t id = 0; id < schedule_.buffers.size(); ++id)
        buffers[schedule_.buffers[id].chip].push_back(static_cast<std::int32_t>(id));
    const bool together = schedule_.profile.entry == Entry::barrier;
    for (std::int32_t launch = 0; launch < graph_.launches_; ++launch) {
        EventId common = no_event;  // entering together is one event, which goes by the name of chip 0
        for (std::int32_t chip = 0; chip < symmetry_.step(); ++chip) {
            const EventId before = launch == 0 ? no_event : graph_.environment(3, chip, launch - 1);
            const EventId fill = add(Moment::fill, chip, launch, 0, {before});
            const bool joins = together && common != no_event;
            const EventId enter = joins ? common : add(Moment::enter, chip, launch, 0, {});
            if (together) common = enter;
            graph_.predecessors_[enter].push_back(fill);
            const EventId exit = add(Moment::exit, chip, launch, 0, {enter});
            const EventId collect = add(Moment::collect, chip, launch, 0, {exit});
            for (const EventId event : {fill, enter, exit, collect}) graph_.environment_.push_back(event);
            for (const std::int32_t id : buffers[chip])
                for (std::int32_t k = 0; k < schedule_.buffers[id].size; ++k) {
                    if (is_input(schedule_.buffers[id].role)) access({id, k}, Mode::write, fill, enter);
                    if (is_output(schedule_.buffers[id].role)) access({id, k}, Mode::read, exit, collect);
                }
        }
    }
}

void EventGraph::Builder::access(Place place, Mode mode, EventId opens, EventId closes) {
    if (first_slot_.empty()) {
        std::int64_t slots = 0;
        for (const Buffer& buffer : schedule_.buffers) {
            first_slot_.push_back(slots);
            slots += buffer.size;
        }
    }
    const Place base = symmetry_.base(place);
    graph_.accesses_.push_back({first_slot_[base.buffer] + base.index,
                                {graph_.events_[opens], place, mode},
                                opens,
                                closes,
                                shift_towards(schedule_.chip_of(place))});
}

void EventGraph::Builder::accesses(const Operation& operation, End end, EventId opens, EventId closes) {
    each_access(operation, [&](Place place, Mode mode, End side) {
        if (side == end) access(place, mode, opens, closes);
    });
}

void EventGraph::Builder::accesses_once(const Operation& operation, EventId source_opens, EventId source_closes,
                                        EventId target_opens, EventId target_closes) {
    std::vector<Place> written;
    each_access(operation, [&](Place place, Mode mode, End side) {
        if (side != End::target) return;
        written.push_back(place);
        access(place, mode, target_opens, target_closes);
    });
    std::sort(written.begin(), written.end());
    each_access(operation, [&](Place place, Mode mode, End side) {
        if (side == End::source && !std::binary_search(written.begin(), written.end(), place))
            access(place, mode, source_opens, source_closes);
    });
}

void EventGraph::Builder::close_barriers() {
    for (const auto& leave : leaves_)
        needs(leave.event, leave.group,
              static_cast<std::int64_t>(graph_.counters_[leave.first].raises.size()) * symmetry_.order());
}

EventGraph::EventGraph(const Schedule& schedule, std::int32_t launches, Symmetry symmetry)
    : schedule_(&schedule), launches_(launches), symmetry_(std::move(symmetry)) {
    Builder(*this).build();
}

Event EventGraph::rotated(EventId id, std::int32_t rotation) const {
    Event event = events_[id];
    if (!is_joint(id))
        event.who = is_environment(event.moment) ? symmetry_.rotated(event.who, rotation)
                                                 : symmetry_.rotated_agent(event.who, rotation);
    return event;
}

std::int64_t EventGraph::estimate(const Schedule& schedule, std::int32_t launches) {
    const bool gradual = schedule.profile.credit == Credit::gradual;
    std::int64_t parts = 4LL * schedule.chips;
    for (const Buffer& buffer : schedule.buffers) parts += buffer.size;
    for (const Semaphore& semaphore : schedule.semaphores) parts += semaphore.size;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps)
            parts += std::visit(
                Overloaded{[&](const Put<C>& put) { return 5LL + put.len + (gradual ? early_units(put) : 0); },
                           [](const Get<C>& get) { return 4LL + get.len; },
                           [](const Copy<C>& copy) { return 2LL + copy.len; },
                           [](const Reduce<C>& reduce) { return 2LL + reduce.len; }, [](const Wait<C>&) { return 1LL; },
                           [](const Fence<C>&) { return 1LL; }, [](const Quiet<C>&) { return 1LL; },
                           [](const auto&) { return 2LL; }},
                step.operation);
    return parts * launches;
}

std::int32_t EventGraph::times(EventId id) const {
    if (events_[id].moment != Moment::credit) return 1;
    return early_units(std::get<Put<C>>(schedule_->agents[events_[id].who].steps[events_[id].step].operation));
}

}  // namespace ringproof::model
