#include "model/event_graph.h"

#include <algorithm>
#include <limits>

#include "model/footprint.h"

namespace ringproof::model {
namespace {

using C = Concrete;

}  // namespace

/// Walks every agent once, launch by launch, in program order.
class EventGraph::Builder {
public:
    explicit Builder(EventGraph& graph) : graph_(graph), schedule_(*graph.schedule_), symmetry_(graph.symmetry_) {}

    void build() {
        make_counters();
        if (schedule_.has_launches()) make_environment();
        for (std::size_t id = 0; id < schedule_.agents.size(); ++id)
            if (schedule_.agents[id].chip < symmetry_.step()) walk(static_cast<std::int32_t>(id));
        close_barriers();
    }

private:
    /// What an agent has done so far, as far as later events depend on it.
    struct Walk {
        std::int32_t agent;
        std::int32_t launch = 0;
        std::int32_t step = 0;
        EventId last = no_event;
        struct Target {
            std::vector<EventId> link_tail;  ///< effects that a link-ordered push must follow
            std::map<Symbol, std::vector<EventId>> channel_tail;
            std::vector<EventId> since_fence;  ///< effects of everything since the last fence
            std::int32_t fenced = -1;          ///< the group that later begins need
        };
        std::map<std::int32_t, Target> targets;
        std::vector<EventId> unread;    ///< since the last quiet of either kind: what `until read` waits for
        std::vector<EventId> unlanded;  ///< since the last quiet until landed
        std::map<Symbol, std::int32_t> rounds;
    };

    EventId add(Moment moment, std::int32_t who, std::int32_t launch, std::int32_t step,
                std::initializer_list<EventId> predecessors) {
        graph_.events_.push_back({moment, who, launch, step});
        graph_.counter_of_.push_back(-1);
        graph_.need_.push_back(0);
        auto& list = graph_.predecessors_.emplace_back();
        for (const EventId predecessor : predecessors)
            if (predecessor != no_event) list.push_back(predecessor);
        return graph_.size() - 1;
    }

    EventId add(const Walk& walk, Moment moment, std::initializer_list<EventId> predecessors) {
        return add(moment, walk.agent, walk.launch, walk.step, predecessors);
    }

    void needs(EventId event, std::int32_t counter, std::int64_t units) {
        graph_.counter_of_[event] = counter;
        graph_.need_[event] = units;
    }

    /// A new group; events that need it need all its members.
    std::int32_t make_group() {
        graph_.counters_.emplace_back();
        return static_cast<std::int32_t>(graph_.counters_.size()) - 1;
    }

    void needs_all(EventId event, std::int32_t group) {
        needs(event, group, static_cast<std::int64_t>(graph_.counters_[group].raises.size()));
    }

    void raise(EventId event, const model::Raise<C>& raise, std::int64_t units) {
        if (units > 0)
            graph_.counters_[cell(raise.counter, graph_.events_[event].launch)].raises.push_back(
                {event, units, shift_towards(schedule_.chip_of(raise.counter))});
        if (schedule_.life_of(raise.counter.semaphore) == Life::launch)
            graph_.touches_.push_back({event, event, schedule_.chip_of(raise.counter)});
    }

    void touch_memory(EventId first, EventId last, std::int32_t chip) {
        if (schedule_.has_launches() && !schedule_.memory_is_global()) graph_.touches_.push_back({first, last, chip});
    }

    /// The rotation of the base chip's event relative to what it reaches on `chip`.
    std::int32_t shift_towards(std::int32_t chip) const {
        return (symmetry_.order() - symmetry_.rotation(chip)) % symmetry_.order();
    }

    std::int32_t cell(Counter anywhere, std::int32_t launch) const {
        const Counter counter = symmetry_.base(anywhere);
        const bool each_launch = schedule_.life_of(counter.semaphore) == Life::launch;
        return static_cast<std::int32_t>(
            first_counter_[counter.semaphore] + static_cast<std::size_t>(counter.index) +
            (each_launch ? static_cast<std::size_t>(launch) * schedule_.semaphores[counter.semaphore].size : 0));
    }

