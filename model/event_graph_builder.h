#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

#include "model/event_graph.h"
#include "model/footprint.h"

namespace ringproof::model {

/// Makes an EventGraph: walks every agent once, launch by launch, in program order. Only event_graph.cpp and
/// event_graph_operations.cpp know it.
class EventGraph::Builder {
public:
    explicit Builder(EventGraph& graph) : graph_(graph), schedule_(*graph.schedule_), symmetry_(graph.symmetry_) {}

    void build();

private:
    using C = Concrete;

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

    // ---- Parts of the graph: event_graph.cpp ------------------------------------------------------------------------

    EventId add(Moment moment, std::int32_t who, std::int32_t launch, std::int32_t step,
                std::initializer_list<EventId> predecessors);
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
    void raise(EventId event, const model::Raise<C>& raise, std::int64_t units);
    void touch_memory(EventId first, EventId last, std::int32_t chip);
    /// The rotation of the base chip's event relative to what it reaches on `chip`.
    std::int32_t shift_towards(std::int32_t chip) const {
        return (symmetry_.order() - symmetry_.rotation(chip)) % symmetry_.order();
    }
    std::int32_t cell(Counter anywhere, std::int32_t launch) const;
    void make_counters();
    void make_environment();
    void access(Place place, Mode mode, EventId opens, EventId closes);
    void accesses(const Operation& operation, End end, EventId opens, EventId closes);
    /// The same for an operation whose writes are open whenever its reads are: of a slot that it both reads and writes,
    /// only the write counts, which conflicts with everything the read conflicts with.
    void accesses_once(const Operation& operation, EventId source_opens, EventId source_closes, EventId target_opens,
                       EventId target_closes);
    /// Every leave needs as many arrivals of its round as there are agents that name the barrier: an agent that comes
    /// less often holds all others for ever.
    void close_barriers();

    // ---- One case an operation, as in the machine: event_graph_operations.cpp
    // ----------------------------------------

    void walk(std::int32_t id);
    void operation(Walk& walk, const Operation& whole, const Put<C>& put);
    void operation(Walk& walk, const Operation& whole, const Get<C>& get);
    void operation(Walk& walk, const Operation&, const Signal<C>& signal);
    void operation(Walk& walk, const Operation&, const Wait<C>& wait);
    void operation(Walk& walk, const Operation&, const Set<C>&) { walk.last = add(walk, Moment::set, {walk.last}); }
    void operation(Walk& walk, const Operation&, const Snapshot<C>&) {
        walk.last = add(walk, Moment::snapshot, {walk.last});
    }
    void operation(Walk& walk, const Operation&, const Poll<C>&) { walk.last = add(walk, Moment::poll, {walk.last}); }
    void operation(Walk& walk, const Operation&, const Fence<C>&);
    void operation(Walk& walk, const Operation&, const Quiet<C>& quiet);
    void operation(Walk& walk, const Operation&, const Barrier<C>& barrier);
    /// Local work, from start to end.
    template <class Op>
    void operation(Walk& walk, const Operation& whole, const Op&);
    void fly(const Walk& walk, EventId issue, EventId over, std::int32_t target);
    /// What link order and channels put before a put or signal, besides fences.
    void order_push(Walk& walk, std::int32_t chip, EventId begin, EventId land, Symbol channel, Covers covers);
    /// What fences put before a remote operation that takes effect on `chip` from `begin` to `effect`.
    void order_fenced(Walk& walk, std::int32_t chip, EventId begin, EventId effect);

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

}  // namespace ringproof::model
