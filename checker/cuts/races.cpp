#include <fmt/format.h>

#include "checker/covering.h"
#include "checker/cuts/properties.h"

namespace ringproof::checker {

void ask_races(Inquiry& inquiry) {
    const model::EventGraph& graph = inquiry.graph();
    std::vector<model::EventId> rank(graph.size());
    for (std::size_t i = 0; i < inquiry.run().order.size(); ++i)
        rank[inquiry.run().order[i]] = static_cast<model::EventId>(i);

    int found = 0;
    each_uncovered_pair(graph, rank, [&](const auto& x, const auto& y) {
        if (found >= looked_at) return;
        // In the greedy run x ends before y starts: they race if y can start without that.
        const auto holds = [&](const model::Cut& cut) { return cut.has[y.opens] && !cut.has[x.closes]; };
        if (!inquiry.violated(fmt::format("{}: {} before {}", inquiry.schedule().text(x.access.place),
                                          inquiry.name_of(y.opens), inquiry.name_of(x.closes)),
                              {inquiry.formula().in(y.opens), !inquiry.formula().in(x.closes)}, holds))
            return;
        ++found;
        const model::Cut both = inquiry.without({x.closes, y.closes});
        if (!both.has[x.opens] || !both.has[y.opens])
            throw Disagreement("cuts found a race whose accesses cannot be open at once");
        model::Finding finding{};
        finding.code = race_code(inquiry.schedule(), x.access, y.access);
        finding.first = x.access;
        finding.second = y.access;
        finding.place = x.access.place;
        inquiry.show(finding, both, {x.opens, y.opens});
    });
}

}  // namespace ringproof::checker
