#include "generators/ring_schedules.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "checker/cross_check.h"
#include "checker/explore.h"
#include "generators/agent_events.h"
#include "generators/smaller.h"
#include "model/compare.h"
#include "model/event_graph.h"
#include "model/json/json.h"
#include "tests/support/check_often.h"
#include "tests/support/quick_verdict.h"
#include "tests/support/verdicts.h"

namespace ringproof::generators {
namespace {

/// By the event graph, which is written apart from the count.
std::int64_t events_of_graph(const model::Schedule& schedule) {
    const model::EventGraph graph(schedule, schedule.launches);
    std::int64_t count = 0;
    for (model::EventId id = 0; id < graph.size(); ++id) {
        const model::Moment moment = graph.event(id).moment;
        if (moment != model::Moment::fill && moment != model::Moment::enter && moment != model::Moment::exit &&
            moment != model::Moment::collect)
            count += graph.times(id);
    }
    return count;
}

TEST(RingSchedules, AreValidAndBounded) {
    tests::check_often(2'000, [] {
        const model::Schedule schedule = *ring_schedules();
        RC_LOG() << model::write_schedule(schedule);
        RC_ASSERT(is_valid(schedule));
        RC_ASSERT(agent_events(schedule) <= most_ring_events);
        RC_ASSERT(agent_events(schedule) == events_of_graph(schedule));
    });
}

TEST(RingSchedules, AreReadBackAsTheyWereWritten) {
    tests::check_often(1'000, [] {
        const model::Schedule schedule = *ring_schedules();
        const std::string text = model::write_schedule(schedule);
        RC_LOG() << text;
        RC_ASSERT(model::equal(model::read_schedule(text, "again"), schedule));
    });
}

TEST(RingSchedules, HaveEveryVerdict) {
    constexpr int cases = 2'000;
    std::map<std::string, int> seen;
    const rc::Gen<model::Schedule> schedules = ring_schedules();
    for (std::uint64_t seed = 0; seed < cases; ++seed)
        ++seen[tests::word_of(tests::quick_verdict(schedules(rc::Random(seed)).value()))];
    const auto percent = [&](const char* word) { return 100.0 * seen[word] / cases; };
    EXPECT_GE(percent("proved"), 25);
    EXPECT_LE(percent("proved"), 60);
    for (const char* const word : {"race", "deadlock", "dirty-exit", "wrong-result"})
        EXPECT_GE(percent(word), 4) << word;
    for (const char* const word : {"uninitialised", "not-entered"}) EXPECT_GE(percent(word), 1.5) << word;
    EXPECT_GE(percent("counter-range"), 0.5);
    EXPECT_EQ(seen["undecided"], 0);
}

TEST(RingSchedules, AreJudgedTheSameByAllStates) {
    int compared = 0;
    const rc::Gen<model::Schedule> schedules = ring_schedules();
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
        const model::Schedule schedule = schedules(rc::Random(seed)).value();
        checker::Options options;
        options.max_states = 5'000;
        const checker::Verdict states = checker::explore({schedule, schedule.launches, options});
        if (states.outcome == checker::Outcome::undecided) continue;
        ++compared;
        EXPECT_EQ(checker::contradiction(tests::quick_verdict(schedule), states), "")
            << model::write_schedule(schedule);
    }
    EXPECT_GE(compared, 500);
}

TEST(RingSchedules, ShrinkByPlanAndThenByOperations) {
    // A search as RapidCheck makes it: the first shrink that still fails, until none does.
    int found = 0;
    for (std::uint64_t seed = 0; found < 5; ++seed) {
        const auto races = [](const model::Schedule& one) {
            return tests::word_of(tests::quick_verdict(one)) == "race";
        };
        rc::Shrinkable<model::Schedule> best = ring_schedules()(rc::Random(seed));
        if (!races(best.value())) continue;
        ++found;
        for (bool shrunk = true; shrunk;) {
            shrunk = false;
            auto shrinks = best.shrinks();
            while (auto one = shrinks.next())
                if (races(one->value())) {
                    best = std::move(*one);
                    shrunk = true;
                    break;
                }
        }
        const model::Schedule end = best.value();
        EXPECT_LE(end.chips, 2);
        EXPECT_LE(agent_events(end), 10) << model::write_schedule(end);
    }
}

}  // namespace
}  // namespace ringproof::generators
