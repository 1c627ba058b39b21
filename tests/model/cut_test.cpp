#include "model/cut.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/unstructured.h"
#include "model/json/json.h"
#include "tests/support/check_often.h"
#include "tests/support/play.h"

namespace ringproof::model {
namespace {

/// Whether all that the event needs is in `has`.
bool can_follow(const EventGraph& graph, const std::vector<char>& has, EventId id) {
    for (const EventId before : graph.predecessors(id))
        if (!has[before]) return false;
    if (graph.counter_of(id) < 0) return true;
    std::int64_t units = 0;
    for (const auto& raise : graph.counters()[graph.counter_of(id)].raises) units += has[raise.event] ? raise.units : 0;
    return units >= graph.need(id);
}

/// The largest executable cut inside `allowed`: adds whatever can happen until nothing changes.
std::vector<char> closure(const EventGraph& graph, const std::vector<char>& allowed) {
    std::vector<char> has(graph.size(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (EventId id = 0; id < graph.size(); ++id) {
            if (has[id] || !allowed[id] || !can_follow(graph, has, id)) continue;
            has[id] = 1;
            changed = true;
        }
    }
    return has;
}

std::vector<char> without(std::vector<char> events, EventId event) {
    events[event] = 0;
    return events;
}

/// Each event of the order comes after what it needs, and the order has just the cut's events.
bool consistent(const EventGraph& graph, const Cut& cut) {
    std::vector<char> seen(graph.size(), 0);
    for (const EventId id : cut.order) {
        if (seen[id] || !can_follow(graph, seen, id)) return false;
        seen[id] = 1;
    }
    return seen == cut.has;
}

Schedule any_schedule() {
    const Schedule schedule = *generators::unstructured_schedules({4});
    RC_LOG() << write_schedule(schedule);
    return schedule;
}

TEST(Cut, LargestIsTheClosureOfWhatIsAllowed) {
    tests::check_often(200, [] {
        const Schedule schedule = any_schedule();
        const EventGraph graph(schedule, schedule.launches);
        const CutFinder finder(graph);
        RC_ASSERT(finder.largest().has == closure(graph, std::vector<char>(graph.size(), 1)));
        std::vector<char> allowed(graph.size(), 1);
        for (const int out : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 1000)))
            if (out % 5 == 0 && graph.size() > 0) allowed[out % graph.size()] = 0;
        const Cut cut = finder.largest(allowed);
        RC_ASSERT(cut.has == closure(graph, allowed));
        RC_ASSERT(consistent(graph, cut));
    });
}

TEST(Cut, ShrinkLeavesNothingThatCanBeLeftOut) {
    tests::check_often(300, [] {
        const Schedule schedule = any_schedule();
        const EventGraph graph(schedule, schedule.launches);
        const CutFinder finder(graph);
        const Cut largest = finder.largest();
        RC_PRE(!largest.order.empty());
        std::vector<EventId> wanted;
        for (const int number : *rc::gen::container<std::vector<int>>(2, rc::gen::inRange(0, 100'000)))
            wanted.push_back(largest.order[number % largest.order.size()]);
        const Cut small = shrink(graph, largest, wanted);
        RC_ASSERT(consistent(graph, small));
        for (const EventId event : wanted) RC_ASSERT(small.has[event]);
        for (const EventId event : small.order) {
            const auto rest = closure(graph, without(small.has, event));
            RC_ASSERT(std::any_of(wanted.begin(), wanted.end(), [&](EventId want) { return !rest[want]; }));
        }
    });
}

// A wait for two of three signals needs two of them, whichever; the other goes.
TEST(Cut, ShrinkKeepsTwoOfThreeSignals) {
    const Schedule schedule =
        tests::schedule_of("kernel k(n) profile equality sem s if me == 0 { wait s 2 } else { signal chip(0).s }", 4);
    const EventGraph graph(schedule, 1);
    const CutFinder finder(graph);
    const Cut largest = finder.largest();
    EXPECT_EQ(largest.order.size(), 7U);
    const auto wait = std::find_if(largest.order.begin(), largest.order.end(),
                                   [&](EventId id) { return graph.event(id).moment == Moment::wait; });
    ASSERT_NE(wait, largest.order.end());
    EXPECT_EQ(shrink(graph, largest, {*wait}).order.size(), 5U);
    EXPECT_TRUE(shrink(graph, largest, {}).order.empty());
}

TEST(Cut, TraceRepeatsCredits) {
    const Schedule schedule = tests::schedule_of(
        "kernel k(n) profile default, entry together, exit any, credit gradual buffer x[3] inout sem s "
        "if me == 0 { put x -> chip(1).x len 3 recv s add 3 }",
        2);
    const EventGraph graph(schedule, 1);
    const Trace trace = trace_of(graph, CutFinder(graph).largest().order);
    EXPECT_EQ(std::count_if(trace.begin(), trace.end(), [](const Event& e) { return e.moment == Moment::credit; }), 2);
    Machine machine(schedule, 1);
    EXPECT_EQ(run_trace(machine, trace), trace.size());
    EXPECT_TRUE(machine.finished());
    EXPECT_EQ(machine.value({1, 0}, 0), 3);
}

}  // namespace
}  // namespace ringproof::model
