#include "checker/story/forced_order.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "checker/story/words.h"
#include "generators/unstructured.h"
#include "model/monotone.h"
#include "tests/support/check_often.h"
#include "tests/support/explained.h"

namespace ringproof::checker {
namespace {

using model::EventId;

/// That each step of the chain is one that nothing can go without, as closures say it anew.
void expect_necessary(const ForcedOrder& order, const std::vector<EventId>& chain) {
    const EventId needed = chain.front();
    const model::Cut rest = order.without(needed);
    for (std::size_t i = 1; i < chain.size(); ++i) {
        EXPECT_FALSE(rest.has[chain[i]]) << "can come without what the chain begins with";
        const auto before = order.graph().predecessors(chain[i]);
        if (std::find(before.begin(), before.end(), chain[i - 1]) != before.end()) continue;
        const auto lacking = order.lacking(chain[i], needed);
        EXPECT_NE(std::find(lacking.raises.begin(), lacking.raises.end(), chain[i - 1]), lacking.raises.end())
            << "neither a predecessor nor a raise";
        // All raises that do not need it are too few.
        const auto& counter = order.graph().counters()[order.graph().counter_of(chain[i])];
        std::int64_t units = 0;
        for (const auto& raise : counter.raises) units += rest.has[raise.event] ? raise.units : 0;
        EXPECT_LT(units, order.graph().need(chain[i]));
    }
}

/// That what is nearest is ordered before the other event, and that nothing later of its agent is.
void expect_nearest(const ForcedOrder& order, const model::Event& of, EventId other) {
    const auto found = nearest(order, of, other);
    const model::Event& target = order.event(other);
    const bool same =
        !is_environment(of.moment) &&
        (is_environment(target.moment) ? chip_of(order.graph().schedule(), of) == target.who : of.who == target.who);
    if (!found) {
        if (same || is_environment(of.moment)) return;
        for (const EventId id : order.program(of.who)) EXPECT_FALSE(id != other && order.before(id, other));
        return;
    }
    EXPECT_TRUE(order.before(found->event, other));
    EXPECT_EQ(found->chain.front(), found->event);
    EXPECT_EQ(found->chain.back(), other);
    expect_necessary(order, found->chain);
    if (same || is_environment(of.moment) || is_environment(order.event(found->event).moment)) return;
    const auto program = order.program(of.who);
    const model::Event& event = order.event(found->event);
    for (const EventId id : program)
        if (const model::Event& later = order.event(id);
            id != other && std::pair(later.launch, later.step) > std::pair(event.launch, event.step)) {
            EXPECT_FALSE(order.before(id, other)) << "is nearer";
        }
}

TEST(ForcedOrder, ChainsOfAllRacesThatAreKnownAreNecessary) {
    int races = 0;
    for (const tests::Wrong& wrong : tests::all_that_is_wrong(4)) {
        const model::Finding& finding = wrong.counterexample.finding;
        if (!finding.second || !ForcedOrder::suits(wrong.schedule, wrong.schedule.launches)) continue;
        SCOPED_TRACE(wrong.name);
        const ForcedOrder order(wrong.schedule, wrong.schedule.launches);
        const EventId other = order.find(finding.second->opened);
        const EventId closing = order.find(closing_of(wrong.schedule, *finding.first));
        ASSERT_NE(other, model::no_event);
        ASSERT_NE(closing, model::no_event);
        EXPECT_FALSE(order.before(closing, other));
        expect_nearest(order, order.event(closing), other);
        ++races;
    }
    EXPECT_GT(races, 30);
}

TEST(ForcedOrder, ChainsBetweenAnyTwoEventsAreNecessary) {
    std::size_t chains = 0;
    tests::check_often(150, [&] {
        const auto schedule = *generators::unstructured_schedules();
        if (!ForcedOrder::suits(schedule, schedule.launches)) return;
        const ForcedOrder order(schedule, schedule.launches);
        std::vector<char> all(order.graph().size(), 1);
        const model::CutFinder finder(order.graph());
        const model::Cut run = finder.largest();
        for (const EventId a : run.order) {
            const EventId b = run.order.back();
            if (a == b) continue;
            if (order.before(a, b)) {
                expect_necessary(order, order.chain(a, b));
                ++chains;
            }
            expect_nearest(order, order.event(a), b);
        }
    });
    EXPECT_GT(chains, 500u);
}

TEST(ForcedOrder, SuitsMonotoneSchedulesOfModestSize) {
    EXPECT_TRUE(ForcedOrder::suits(instantiate(tests::kernel_at("kernels/all_reduce.ring"), 8), 1));
    EXPECT_FALSE(ForcedOrder::suits(instantiate(tests::kernel_at("kernels/all_reduce.ring"), 256), 1));
}

}  // namespace
}  // namespace ringproof::checker
