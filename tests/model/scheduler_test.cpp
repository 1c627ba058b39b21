#include "model/scheduler.h"

#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/play.h"

namespace ringproof::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::event_of;
using tests::schedule_of;
using tests::text_of;

const char* const ring =
    "kernel k(n) contract all_gather(x -> out) buffer x in buffer out[n] out ring sem sent, got[n] "
    "copy x -> out[me] for s in 0 .. n - 1 { let c = me - s put out[c] -> right.out[c] send sent recv got[s] "
    "wait sent wait got[s] }";

std::vector<std::string> texts(const Trace& trace) {
    std::vector<std::string> all;
    for (const Event& event : trace) all.push_back(text_of(event));
    return all;
}

Trace random_trace(const Schedule& schedule, std::uint64_t seed) {
    Machine machine(schedule, 2);
    Trace trace;
    run_random(machine, seed, [&](const Event& event) { trace.push_back(event); });
    EXPECT_TRUE(machine.finished());
    EXPECT_THAT(machine.findings(), IsEmpty());
    return trace;
}

TEST(Scheduler, RandomRunsAreTheSameForTheSameSeed) {
    const Schedule schedule = schedule_of(ring, 3);
    EXPECT_EQ(random_trace(schedule, 7), random_trace(schedule, 7));
    std::set<std::vector<std::string>> different;
    for (std::uint64_t seed = 0; seed < 10; ++seed) different.insert(texts(random_trace(schedule, seed)));
    EXPECT_EQ(different.size(), 10U);
}

TEST(Scheduler, RandomRunsDrawEvenlyFromWhatIsEnabled) {
    const Schedule schedule = schedule_of("kernel k(n) profile equality sem s signal chip(0).s", 2);
    Machine machine(schedule, 1);
    Trace trace;
    run_random(machine, 1, [&](const Event& event) { trace.push_back(event); });
    std::mt19937_64 random(1);
    std::vector<std::string> expected;
    Machine second(schedule, 1);
    for (auto enabled = second.enabled(); !enabled.empty(); enabled = second.enabled()) {
        expected.push_back(text_of(enabled[random() % enabled.size()]));
        second.fire(event_of(expected.back()));
    }
    EXPECT_EQ(texts(trace), expected);
}

TEST(Scheduler, InOrderLetsTransfersGoAtOnce) {
    const Schedule schedule = schedule_of(
        "kernel k(n) profile equality buffer x in buffer y sem s if me == 0 { wait s } else { put x -> chip(0).y recv "
        "s }",
        2);
    Machine machine(schedule, 1);
    Trace trace;
    run_in_order(machine, [&](const Event& event) { trace.push_back(event); });
    EXPECT_THAT(texts(trace), ElementsAre("issue 1.0", "begin 1.0", "read 1.0", "land 1.0", "wait 0.0"));
    EXPECT_TRUE(machine.finished());
}

TEST(Scheduler, InOrderJudgesAtRest) {
    const Schedule schedule = schedule_of("kernel k(n) profile equality sem s wait s", 1);
    Machine machine(schedule, 1);
    run_in_order(machine);
    ASSERT_EQ(machine.findings().size(), 1U);
    EXPECT_EQ(number(machine.findings().front().code), "RP110");
    Machine random(schedule, 1);
    run_random(random, 0);
    EXPECT_EQ(random.findings().size(), 1U);
}

TEST(Scheduler, TracesStopAtWhatIsNotAllowed) {
    const Schedule schedule = schedule_of("kernel k(n) profile equality sem s wait s", 1);
    Machine machine(schedule, 1);
    EXPECT_EQ(run_trace(machine, {event_of("wait 0.0")}), 0U);
    const Schedule fences = schedule_of("kernel k(n) profile equality fence fence fence", 1);
    Machine stops(fences, 1);
    EXPECT_EQ(run_trace(stops, {event_of("fence 0.0"), event_of("fence 0.2"), event_of("fence 0.1")}), 1U);
    EXPECT_TRUE(stops.enabled(event_of("fence 0.1"))) << "it stands where it stopped";
    Machine whole(fences, 1);
    EXPECT_EQ(run_trace(whole, {event_of("fence 0.0"), event_of("fence 0.1")}), 2U);
    EXPECT_THAT(whole.findings(), IsEmpty()) << "nothing is judged at rest";
}

// The trace of a run leads another machine to the same state.
TEST(Scheduler, RunsCanBeReplayed) {
    const Schedule schedule = schedule_of(ring, 4);
    const Trace trace = random_trace(schedule, 3);
    Machine machine(schedule, 2);
    EXPECT_EQ(run_trace(machine, trace), trace.size());
    EXPECT_TRUE(machine.finished());
    EXPECT_EQ(machine.results().claims, 2 * 4 * 4);
    EXPECT_TRUE(machine.results().same_expression);
    EXPECT_EQ(machine.results().law, Law::none);
}

}  // namespace
}  // namespace ringproof::model
