#include "generators/vectors/follow.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/unstructured.h"
#include "model/scheduler.h"
#include "tests/support/vector_named.h"

namespace ringproof::generators {
namespace {

using model::Moment;
using model::Trace;
using tests::vector_named;

Trace some_trace(const model::Schedule& schedule, std::uint64_t seed) {
    model::Machine machine(schedule, schedule.launches);
    Trace trace;
    model::run_random(machine, seed, [&](const model::Event& event) { trace.push_back(event); });
    return trace;
}

bool need_not_be_told(const model::Event& event) {
    return is_environment(event.moment) || event.moment == Moment::begin;
}

/// Every run of the machine is accepted as a trace, with the outcome that it had, right or wrong as the schedule may
/// be.
RC_GTEST_PROP(Follow, TakesWhatTheMachineDoes, ()) {
    const model::Schedule schedule = *unstructured_schedules({}, Operations::all);
    model::Machine machine(schedule, schedule.launches);
    Collector collector(schedule);
    Trace trace;
    model::run_random(machine, *rc::gen::arbitrary<std::uint64_t>(), [&](const model::Event& event) {
        collector.before(machine, event);
        trace.push_back(event);
    });
    RC_PRE(!trace.empty());
    const Followed followed = follow(schedule, trace);
    RC_ASSERT(followed.refusal == "");
    const Outcome outcome = collector.at_rest(machine);
    RC_ASSERT(followed.outcome.finished == outcome.finished);
    RC_ASSERT(followed.outcome.counters == outcome.counters);
    RC_ASSERT(followed.outcome.positions == outcome.positions);
}

TEST(Follow, NeedsNotBeToldOfEnvironmentAndBegin) {
    for (const char* id : {"launches-all_reduce-n3", "launches-permute_entry_handshake-n4", "litmus-store_buffering-n2",
                           "launches-barrier_neighbour-n4", "counters-two_agents-n2"}) {
        const model::Schedule schedule = vector_named(id).schedule();
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            Trace trace = some_trace(schedule, seed);
            std::erase_if(trace, need_not_be_told);
            EXPECT_EQ(follow(schedule, trace).refusal, "") << id;
        }
    }
}

/// Some of what need not be told is told: each kind for itself.
TEST(Follow, MayBeToldSomeOfTheEnvironment) {
    for (const char* id : {"launches-all_gather-n3", "launches-permute_entry_handshake-n4", "launches-all_reduce-n3"}) {
        const model::Schedule schedule = vector_named(id).schedule();
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            for (unsigned told = 0; told < 32; ++told) {
                Trace trace = some_trace(schedule, seed);
                std::erase_if(trace, [&](const model::Event& event) {
                    const auto kind = event.moment == Moment::begin ? 4U : static_cast<unsigned>(event.moment);
                    return kind <= 4U && (told >> kind & 1U) == 0 && need_not_be_told(event);
                });
                ASSERT_EQ(follow(schedule, trace).refusal, "") << id << " seed " << seed << " told " << told;
            }
    }
}

TEST(Follow, TakesAnEmptyTraceWhereNothingCanHappen) {
    EXPECT_EQ(follow(vector_named("fault-chain-n4").schedule(), {}).refusal, "");
    EXPECT_NE(follow(vector_named("data-permute-copy-int32-n2").schedule(), {}).refusal, "");
}

/// Whatever else is left out, it is refused.
TEST(Follow, RefusesATraceWithAHole) {
    const model::Schedule schedule = vector_named("launches-all_reduce-n3").schedule();
    const Trace trace = some_trace(schedule, 1);
    int refused = 0;
    for (std::size_t k = 0; k < trace.size(); k += 7) {
        if (need_not_be_told(trace[k])) continue;
        Trace with_hole = trace;
        with_hole.erase(with_hole.begin() + static_cast<std::ptrdiff_t>(k));
        EXPECT_NE(follow(schedule, with_hole).refusal, "") << k;
        ++refused;
    }
    EXPECT_GT(refused, 20);
}

TEST(Follow, RefusesWhatEndsTooEarly) {
    const model::Schedule schedule = vector_named("data-permute-copy-int32-n2").schedule();
    Trace trace = some_trace(schedule, 1);
    EXPECT_NE(follow(schedule, {}).refusal.find("is empty"), std::string::npos);
    // The last event that is no environment's.
    while (is_environment(trace.back().moment)) trace.pop_back();
    trace.pop_back();
    const std::string refusal = follow(schedule, trace).refusal;
    EXPECT_NE(refusal.find("ends too early"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("chip "), std::string::npos) << refusal;
}

TEST(Follow, SaysWhereAWaitGoesOnTooEarly) {
    const model::Schedule schedule = vector_named("data-permute-copy-int32-n2").schedule();
    Trace trace = some_trace(schedule, 1);
    // A wait before the landing that it waits for.
    const auto land = std::ranges::find(trace, Moment::land, &model::Event::moment);
    const auto wait = std::find_if(
        land, trace.end(), [](const model::Event& event) { return event.moment == Moment::wait && event.step == 2; });
    ASSERT_NE(wait, trace.end());
    std::rotate(land, land + 1, trace.end());
    const std::string refusal = follow(schedule, trace).refusal;
    EXPECT_NE(refusal.find("is 0 then"), std::string::npos) << refusal;
}

}  // namespace
}  // namespace ringproof::generators
