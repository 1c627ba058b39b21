#include "checker/covering.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "generators/unstructured.h"
#include "model/cut.h"

namespace ringproof::checker {
namespace {

using model::EventGraph;
using model::EventId;
using AccessNode = EventGraph::AccessNode;

bool clash(const AccessNode& x, const AccessNode& y) {
    return x.slot == y.slot && conflict(x.access.mode, y.access.mode) &&
           !same_operation(x.access.opened, y.access.opened);
}

/// Whether `before` must have happened when `after` does: no cut without it has the other (T2).
bool ordered(const model::CutFinder& finder, const EventGraph& graph, EventId before, EventId after) {
    std::vector<char> allowed(static_cast<std::size_t>(graph.size()), 1);
    allowed[before] = 0;
    return finder.largest(allowed).has[after] == 0;
}

/// If every asked pair is ordered, every clashing pair is; and an asked pair that is not ordered is a clash itself.
TEST(EachUncoveredPair, DecidesForAllPairs) {
    rc::Random random(20);
    int complete = 0, ordered_throughout = 0, spared = 0;
    for (int round = 0; round < 400; ++round) {
        const model::Schedule schedule = generators::unstructured_schedules({4})(random.split(), 100).value();
        const EventGraph graph(schedule, schedule.launches);
        const model::CutFinder finder(graph);
        const model::Cut run = finder.largest();
        if (static_cast<std::int32_t>(run.order.size()) < graph.size()) continue;
        ++complete;
        std::vector<EventId> rank(run.order.size());
        for (std::size_t i = 0; i < run.order.size(); ++i) rank[run.order[i]] = static_cast<EventId>(i);

        bool asked_are_ordered = true;
        int asked = 0;
        each_uncovered_pair(graph, rank, [&](const AccessNode& x, const AccessNode& y) {
            ++asked;
            EXPECT_TRUE(clash(x, y));
            EXPECT_LT(rank[x.opens], rank[y.opens]);
            asked_are_ordered = asked_are_ordered && ordered(finder, graph, x.closes, y.opens);
        });
        bool all_are_ordered = true;
        int all = 0;
        for (const AccessNode& x : graph.accesses())
            for (const AccessNode& y : graph.accesses())
                if (rank[x.opens] < rank[y.opens] && clash(x, y)) {
                    ++all;
                    all_are_ordered = all_are_ordered && ordered(finder, graph, x.closes, y.opens);
                }
        EXPECT_EQ(asked_are_ordered, all_are_ordered) << "round " << round;
        EXPECT_LE(asked, all);
        spared += all - asked;
        ordered_throughout += all_are_ordered && all > 0 ? 1 : 0;
    }
    EXPECT_GT(complete, 100);
    EXPECT_GT(ordered_throughout, 5);
    EXPECT_GT(spared, 50);
}

}  // namespace
}  // namespace ringproof::checker
