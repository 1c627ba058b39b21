#pragma once

#include <vector>

#include "generators/ring/plan.h"

namespace ringproof::generators {

/// Settled plans that are simpler than this settled one, the simplest first: fewer chips, rings, hops, launches,
/// faults, plainer choices. Each has a smaller `size`, so taking one again and again ends.
std::vector<RingPlan> simpler(const RingPlan& plan);
/// How far the plan is from the plainest one.
std::int64_t size(const RingPlan& plan);

}  // namespace ringproof::generators
