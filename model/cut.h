#pragma once

#include <vector>

#include "model/event_graph.h"

namespace ringproof::model {

/// An executable set of events and an order in which it can be executed.
struct Cut {
    std::vector<char> has;       ///< by event
    std::vector<EventId> order;  ///< its members, each after what it needs

    bool has_all(const std::vector<EventId>& events) const;
    /// By event: its place in `order`, or -1.
    std::vector<EventId> places() const;
};

/// Computes largest executable cuts inside sets of events: the closure of specs/semantics.md section 5. Each call is
/// linear in the size of the graph.
class CutFinder {
public:
    /// The graph must outlive it.
    explicit CutFinder(const EventGraph& graph);

    /// The largest executable cut of all events.
    Cut largest() const { return largest(std::vector<char>(graph_->size(), 1)); }
    /// The largest executable cut inside `allowed` (one flag an event).
    Cut largest(const std::vector<char>& allowed) const { return largest(allowed, false); }
    /// The largest executable cut of all events, in an order in which a wait happens only when nothing but waits is
    /// left; waits take their turns first come, first served.
    Cut largest_waits_last() const { return largest(std::vector<char>(graph_->size(), 1), true); }

    /// The events that have `event` among their predecessors.
    const std::vector<EventId>& successors(EventId event) const { return successors_[event]; }

private:
    Cut largest(const std::vector<char>& allowed, bool waits_last) const;

    struct Waiting {
        std::int64_t need;
        EventId event;
    };
    struct Effect {
        std::int32_t counter;
        std::int64_t units;
    };

    const EventGraph* graph_;
    std::vector<std::vector<EventId>> successors_;
    std::vector<std::vector<Effect>> effects_;   ///< by event
    std::vector<std::vector<Waiting>> waiting_;  ///< by counter, least need first
};

/// A cut inside `cut` that still has all of `wanted`, from which no further event can be left out; where it needs many
/// thousands of events, the best that was found in about a second.
/// Assumes that `cut` is executable and has them. The graph is not modulo rotations. What `wanted` needs decides how
/// long it takes, rather than the size of the graph.
Cut shrink(const EventGraph& graph, const Cut& cut, const std::vector<EventId>& wanted);

/// The trace of the machine that executes `order`.
Trace trace_of(const EventGraph& graph, const std::vector<EventId>& order);

}  // namespace ringproof::model
