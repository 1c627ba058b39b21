#include "checker/slack/slack.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/clocks.h"
#include "checker/cuts.h"
#include "model/compare.h"
#include "model/json/json.h"
#include "model/language/language.h"
#include "model/text.h"
#include "model/validity.h"
#include "tests/support/slack_claims.h"
#include "tests/support/verdicts.h"

namespace ringproof::checker::slack {
namespace {

using model::Schedule;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

std::vector<Schedule> schedules_of(const model::Kernel& kernel, std::int64_t from, std::int64_t to) {
    std::vector<Schedule> list;
    for (std::int64_t n = from; n <= to; ++n)
        for (const std::int32_t launches : {1, 2}) {
            list.push_back(instantiate(kernel, n));
            list.back().launches = launches;
        }
    return list;
}

Slack slack_of(const std::vector<Schedule>& schedules) { return find_slack({schedules, {}, clocks}); }

Schedule schedule_of(const std::string& body, std::int64_t n = 2) {
    return instantiate(model::parse_kernel("kernel k(n)\nbuffer x[4], y[4]\nsem a, b, c[2]\n" + body, "k.ring"), n);
}

/// The operations of chip 0.
std::vector<std::string> program(const Schedule& schedule) {
    std::vector<std::string> texts;
    for (const model::Step& step : schedule.agents[0].steps) texts.push_back(describe(schedule, step.operation));
    return texts;
}

LineKey wait_at(int line, const std::string& name) {
    return {"k.ring:" + std::to_string(line), Kind::wait, model::Symbol(name), 0};
}

/// `24 room_right` of the lines that are redundant.
std::set<std::string> redundant(const Slack& slack) {
    std::set<std::string> found;
    for (const LineSlack& line : slack.lines)
        if (line.key.kind == Kind::wait && line.need == Need::redundant)
            found.insert(line.key.at.substr(line.key.at.rfind(':') + 1) + " " + line.key.name.text());
    return found;
}

TEST(Slack, CreditsThatTheOtherDirectionGivesAreRedundant) {
    const auto schedules = schedules_of(tests::kernel_at("kernels/reduce_scatter_bidirectional.ring"), 1, 5);
    const Slack slack = slack_of(schedules);
    // The four waits for credits, and the first wait for a sent half, which the next round repeats.
    EXPECT_THAT(redundant(slack),
                UnorderedElementsAre("24 room_right", "32 room_left", "40 room_right", "41 room_left", "18 sent_left"));
    EXPECT_TRUE(slack.all_together);
    EXPECT_EQ(slack.together.size(), 5u);
    EXPECT_THAT(slack.engines, ElementsAre("clocks"));
}

TEST(Slack, CreditsThatNothingElseGivesAreNeeded) {
    EXPECT_THAT(redundant(slack_of(schedules_of(tests::kernel_at("kernels/all_reduce.ring"), 1, 5))), ElementsAre());
    // Of the waits for what was sent the first may be left to the second, but no credit and no landing.
    EXPECT_THAT(redundant(slack_of(schedules_of(tests::kernel_at("kernels/all_reduce_rotate.ring"), 1, 5))),
                ElementsAre("15 sent"));
}

TEST(Slack, WhatIsNeededHasACounterexample) {
    const auto schedules = schedules_of(tests::kernel_at("kernels/all_reduce.ring"), 2, 4);
    for (const LineSlack& line : slack_of(schedules).lines) {
        if (line.key.kind != Kind::wait) continue;
        ASSERT_EQ(line.need, Need::needed);
        ASSERT_TRUE(line.trial);
        const auto schedule = std::find_if(schedules.begin(), schedules.end(), [&](const Schedule& one) {
            return one.chips == line.trial->chips && one.launches == line.trial->launches;
        });
        const auto changed = without(*schedule, {line.key});
        ASSERT_TRUE(changed);
        const Verdict verdict = cuts({changed->schedule, schedule->launches, {}});
        ASSERT_EQ(verdict.outcome, Outcome::counterexample);
        EXPECT_EQ(verdict.counterexamples.front().finding.code, line.trial->code);
    }
}

/// Every claim again, by another engine.
TEST(Slack, EveryClaimIsProvedAgainByCuts) {
    for (const char* const file : {"reduce_scatter", "reduce_scatter_bidirectional", "all_reduce_rotate",
                                   "all_gather_bidirectional_fifo", "torus_all_reduce", "all_to_all_ring"}) {
        const model::Kernel kernel = tests::kernel_at(std::string("kernels/") + file + ".ring");
        std::vector<Schedule> schedules;
        schedules.push_back(instantiate(kernel, std::string(file) == "torus_all_reduce" ? 4 : 3));
        const Slack slack = slack_of(schedules);
        int claims = 0;
        for (const Schedule& schedule : schedules) {
            tests::each_claim(schedule, slack, [&](const Schedule& changed) {
                ++claims;
                EXPECT_EQ(cuts({changed, 1, {}}).outcome, Outcome::proved) << file << " n = " << schedule.chips;
            });
        }
        EXPECT_GT(claims, 0) << file;
    }
}

TEST(Slack, OneOperationMoreIsNotProved) {
    const auto schedules = schedules_of(tests::kernel_at("kernels/reduce_scatter_bidirectional.ring"), 2, 4);
    for (const LineSlack& line : slack_of(schedules).lines) {
        SCOPED_TRACE(line.key.at + " " + line.operation);
        EXPECT_EQ(line.shift.all_the_way, !line.shift.limit);
        if (!line.shift.limit) continue;
        bool refuted = false;
        for (const Schedule& schedule : schedules) {
            const Schedule changed = moved(schedule, line.key, line.shift.by + 1).schedule;
            refuted = refuted || clocks({changed, changed.launches, {}}).outcome == Outcome::counterexample;
        }
        EXPECT_TRUE(refuted);
    }
}

TEST(Slack, WhatIsUndecidedIsNotClaimed) {
    const auto schedules = schedules_of(tests::kernel_at("kernels/reduce_scatter_bidirectional.ring"), 2, 3);
    const auto give_up = [](const Question&) { return Verdict{}; };
    const Slack slack = find_slack({schedules, {}, give_up});
    EXPECT_TRUE(slack.together.empty());
    EXPECT_TRUE(slack.engines.empty());
    for (const LineSlack& line : slack.lines) {
        EXPECT_EQ(line.shift.by, 0);
        EXPECT_FALSE(line.key.kind == Kind::wait && line.need == Need::redundant) << line.key.at;
    }
}

TEST(Slack, NothingIsClaimedThatASingleSizeNeeds) {
    const model::Kernel kernel = tests::kernel_at("kernels/all_reduce_rotate.ring");
    EXPECT_THAT(redundant(slack_of(schedules_of(kernel, 2, 2))), testing::Contains("26 sent"));
    EXPECT_THAT(redundant(slack_of(schedules_of(kernel, 2, 3))), testing::Not(testing::Contains("26 sent")));
}

TEST(SlackChanges, TheNextWaitTakesTheUnits) {
    const auto changed = without(schedule_of("wait a\nwait b\nwait a at_least 3 take 2\nwait a"), {wait_at(4, "a")});
    ASSERT_TRUE(changed);
    EXPECT_THAT(program(changed->schedule),
                ElementsAre("wait b at_least 1 take 1", "wait a at_least 4 take 3", "wait a at_least 1 take 1"));
    EXPECT_TRUE(changed->takers.next_wait);
    EXPECT_FALSE(changed->takers.end || changed->takers.nobody || changed->takers.only_at_end);
}

TEST(SlackChanges, TheEndTakesTheUnits) {
    const auto changed =
        without(schedule_of("wait a\nfor i in 0 .. 2 {\nwait a 2\n}\nsignal me.b\nwait b"), {wait_at(6, "a")});
    ASSERT_TRUE(changed);
    EXPECT_THAT(program(changed->schedule), ElementsAre("wait a at_least 1 take 1", "signal chip 0 b add 1",
                                                        "wait b at_least 1 take 1", "wait a at_least 4 take 4"));
    EXPECT_TRUE(changed->takers.end);
    EXPECT_FALSE(changed->takers.only_at_end) << "the signal comes after the wait";
}

TEST(SlackChanges, AWaitAtTheEndStaysThere) {
    const auto changed = without(schedule_of("wait a\nsignal me.b\nwait a\nwait b"), {wait_at(6, "a")});
    ASSERT_TRUE(changed);
    EXPECT_TRUE(changed->takers.end && changed->takers.only_at_end);
    // In a loop the last round alone is at the end.
    const auto looped = without(schedule_of("wait a\nfor i in 0 .. 2 {\nsignal me.b\nwait a\n}"), {wait_at(7, "a")});
    ASSERT_TRUE(looped);
    EXPECT_FALSE(looped->takers.only_at_end);
}

TEST(SlackChanges, RaisesGoWithTheLastWait) {
    const std::string body =
        "put x -> right.y send a recv b\nget right.x -> y[1] done a\nsignal right.a\nwait a 2\nwait b";
    const auto changed = without(schedule_of(body), {wait_at(7, "a")});
    ASSERT_TRUE(changed);
    EXPECT_THAT(program(changed->schedule),
                ElementsAre("put x[0] -> chip 1 y[0] recv b", "get chip 1 x[0] -> y[1]", "wait b at_least 1 take 1"));
    EXPECT_TRUE(changed->takers.nobody);
    // A snapshot looks at it still.
    const auto looked_at = without(schedule_of(body + "\nsnapshot a"), {wait_at(7, "a")});
    ASSERT_TRUE(looked_at);
    EXPECT_FALSE(looked_at->takers.nobody);
}

TEST(SlackChanges, WhatTakesNoNumberCannotTakeMore) {
    EXPECT_FALSE(without(schedule_of("wait a\nwait a equals 1"), {wait_at(4, "a")}));
    EXPECT_FALSE(without(schedule_of("wait a\nwait a at_least 1 take all"), {wait_at(4, "a")}));
    EXPECT_FALSE(without(schedule_of("wait a 2147483647\nwait a"), {wait_at(4, "a")})) << "too large an amount";
    const auto unadjusted = without(schedule_of("wait a equals 1\nsignal me.b\nwait a"), {wait_at(4, "a")});
    ASSERT_TRUE(unadjusted);
    EXPECT_THAT(program(unadjusted->schedule), ElementsAre("signal chip 0 b add 1", "wait a at_least 1 take 1"));
}

TEST(SlackChanges, RoomEndsAtTheSameCounterAndAtConflicts) {
    const Schedule schedule = schedule_of(
        "write x \"v\"\nsignal me.b\nsignal me.a\nput x -> right.y\nwait a\nsignal me.b\nwait c[1]\nwait a\nwait c");
    EXPECT_EQ(room(schedule, Kind::put, {0, 3}), 2) << "behind the write of its source";
    EXPECT_EQ(room(schedule, Kind::wait, {0, 4}), 2) << "before the other wait on a";
    EXPECT_EQ(room(schedule, Kind::wait, {0, 6}), 2) << "c[0] is another counter";
    EXPECT_EQ(room(schedule, Kind::wait, {0, 8}), 0);
}

TEST(SlackChanges, InstancesMoveAsFarAsTheyCan) {
    const Schedule schedule =
        schedule_of("for i in 0 .. 2 {\nwait c[i]\nsignal me.a\n}\nput x -> right.y\nput x[1] -> right.y[1]");
    const Moved later = moved(schedule, wait_at(5, "c"), 3);
    EXPECT_EQ(later.furthest, 3);
    EXPECT_EQ(later.example->step, 0);
    EXPECT_EQ(later.behind->step, 3);
    EXPECT_THAT(program(later.schedule),
                ElementsAre("signal chip 0 a add 1", "signal chip 0 a add 1", "wait c[0] at_least 1 take 1",
                            "put x[0] -> chip 1 y[0]", "put x[1] -> chip 1 y[1]", "wait c[1] at_least 1 take 1"));
    const Moved earlier = moved(schedule, {"k.ring:9", Kind::put, model::Symbol("y"), 0}, 2);
    EXPECT_THAT(program(earlier.schedule),
                ElementsAre("wait c[0] at_least 1 take 1", "signal chip 0 a add 1", "wait c[1] at_least 1 take 1",
                            "put x[1] -> chip 1 y[1]", "signal chip 0 a add 1", "put x[0] -> chip 1 y[0]"));
}

TEST(SlackLines, SeveralOperationsOfOneLineAreToldApart) {
    const Schedule schedule = schedule_of("for i in 0 .. 2 { if i == 1 { wait a }  wait b; wait b; put x -> me.y }");
    std::vector<std::string> lines;
    for (const Line& line : lines_of(schedule))
        lines.push_back(line.key.at + " " + line.key.name.text() + " " + std::to_string(line.key.occurrence) + ": " +
                        std::to_string(line.instances.size()));
    EXPECT_THAT(lines, ElementsAre("k.ring:4 b 0: 4", "k.ring:4 b 1: 4", "k.ring:4 y 0: 4", "k.ring:4 a 0: 2"));
}

TEST(SlackLines, OfTextsThatAreNoLines) {
    EXPECT_EQ(line_of("a b.ring:14 s=3 t=4"), "a b.ring:14");
    EXPECT_EQ(line_of("c:d:7"), "c:d:7");
    EXPECT_EQ(line_of("f.cu:12:3 x"), "f.cu:12:3");
    EXPECT_EQ(line_of("anything at all"), "anything at all");
    EXPECT_EQ(line_of("x:"), "x:");
    EXPECT_EQ(line_of(":"), ":");
    Schedule schedule = schedule_of("wait a\nwait a");
    for (model::Agent& agent : schedule.agents)
        for (model::Step& step : agent.steps) step.at = {};
    const auto lines = lines_of(schedule);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[1].key.at, "main step 1");
    EXPECT_EQ(lines[1].instances.size(), 2u) << "of both chips";
}

}  // namespace
}  // namespace ringproof::checker::slack
