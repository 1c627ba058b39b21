#include "generators/smaller.h"

#include <functional>

#include <gtest/gtest.h>

#include "generators/removal.h"
#include "generators/ring_schedules.h"
#include "model/compare.h"
#include "model/json/json.h"
#include "tests/support/quick_verdict.h"
#include "tests/support/verdicts.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;
using Wanted = std::function<bool(const model::Schedule&)>;

std::size_t operations(const model::Schedule& schedule) {
    std::size_t count = 0;
    for (const model::Agent& agent : schedule.agents) count += agent.steps.size();
    return count;
}

/// Takes the first smaller schedule that is wanted for as long as there is one.
model::Schedule smallest(model::Schedule schedule, const Wanted& wanted) {
    for (;;) {
        auto next = smaller(schedule);
        bool found = false;
        while (auto one = next.next())
            if (wanted(*one)) {
                schedule = std::move(*one);
                found = true;
                break;
            }
        if (!found) return schedule;
    }
}

TEST(Smaller, IsValidAndDifferent) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Draws draws((rc::Random(seed)));
        const model::Schedule schedule = schedule_of(draw_ring_case(draws));
        rc::seq::forEach(smaller(schedule), [&](const model::Schedule& one) {
            ASSERT_TRUE(is_valid(one)) << model::write_schedule(one);
            ASSERT_FALSE(model::equal(one, schedule)) << model::write_schedule(one);
        });
    }
}

TEST(Smaller, EndsWithNothingWhenAllIsWanted) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Draws draws((rc::Random(seed)));
        const model::Schedule end = smallest(schedule_of(draw_ring_case(draws)), [](const auto&) { return true; });
        EXPECT_EQ(end.chips, 1);
        EXPECT_EQ(end.launches, 1);
        EXPECT_TRUE(end.agents.empty() && end.buffers.empty() && end.semaphores.empty() && end.claims.empty() &&
                    end.contracts.empty())
            << model::write_schedule(end);
        EXPECT_EQ(end.profile, model::Profile{});
    }
}

TEST(Smaller, EndsBySmallStepsToo) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Draws draws((rc::Random(seed)));
        model::Schedule schedule = schedule_of(draw_ring_case(draws));
        // What comes last takes least away.
        for (int steps = 0;; ++steps) {
            ASSERT_LT(steps, 1'000);
            rc::Maybe<model::Schedule> last = rc::seq::last(smaller(schedule));
            if (!last) break;
            schedule = std::move(*last);
        }
        EXPECT_EQ(operations(schedule), 0U);
    }
}

TEST(Smaller, MakesAmountsOne) {
    model::Schedule schedule = schedule_of(settled(RingPlan{}));
    auto& put = std::get<model::Put<C>>(schedule.agents[0].steps[0].operation);
    put.recv->add = 7;
    auto& wait = std::get<model::Wait<C>>(schedule.agents[0].steps[1].operation);
    wait.until = model::AtLeast<C>{9, 9};
    const model::Schedule end = smallest(schedule, [](const model::Schedule& one) {
        // As they were, apart from amounts.
        if (one.agents.size() != 2 || one.agents[0].steps.size() != 3) return false;
        const auto* const other = std::get_if<model::Put<C>>(&one.agents[0].steps[0].operation);
        const auto* const until = std::get_if<model::Wait<C>>(&one.agents[0].steps[1].operation);
        return other != nullptr && other->recv && until != nullptr;
    });
    EXPECT_EQ(std::get<model::Put<C>>(end.agents[0].steps[0].operation).recv->add, 1);
    EXPECT_EQ(std::get<model::AtLeast<C>>(std::get<model::Wait<C>>(end.agents[0].steps[1].operation).until).at_least,
              1);
}

TEST(Smaller, LeavesTheTwoOperationsOfARace) {
    RingPlan plan;
    plan.pattern = Pattern::gather;
    plan.chips = 3;
    plan.hops = 2;
    plan.faults = 1U << static_cast<int>(Fault::skip_arrival);
    const model::Schedule end = smallest(schedule_of(settled(plan)), [](const model::Schedule& one) {
        return tests::word_of(tests::quick_verdict(one)) == "race";
    });
    // A put whose landing the environment or one operation meets.
    EXPECT_LE(operations(end), 2U) << model::write_schedule(end);
    EXPECT_LE(end.chips, 2) << model::write_schedule(end);
    EXPECT_TRUE(end.semaphores.empty()) << model::write_schedule(end);
}

TEST(Removal, OfAChipTakesWhatNamesItAndRenumbersTheRest) {
    RingPlan plan;
    plan.chips = 3;
    model::Schedule schedule = schedule_of(settled(plan));
    remove_chip(schedule, 1);
    ASSERT_TRUE(is_valid(schedule));
    EXPECT_EQ(schedule.chips, 2);
    ASSERT_EQ(schedule.agents.size(), 2U);
    // Chip 0 put to chip 1, and chip 2, now 1, puts to chip 0.
    EXPECT_EQ(schedule.agents[0].steps.size(), 2U);
    ASSERT_EQ(schedule.agents[1].steps.size(), 3U);
    const auto& put = std::get<model::Put<C>>(schedule.agents[1].steps[0].operation);
    EXPECT_EQ(schedule.text(put.src), "x of chip 1");
    EXPECT_EQ(schedule.text(put.dst), "out of chip 0");
    // Only chip 0 is owed a value of a chip that is still there.
    ASSERT_EQ(schedule.claims.size(), 1U);
    EXPECT_EQ(schedule.text(schedule.claims[0].place), "out of chip 0");
    EXPECT_EQ(schedule.claims[0].value, (model::Term{model::Input{1, model::Symbol("x"), 0}}));
}

TEST(Removal, OfASemaphoreLeavesPutsThatRaisedIt) {
    model::Schedule schedule = schedule_of(settled(RingPlan{}));
    const auto recv = std::get<model::Put<C>>(schedule.agents[0].steps[0].operation).recv;
    ASSERT_TRUE(recv.has_value());
    remove_semaphore(schedule, recv->counter.semaphore);
    ASSERT_TRUE(is_valid(schedule));
    EXPECT_FALSE(std::get<model::Put<C>>(schedule.agents[0].steps[0].operation).recv.has_value());
    EXPECT_EQ(schedule.agents[0].steps.size(), 3U);
    EXPECT_EQ(schedule.agents[1].steps.size(), 2U);
}

}  // namespace
}  // namespace ringproof::generators
