#pragma once

#include <vector>

#include "generators/ring/plans.h"
#include "generators/schedule_slip.h"

namespace ringproof::generators {

/// A plan and what a hand then did to its schedule.
struct RingCase {
    RingPlan plan;
    std::vector<ScheduleSlip> slips;
};

RingCase draw_ring_case(Draws& draws);
/// Valid, of at most `most_ring_events` events of agents: a slip that would make it larger is left out.
model::Schedule schedule_of(const RingCase& ring);

/// Schedules of ring plans with up to two slips. They shrink by plan and slips first, then by what can be left out of
/// the schedule itself (smaller.h).
rc::Gen<model::Schedule> ring_schedules();

}  // namespace ringproof::generators
