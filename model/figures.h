#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/schedule.h"
#include "model/timeline.h"

namespace ringproof::model {

/// How a chip spends the time of a run.
struct ChipFigures {
    double busy = 0;        ///< some agent computes, copies or reduces
    double moving = 0;      ///< a put, get or load to or from another chip is under way, from its issue to its landing
    double overlapped = 0;  ///< both

    double exposed() const { return moving - overlapped; }
};

/// What a run amounts to.
struct Figures {
    double makespan = 0;
    std::vector<ChipFigures> chips;
    Spent critical;  ///< what the time of the critical path went to; it adds up to the makespan

    /// Of the time that chips move data, the part in which they also work, from 0 to 1; 0 where nothing moves.
    double overlap() const;
    /// The longest time that one chip moves data and does nothing else.
    double exposed() const;
};

/// Assumes the schedule that `timeline` is a run of.
Figures figures(const Schedule& schedule, const Timeline& timeline);

}  // namespace ringproof::model
