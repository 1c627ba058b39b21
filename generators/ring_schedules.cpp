#include "generators/ring_schedules.h"

#include "generators/agent_events.h"
#include "generators/ring/simpler.h"
#include "generators/smaller.h"

namespace ringproof::generators {
namespace {

std::vector<RingCase> simpler_cases(const RingCase& ring) {
    std::vector<RingCase> cases;
    for (std::size_t k = 0; k < ring.slips.size(); ++k) {
        cases.push_back(ring);
        cases.back().slips.erase(cases.back().slips.begin() + static_cast<std::ptrdiff_t>(k));
    }
    for (const RingPlan& plan : simpler(ring.plan)) cases.push_back({plan, ring.slips});
    return cases;
}

rc::Shrinkable<model::Schedule> shrinkable(const RingCase& ring) {
    return rc::shrinkable::lambda([ring] { return schedule_of(ring); },
                                  [ring] {
                                      return rc::seq::concat(
                                          rc::seq::map(rc::seq::fromContainer(simpler_cases(ring)),
                                                       [](const RingCase& other) { return shrinkable(other); }),
                                          rc::seq::map(smaller(schedule_of(ring)), [](model::Schedule&& schedule) {
                                              return rc::shrinkable::shrinkRecur(std::move(schedule), &smaller);
                                          }));
                                  });
}

}  // namespace

RingCase draw_ring_case(Draws& draws) {
    RingCase ring{draw_ring_plan(draws), {}};
    for (std::int32_t slips = draws.weighted({75, 18, 7}); slips > 0; --slips) ring.slips.push_back(draw_slip(draws));
    return ring;
}

model::Schedule schedule_of(const RingCase& ring) {
    model::Schedule schedule = schedule_of(ring.plan);
    for (const ScheduleSlip& slip : ring.slips) {
        model::Schedule other = slipped(schedule, slip);
        if (agent_events(other) <= most_ring_events) schedule = std::move(other);
    }
    return schedule;
}

rc::Gen<model::Schedule> ring_schedules() {
    return [](const rc::Random& random, int) {
        Draws draws(random);
        return shrinkable(draw_ring_case(draws));
    };
}

}  // namespace ringproof::generators
