#include "checker/clocks.h"

#include <set>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "checker/clocks/order.h"
#include "checker/cuts.h"
#include "model/json/json.h"
#include "tests/support/check_often.h"
#include "tests/support/rotated.h"
#include "tests/support/verdicts.h"

namespace ringproof::checker {
namespace {

using model::CutFinder;
using model::EventGraph;
using model::EventId;
using model::Schedule;

constexpr std::int64_t no_limit = 1'000'000'000;

model::Schedule any_rotated() {
    const Schedule seed = *generators::unstructured_schedules({5});
    const auto chips = *rc::gen::inRange(2, 6);
    Schedule schedule = tests::rotated_and_mended(seed, chips, *rc::gen::arbitrary<bool>());
    RC_LOG() << model::write_schedule(schedule);
    return schedule;
}

model::Schedule any_schedule() {
    Schedule schedule = *generators::unstructured_schedules({5});
    RC_LOG() << model::write_schedule(schedule);
    return schedule;
}

/// All properties of a verdict; of a race, who was meant to come first may be told either way.
std::set<std::string> properties(const Verdict& verdict) {
    std::set<std::string> set;
    for (const auto& shown : verdict.counterexamples)
        set.insert(std::string(model::word(model::property_of(shown.finding.code))));
    return set;
}

/// Compares `order` on a graph modulo rotations with closures on the graph of all chips, for all pairs of events.
/// Returns how many questions needed a closure.
std::int64_t compare_with_closures(const Schedule& schedule, const model::Symmetry& symmetry) {
    const EventGraph graph(schedule, schedule.launches, symmetry);
    const CutFinder finder(graph);
    const model::Cut run = finder.largest_waits_last();
    const EventGraph all(schedule, schedule.launches);
    const CutFinder all_finder(all);
    const bool complete = static_cast<EventId>(run.order.size()) == graph.size();
    RC_ASSERT(complete == (static_cast<EventId>(all_finder.largest().order.size()) == all.size()));
    RC_PRE(complete);
    const Deadline deadline(0);
    Whole whole(graph, no_limit);
    Order order(graph, finder, run, whole, deadline, no_limit);
    std::map<model::Event, EventId> ids;
    for (EventId id = 0; id < all.size(); ++id) ids[all.event(id)] = id;
    for (EventId a = 0; a < graph.size(); ++a) {
        std::vector<char> allowed(all.size(), 1);
        allowed[ids.at(graph.event(a))] = 0;
        const model::Cut without = all_finder.largest(allowed);
        for (EventId b = 0; b < graph.size(); ++b)
            for (std::int32_t turn = 0; turn < (graph.is_joint(b) ? 1 : symmetry.order()); ++turn) {
                const EventId there = ids.at(graph.rotated(b, turn));
                if (there == ids.at(graph.event(a))) continue;
                RC_ASSERT(order.before({a, 0}, {b, turn}) == (without.has[there] == 0));
            }
    }
    return order.closures();
}

TEST(Order, IsTheClosuresOnRandomSchedules) {
    int with_closures = 0, compared = 0;
    tests::check_often(600, [&] {
        const Schedule schedule = any_schedule();
        with_closures += compare_with_closures(schedule, model::Symmetry(schedule)) > 0 ? 1 : 0;
        ++compared;
    });
    EXPECT_LT(with_closures, compared / 4);
}

TEST(Order, IsTheClosuresModuloRotations) {
    int with_closures = 0, compared = 0;
    tests::check_often(600, [&] {
        const Schedule schedule = any_rotated();
        with_closures += compare_with_closures(schedule, model::Symmetry::find(schedule)) > 0 ? 1 : 0;
        ++compared;
    });
    EXPECT_LT(with_closures, compared / 4);
}

void expect_same_verdict(const Schedule& schedule) {
    const Verdict by_cuts = cuts({schedule, schedule.launches, {}});
    const Verdict by_clocks = clocks({schedule, schedule.launches, {}});
    RC_ASSERT(by_cuts.outcome == by_clocks.outcome);
    RC_ASSERT(properties(by_cuts) == properties(by_clocks));
    RC_ASSERT(by_cuts.law == by_clocks.law);
    RC_ASSERT(by_cuts.same_expression == by_clocks.same_expression);
    RC_ASSERT(by_cuts.claims == by_clocks.claims);
    RC_CLASSIFY(by_clocks.outcome == Outcome::proved, "proved");
}

TEST(Clocks, AgreeWithCutsOnRandomSchedules) {
    tests::check_often(400, [] { expect_same_verdict(any_schedule()); });
}

TEST(Clocks, AgreeWithCutsModuloRotations) {
    tests::check_often(300, [] { expect_same_verdict(any_rotated()); });
}

std::string verdict_on_four(const std::string& body) {
    const Schedule schedule = instantiate(
        model::parse_kernel("kernel k(n) profile openshmem buffer a in buffer x sem s, t, u " + body, "k.ring"), 4);
    const std::string by_clocks = tests::word_of(clocks({schedule, 1, {}}));
    EXPECT_EQ(by_clocks, tests::word_of(cuts({schedule, 1, {}})));
    return by_clocks;
}

// The wait on chip 0 is met by the landing, in any run that lets waits come late. But chip 3's signal, two waits away,
// can be faster than the landing.
TEST(Clocks, SeeThatALaterSignalCanReplaceALanding) {
    EXPECT_EQ(verdict_on_four(R"(
        if me == 1 { signal chip(2).t  put a -> chip(0).x recv s }
        if me == 2 { wait t  signal chip(3).u }
        if me == 3 { wait u  signal chip(0).s }
        if me == 0 { wait s  copy x -> x }
    )"),
              "race");
}

// Here chip 3's signal comes after the landing, by way of two other chips.
TEST(Clocks, SeeThatALaterSignalNeedsTheLandingToo) {
    EXPECT_EQ(verdict_on_four(R"(
        if me == 1 { put a -> chip(0).x recv s  quiet until landed  signal chip(2).t }
        if me == 2 { wait t  signal chip(3).u }
        if me == 3 { wait u  signal chip(0).s }
        if me == 0 { wait s  copy x -> x }
    )"),
              "proved");
}

// The same for a synchronous event: what chip 1 has written is there when its own signal comes, but not when chip 3's
// does, which a run with late waits has after the wait.
TEST(Clocks, SeeThatALaterSignalCanReplaceAnother) {
    EXPECT_EQ(verdict_on_four(R"(
        if me == 1 { signal chip(2).t  write x "v"  signal chip(0).s }
        if me == 2 { wait t  signal chip(3).u }
        if me == 3 { wait u  signal chip(0).s }
        if me == 0 { wait s  copy chip(1).x -> x }
    )"),
              "race");
}

// An execution that leaves a chip too early here makes more findings on the way than the machine keeps at a time.
TEST(Clocks, ShowAFaultBehindAThousandOthers) {
    Schedule schedule = instantiate(tests::kernel_at("kernels/all_reduce.ring"), 10);
    schedule.profile.signal_covers = model::Covers::none;
    const Verdict verdict = clocks({schedule, 1, {}});
    EXPECT_EQ(tests::word_of(verdict), "race");
    EXPECT_TRUE(properties(verdict).contains("not-entered"));
}

TEST(Clocks, LeaveOtherSchedulesToOthers) {
    const Schedule schedule = instantiate(
        model::parse_kernel("kernel k(n) profile equality sem s signal chip(0).s if me == 0 { set s 0 }", "k.ring"), 2);
    const Verdict verdict = clocks({schedule, 1, {}});
    EXPECT_EQ(verdict.outcome, Outcome::undecided);
    EXPECT_EQ(model::number(verdict.reason), "RP201");
}

}  // namespace
}  // namespace ringproof::checker