    void make_counters() {
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

    void make_environment() {
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

    void access(Place place, Mode mode, EventId opens, EventId closes) {
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

    void accesses(const Operation& operation, End end, EventId opens, EventId closes) {
        each_access(operation, [&](Place place, Mode mode, End side) {
            if (side == end) access(place, mode, opens, closes);
        });
    }

    /// The same for an operation whose writes are open whenever its reads are: of a slot that it both reads and writes,
    /// only the write counts, which conflicts with everything the read conflicts with.
    void accesses_once(const Operation& operation, EventId source_opens, EventId source_closes, EventId target_opens,
                       EventId target_closes) {
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

    void walk(std::int32_t id) {
        const Agent& agent = schedule_.agents[id];
        Walk walk{id, 0, 0, no_event, {}, {}, {}, {}};
        for (walk.launch = 0; walk.launch < graph_.launches_; ++walk.launch) {
            // The chip's enter comes after its collect of the launch before, and so after all of this agent's events
            // then.
            if (schedule_.has_launches()) walk.last = graph_.enter(agent.chip, walk.launch);
            for (walk.step = 0; walk.step < static_cast<std::int32_t>(agent.steps.size()); ++walk.step) {
                const Operation& operation = agent.steps[walk.step].operation;
                std::visit([&](const auto& op) { this->operation(walk, operation, op); }, operation);
            }
            if (schedule_.has_launches()) {
                const EventId exit = graph_.exit(agent.chip, walk.launch);
                if (walk.last != graph_.enter(agent.chip, walk.launch)) graph_.predecessors_[exit].push_back(walk.last);
            }
        }
    }

    // One case an operation, as in the machine.

    void operation(Walk& walk, const Operation& whole, const Put<C>& put) {
        const std::int32_t target = schedule_.chip_of(put.dst);
        const EventId issue = walk.last = add(walk, Moment::issue, {walk.last});
        const EventId begin = add(walk, Moment::begin, {issue});
        const EventId read = add(walk, Moment::read, {issue});
        const bool detached = put.recv && schedule_.profile.signal_covers == Covers::none;
        std::int64_t early = 0;
        EventId credit = no_event;
        if (schedule_.profile.credit == Credit::gradual && !detached && early_units(put) > 0) {
            early = early_units(put);
            credit = add(walk, Moment::credit, {begin});
            raise(credit, *put.recv, early);
        }
        // A landing raises what credit has not: so credit may as well come before it (semantics.md section 5).
        const EventId land = add(walk, Moment::land, {begin, read, credit});
        if (put.send) raise(read, *put.send, put.send->add);
        if (detached) {
            const EventId apart = add(walk, Moment::raise, {begin});
            raise(apart, *put.recv, put.recv->add);
            fly(walk, issue, apart, target);  // and no quiet waits for it
        } else if (put.recv) {
            raise(land, *put.recv, put.recv->add - early);
        }
        accesses(whole, End::source, issue, read);
        accesses(whole, End::target, begin, land);
        touch_memory(begin, land, target);
        if (!is_input(schedule_.buffers[put.src.buffer].role))  // else the race with the next fill shows it
            touch_memory(read, read, schedule_.agents[walk.agent].chip);
        fly(walk, issue, land, target);
        walk.unlanded.push_back(land);
        walk.unread.push_back(read);
        order_push(walk, target, begin, land, put.channel, schedule_.profile.signal_covers);
    }

    void operation(Walk& walk, const Operation& whole, const Get<C>& get) {
        const std::int32_t target = schedule_.chip_of(get.src);
        const EventId issue = walk.last = add(walk, Moment::issue, {walk.last});
        const EventId begin = add(walk, Moment::begin, {issue});
        const EventId read = add(walk, Moment::read, {begin});
        const EventId land = add(walk, Moment::land, {read});
        if (get.done) raise(land, *get.done, get.done->add);
        accesses_once(whole, begin, read, issue, land);
        touch_memory(begin, read, target);
        touch_memory(land, land, schedule_.agents[walk.agent].chip);
        fly(walk, issue, land, target);
        walk.unlanded.push_back(land);
        walk.unread.push_back(land);
        order_fenced(walk, target, begin, read);
    }

    void operation(Walk& walk, const Operation&, const Signal<C>& signal) {
        const std::int32_t target = schedule_.chip_of(signal.counter);
        const EventId issue = walk.last = add(walk, Moment::issue, {walk.last});
        const EventId deliver = add(walk, Moment::deliver, {issue});
        const auto* const add_to = std::get_if<Add<C>>(&signal.effect);
        raise(deliver, {signal.counter, 0}, add_to == nullptr ? 0 : add_to->add);
        fly(walk, issue, deliver, target);
        walk.unlanded.push_back(deliver);
        walk.unread.push_back(deliver);
        order_push(walk, target, deliver, deliver, signal.channel,
                   signal.covers.value_or(schedule_.profile.signal_covers));
    }

    void fly(const Walk& walk, EventId issue, EventId over, std::int32_t target) {
        graph_.flights_.push_back({issue, over, schedule_.agents[walk.agent].chip, target});
    }

    /// What link order and channels put before a put or signal, besides fences.
    void order_push(Walk& walk, std::int32_t chip, EventId begin, EventId land, Symbol channel, Covers covers) {
        Walk::Target& target = walk.targets[chip];
        auto& on_channel = target.channel_tail[channel];
        const auto follow = [&](EventId event, std::vector<EventId>& tail) {
            auto& list = graph_.predecessors_[event];
            list.insert(list.end(), tail.begin(), tail.end());
            tail.clear();
        };
        if (covers == Covers::link) {
            // It follows everything before it, so what follows it need look no further back.
            follow(begin, target.link_tail);
            on_channel.clear();
        } else if (covers == Covers::channel) {
            follow(land, on_channel);
        }
        target.link_tail.push_back(land);
        on_channel.push_back(land);
        order_fenced(walk, chip, begin, land);
    }

    /// What fences put before a remote operation that takes effect on `chip` from `begin` to `effect`.
    void order_fenced(Walk& walk, std::int32_t chip, EventId begin, EventId effect) {
        Walk::Target& target = walk.targets[chip];
        if (target.fenced >= 0) needs_all(begin, target.fenced);
        target.since_fence.push_back(effect);
    }

    void operation(Walk& walk, const Operation&, const Fence<C>&) {
        walk.last = add(walk, Moment::fence, {walk.last});
        for (auto& [chip, target] : walk.targets) {
            if (target.since_fence.empty()) continue;  // the fence before it still covers all
            target.fenced = make_group();
            for (const EventId effect : target.since_fence)
                graph_.counters_[target.fenced].raises.push_back({effect, 1, 0});
            target.since_fence.clear();
            target.link_tail.clear();
            target.channel_tail.clear();
        }
    }

    void operation(Walk& walk, const Operation&, const Quiet<C>& quiet) {
        walk.last = add(walk, Moment::quiet, {walk.last});
        auto& pending = quiet.until == Until::read ? walk.unread : walk.unlanded;
        auto& list = graph_.predecessors_[walk.last];
        list.insert(list.end(), pending.begin(), pending.end());
        pending.clear();
        if (quiet.until == Until::landed) walk.unread.clear();
    }

    void operation(Walk& walk, const Operation&, const Wait<C>& wait) {
        walk.last = add(walk, Moment::wait, {walk.last});
        const std::int32_t id = cell(wait.counter, walk.launch);
        CounterNode& counter = graph_.counters_[id];
        const auto* const until = std::get_if<AtLeast<C>>(&wait.until);
        if (until == nullptr || std::holds_alternative<All>(until->take)) return;  // no fixed number of units
        // A counter of limited width never shows a value at or above the width.
        const auto width = schedule_.profile.counter_values;
        const bool never = width && until->at_least >= *width;
        needs(walk.last, id,
              never ? std::numeric_limits<std::int64_t>::max() : counter.takes + until->at_least - counter.init);
        counter.waits.push_back(walk.last);
        counter.taken.push_back(counter.takes);
        counter.takes += std::get<std::int32_t>(until->take);
    }

    void operation(Walk& walk, const Operation&, const Set<C>&) { walk.last = add(walk, Moment::set, {walk.last}); }
    void operation(Walk& walk, const Operation&, const Snapshot<C>&) {
        walk.last = add(walk, Moment::snapshot, {walk.last});
    }
    void operation(Walk& walk, const Operation&, const Poll<C>&) { walk.last = add(walk, Moment::poll, {walk.last}); }

    void operation(Walk& walk, const Operation&, const Barrier<C>& barrier) {
        auto& rounds = barriers_[barrier.name];
        const auto round = static_cast<std::size_t>(walk.rounds[barrier.name]++);
        if (rounds.size() <= round) {
            rounds.push_back(make_group());
            graph_.counters_[rounds.back()].joint = true;
        }
        const EventId arrive = walk.last = add(walk, Moment::arrive, {walk.last});
        walk.last = add(walk, Moment::leave, {arrive});
        graph_.counters_[rounds[round]].raises.push_back({arrive, symmetry_.order()});
        leaves_.push_back({walk.last, rounds[round], rounds.front()});
    }

    template <class Op>
    void operation(Walk& walk, const Operation& whole, const Op&) {
        const EventId start = walk.last = add(walk, Moment::start, {walk.last});
        const EventId end = walk.last = add(walk, Moment::end, {start});
        accesses_once(whole, start, end, start, end);
        // A load over the link must find the other chip inside, like a get.
        each_access(whole, [&](Place place, Mode, End side) {
            if (side == End::source && schedule_.chip_of(place) != schedule_.agents[walk.agent].chip)
                touch_memory(start, end, schedule_.chip_of(place));
        });
    }

    /// Every leave needs as many arrivals of its round as there are agents that name the barrier: an agent that comes
    /// less often holds all others for ever.
    void close_barriers() {
        for (const auto& leave : leaves_)
            needs(leave.event, leave.group,
                  static_cast<std::int64_t>(graph_.counters_[leave.first].raises.size()) * symmetry_.order());
    }

    struct Leave {
        EventId event;
        std::int32_t group, first;
    };

    EventGraph& graph_;
    const Schedule& schedule_;
    const Symmetry& symmetry_;
    std::vector<std::size_t> first_counter_;
    std::vector<std::int64_t> first_slot_;
    std::map<Symbol, std::vector<std::int32_t>> barriers_;  ///< the group of each round
    std::vector<Leave> leaves_;
};

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
