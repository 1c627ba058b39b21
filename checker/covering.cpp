#include "checker/covering.h"

#include <algorithm>
#include <numeric>

namespace ringproof::checker {

using model::EventGraph;
using model::EventId;

void each_uncovered_pair(const EventGraph& graph, const std::vector<EventId>& rank,
                         const std::function<void(const EventGraph::AccessNode&, const EventGraph::AccessNode&)>& ask) {
    const auto& accesses = graph.accesses();
    std::vector<std::size_t> order(accesses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto key = [&](std::size_t i) {
            return std::tuple(accesses[i].slot, rank[accesses[i].opens], accesses[i].shift, rank[accesses[i].closes],
                              i);
        };
        return key(a) < key(b);
    });

    using Group = std::vector<const EventGraph::AccessNode*>;
    Group before, now;
    std::int64_t slot = -1;
    const auto close_group = [&] {
        for (const auto* x : before)
            for (const auto* y : now)
                if (x->shift != y->shift || !same_operation(x->access.opened, y->access.opened)) ask(*x, *y);
        before = std::move(now);
        now.clear();
    };
    for (const std::size_t i : order) {
        const auto& access = accesses[i];
        const bool new_slot = access.slot != slot;
        if (!now.empty() && (new_slot || conflict(now.back()->access.mode, access.access.mode))) close_group();
        if (new_slot) before.clear();
        slot = access.slot;
        now.push_back(&access);
    }
    if (!now.empty()) close_group();
}

}  // namespace ringproof::checker
