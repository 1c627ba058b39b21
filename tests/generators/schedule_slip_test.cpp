#include "generators/schedule_slip.h"

#include <array>

#include <gtest/gtest.h>

#include "generators/ring/plans.h"
#include "generators/smaller.h"
#include "model/compare.h"
#include "model/json/json.h"
#include "tests/support/check_often.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

model::Schedule permute() { return schedule_of(settled(RingPlan{})); }

TEST(ScheduleSlip, LeavesSchedulesValid) {
    tests::check_often(5'000, [] {
        const RingPlan plan = *ring_plans();
        Draws draws(*rc::gen::noShrink(rc::Gen<rc::Random>(
            [](const rc::Random& random, int) { return rc::shrinkable::just(rc::Random(random)); })));
        model::Schedule schedule = schedule_of(plan);
        for (int k = 0; k < 3; ++k) schedule = slipped(std::move(schedule), draw_slip(draws));
        RC_LOG() << model::write_schedule(schedule);
        RC_ASSERT(is_valid(schedule));
    });
}

TEST(ScheduleSlip, OfEveryKindChangesSomething) {
    std::array<int, slip_kinds> changes{};
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        Draws draws((rc::Random(seed)));
        const model::Schedule schedule = schedule_of(draw_ring_plan(draws));
        const ScheduleSlip slip = draw_slip(draws);
        if (!model::equal(slipped(schedule, slip), schedule)) ++changes[static_cast<std::size_t>(slip.kind)];
    }
    for (std::size_t kind = 0; kind < changes.size(); ++kind) EXPECT_GE(changes[kind], 10) << kind;
}

TEST(ScheduleSlip, DropsOneOperation) {
    const model::Schedule schedule = permute();
    const model::Schedule other = slipped(schedule, {SlipKind::drop, 1, 0});
    ASSERT_EQ(other.agents[0].steps.size() + 1, schedule.agents[0].steps.size());
    EXPECT_TRUE(model::equal(other.agents[0].steps[0], schedule.agents[0].steps[0]));
    EXPECT_TRUE(model::equal(other.agents[0].steps[1], schedule.agents[0].steps[2]));
}

TEST(ScheduleSlip, LooksOnForAnOperationThatItFits) {
    // Only the puts have a recv to lose, and the number points at a wait.
    const model::Schedule other = slipped(permute(), {SlipKind::no_raise, 1, 0});
    EXPECT_TRUE(std::get<model::Put<C>>(other.agents[0].steps[0].operation).recv.has_value());
    EXPECT_FALSE(std::get<model::Put<C>>(other.agents[1].steps[0].operation).recv.has_value());
}

TEST(ScheduleSlip, LeavesAloneWhatItDoesNotFit) {
    const model::Schedule schedule = permute();
    EXPECT_TRUE(model::equal(slipped(schedule, {SlipKind::other_rule, 7, 7}), schedule));
    model::Schedule empty;
    empty.chips = 1;
    EXPECT_TRUE(model::equal(slipped(empty, {SlipKind::drop, 7, 7}), empty));
}

}  // namespace
}  // namespace ringproof::generators
