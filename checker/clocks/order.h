#pragma once

#include <cstdint>
#include <vector>

#include "checker/clocks/clock_table.h"
#include "checker/clocks/follower.h"

namespace ringproof::checker {

/// The relation < of specs/semantics.md section 5.3: a < b if b cannot happen unless a has. By clocks for events on
/// chains, by following for those off the chains; where Condition C12 fails, by one closure for each a (T2).
class Order {
public:
    /// `run` is complete, by CutFinder::largest_waits_last. All must outlive it. Throws GaveUp.
    Order(const model::EventGraph& graph, const model::CutFinder& finder, const model::Cut& run,
          const Deadline& deadline, std::int64_t most_entries)
        : graph_(graph),
          finder_(finder),
          deadline_(deadline),
          clocks_(graph, run, deadline, most_entries),
          follower_(graph, finder, clocks_, deadline) {}

    /// Whether the clocks are exact. Where they are not, closures answer, for a graph that is not modulo rotations; of
    /// another nothing may be asked.
    bool exact() const { return clocks_.exact(); }
    /// a < b.
    bool before(Rotated a, Rotated b);
    /// The units that `counter` can get without `event`, a synchronous event of a base chip.
    std::int64_t raised_without(std::int32_t counter, model::EventId event);
    std::int32_t turn(std::int32_t rotation) const { return clocks_.turn(rotation); }

private:
    /// closure(E∖{event})
    const model::Cut& without(model::EventId event);

    const model::EventGraph& graph_;
    const model::CutFinder& finder_;
    const Deadline& deadline_;
    ClockTable clocks_;
    Follower follower_;
    model::EventId left_out_ = model::no_event;
    model::Cut without_;
};

}  // namespace ringproof::checker
