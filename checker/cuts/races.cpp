#include <fmt/format.h>

#include "checker/covering.h"
#include "checker/cuts/properties.h"

namespace ringproof::checker {

void ask_races(Inquiry& inquiry) {
    const model::EventGraph& graph = inquiry.graph();
    int found = 0;
    each_uncovered_pair(graph, inquiry.run().places(), [&](const auto& x, const auto& y) {
        if (found >= looked_at) return;
        // In the greedy run x ends before y starts: they race if y can start without that.
        const auto holds = [&](const model::Cut& cut) { return cut.has[y.opens] && !cut.has[x.closes]; };
        if (!inquiry.violated(fmt::format("{}: {} before {}", inquiry.schedule().text(x.access.place),
                                          inquiry.name_of(y.opens), inquiry.name_of(x.closes)),
                              {inquiry.formula().in(y.opens), !inquiry.formula().in(x.closes)}, holds))
            return;
        ++found;
        inquiry.showing().race(x, y);
    });
}

}  // namespace ringproof::checker
