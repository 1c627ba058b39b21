#include "checker/story/waits_for.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "generators/unstructured.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "tests/support/check_often.h"
#include "tests/support/play.h"

namespace ringproof::checker {
namespace {

using Agents = std::vector<std::int32_t>;

/// A schedule that has come to rest, and who waits for whom there.
struct AtRest {
    explicit AtRest(model::Schedule whole) : schedule(std::move(whole)) {
        model::Machine machine(schedule, schedule.launches);
        model::run_in_order(machine);
        for (const model::Finding& found : machine.findings())
            if (found.code == model::Code::deadlock) deadlock = found;
    }
    AtRest(std::string_view text, std::int32_t chips) : AtRest(tests::schedule_of(text, chips)) {}
    WaitsFor waits() const { return {schedule, deadlock, schedule.launches}; }

    model::Schedule schedule;
    model::Finding deadlock{};
};

TEST(WaitsFor, ACycleIsAsShortAsCanBe) {
    // All wait for all others, who would signal only behind their wait.
    const AtRest all("kernel k(n)\nsem s\nwait s n - 1\nfor c in 0 .. n { if c != me { signal chip(c).s } }", 4);
    EXPECT_EQ(all.waits().cycle(), (Agents{0, 1}));
    EXPECT_TRUE(all.waits().way_to_root().empty());
    const AtRest ring("kernel k(n)\nsem s\nwait s\nsignal right.s", 4);
    EXPECT_EQ(ring.waits().cycle(), (Agents{0, 3, 2, 1}));
    const AtRest own("kernel k(n)\nsem s\nwait s\nsignal me.s", 2);
    EXPECT_EQ(own.waits().cycle(), (Agents{0}));
}

TEST(WaitsFor, ARootIsBlockedWhateverOthersDo) {
    const AtRest chain("kernel k(n)\nsem s\nwait s\nif me > 0 { signal left.s }", 3);
    const WaitsFor waits = chain.waits();
    EXPECT_FALSE(waits.is_root(0));
    EXPECT_FALSE(waits.is_root(1));
    EXPECT_TRUE(waits.is_root(2));
    EXPECT_EQ(waits.way_to_root(), (Agents{0, 1, 2}));
    EXPECT_TRUE(waits.cycle().empty());
    // One unit will come where two are needed.
    const AtRest few("kernel k(n)\nsem s\nif me == 0 { wait s 2 } else { wait s; signal left.s }", 2);
    EXPECT_EQ(few.waits().still_to_come(0), 1);
    EXPECT_TRUE(few.waits().is_root(0));
}

TEST(WaitsFor, ACounterOfALaunchIsRaisedInThatLaunchOnly) {
    // The next launch would raise it; but that helps only where the counter is the same one.
    const char* const kernel =
        "kernel k(n)\nprofile default, exit any, counter_life %\nsem s, t\n"
        "agent a { wait s }\nagent b { signal me.t; wait t }";
    for (const char* const life : {"launch", "global"}) {
        std::string text = kernel;
        text.replace(text.find('%'), 1, life);
        AtRest rest(tests::schedule_of(text, 1));
        EXPECT_TRUE(rest.waits().is_root(0)) << life;
    }
    model::Schedule schedule = tests::schedule_of(
        "kernel k(n)\nprofile default, exit any, counter_life global\nsem s\nagent a { wait s 2 }\nagent b { signal "
        "me.s }",
        1);
    schedule.launches = 2;
    const AtRest global(schedule);
    ASSERT_EQ(global.deadlock.blocked.size(), 1u);
    // b has ended its launch and would signal in the next one, which does not begin before a has ended this one.
    EXPECT_EQ(global.waits().still_to_come(0), 1);
    EXPECT_EQ(global.waits().cycle(), (Agents{0, 1}));
}

TEST(WaitsFor, WhoDoesNotComeToABarrier) {
    const AtRest rest(
        "kernel k(n)\nsem s\nif me == 1 { wait s }\nif me > 0 { barrier b }\nif me == 2 { signal chip(1).s }\nbarrier "
        "b",
        3);
    const WaitsFor waits = rest.waits();
    ASSERT_EQ(rest.deadlock.blocked.size(), 3u);
    EXPECT_EQ(waits.absent(2), (Agents{1}));  // chip 0 has come once, and that was the first time
    EXPECT_TRUE(waits.never(2).empty());
    EXPECT_EQ(waits.cycle(), (Agents{1, 2}));
}

TEST(WaitsFor, EveryDeadlockHasARootOrACycle) {
    int deadlocks = 0, cycles = 0;
    tests::check_often(1500, [&] {
        const auto which = *rc::gen::element(generators::Operations::monotone, generators::Operations::all);
        const AtRest rest(*generators::unstructured_schedules({}, which));
        if (rest.deadlock.blocked.empty()) return;
        ++deadlocks;
        const WaitsFor waits = rest.waits();
        bool root = false;
        for (std::size_t i = 0; i < rest.deadlock.blocked.size(); ++i) root = root || waits.is_root(i);
        const Agents cycle = waits.cycle();
        cycles += cycle.empty() ? 0 : 1;
        RC_ASSERT(root || !cycle.empty());
        RC_ASSERT(root || waits.way_to_root().empty());
    });
    EXPECT_GT(deadlocks, 100);
    EXPECT_GT(cycles, 10);
}

}  // namespace
}  // namespace ringproof::checker
