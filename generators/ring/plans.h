#pragma once

#include <rapidcheck.h>

#include "generators/draws.h"
#include "generators/ring/plan.h"

namespace ringproof::generators {

/// Schedules of drawn plans have at most so many events of agents (agent_events.h).
inline constexpr std::int64_t most_ring_events = 60;

/// Settled plans of every pattern and mechanism, of which some two fifths are right and the rest wrong in one or two
/// ways. They shrink to two chips, one ring, few hops and plain choices.
rc::Gen<RingPlan> ring_plans();
/// One such plan.
RingPlan draw_ring_plan(Draws& draws);

}  // namespace ringproof::generators
