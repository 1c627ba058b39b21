#pragma once

#include <cstdint>

#include "checker/clocks/clock_table.h"
#include "checker/clocks/follower.h"
#include "checker/clocks/whole.h"

namespace ringproof::checker {

/// The relation < of specs/semantics.md section 5.3: a < b if b cannot happen unless a has. By clocks for events on
/// chains, by following for those off the chains, and by a closure (T2) where following leaves it open.
class Order {
public:
    /// `run` is complete, by CutFinder::largest_waits_last. All must outlive it. Throws GaveUp.
    Order(const model::EventGraph& graph, const model::CutFinder& finder, const model::Cut& run, Whole& whole,
          const Deadline& deadline, std::int64_t most_entries)
        : whole_(whole),
          deadline_(deadline),
          clocks_(graph, run, deadline, most_entries),
          follower_(graph, finder, clocks_, deadline) {}

    /// a < b.
    bool before(Rotated a, Rotated b);
    /// The units that `counter` can get without `event`, a synchronous event of a base chip.
    std::int64_t raised_without(std::int32_t counter, model::EventId event) const {
        return clocks_.raised_without(counter, event);
    }
    /// How many questions a closure had to answer.
    std::int64_t closures() const { return closures_; }

private:
    Whole& whole_;
    const Deadline& deadline_;
    ClockTable clocks_;
    Follower follower_;
    std::int64_t closures_ = 0;
};

}  // namespace ringproof::checker
