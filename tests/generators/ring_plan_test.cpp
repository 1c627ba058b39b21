#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "checker/choose.h"
#include "generators/agent_events.h"
#include "generators/ring/plans.h"
#include "generators/ring/simpler.h"
#include "model/compare.h"
#include "model/json/json.h"
#include "model/validity.h"
#include "tests/support/check_often.h"
#include "tests/support/verdicts.h"

namespace ringproof::generators {
namespace {

/// Throws where something is wrong with it.
void require_valid(const model::Schedule& schedule) {
    model::validate_declarations(schedule);
    for (const model::Agent& agent : schedule.agents)
        for (const model::Step& step : agent.steps)
            if (const auto found = model::complaint(schedule, agent.chip, step.operation))
                throw std::runtime_error(found->member + ": " + found->message);
}

checker::Verdict verdict_of(const model::Schedule& schedule) {
    return checker::choose({schedule, schedule.launches, {}}, checker::engines()).verdict;
}

TEST(RingPlan, MakesValidSchedules) {
    tests::check_often(2'000, [] {
        const RingPlan plan = *ring_plans();
        const model::Schedule schedule = schedule_of(plan);
        require_valid(schedule);
        RC_ASSERT(agent_events(schedule) <= most_ring_events);
    });
}

TEST(RingPlan, SettlesOnce) {
    tests::check_often(2'000, [] {
        const RingPlan plan = *ring_plans();
        RC_ASSERT(settled(plan) == plan);
    });
}

TEST(RingPlan, ARightOneIsProved) {
    tests::check_often(1'000, [] {
        RingPlan plan = *ring_plans();
        plan.faults = 0;
        plan = settled(plan);
        RC_PRE(agent_events(schedule_of(plan)) <= most_ring_events);
        const auto verdict = verdict_of(schedule_of(plan));
        RC_TAG(tests::word_of(verdict));
        RC_ASSERT(tests::word_of(verdict) == "proved");
    });
}

}  // namespace
}  // namespace ringproof::generators
