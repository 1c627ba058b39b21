#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/schedule.h"
#include "model/timeline.h"

namespace ringproof::model {

/// A time that no schedule can go below: specs/timeline.md.
struct Bound {
    std::string what;     ///< `latency of all_gather`
    std::string formula;  ///< `alpha h`; with numbers: `alpha h = 1 * 3`
    double time = 0;
};

/// Lower bounds for what a schedule promises, under the same costs and in the directions in which the data went.
struct Bounds {
    std::vector<Bound> list;  ///< each a bound of its own
    std::string unknown;      ///< why none is known for some contract; empty: nothing is missing

    /// The greatest.
    double time() const;
};

/// Latency and bandwidth for each contract and for free claims, and the work of the busiest agent.
/// Assumes the schedule that `timeline` is a run of.
Bounds lower_bounds(const Schedule& schedule, const Timeline& timeline);

}  // namespace ringproof::model
