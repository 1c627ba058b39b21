#pragma once

#include <functional>
#include <vector>

#include "model/event_graph.h"

namespace ringproof::checker {

/// Calls `ask(x, y)` for the pairs of conflicting accesses to one slot that must be ordered, x before y, for all
/// conflicting pairs to be (specs/semantics.md section 5, T3b): in the order of a complete run, accesses that do not
/// conflict form groups, and only members of neighbouring groups are asked; what lies further apart is ordered through
/// them.
///
/// `rank[e]` is the place of event e in the run. Pairs come slot by slot, in the order of the run.
void each_uncovered_pair(
    const model::EventGraph& graph, const std::vector<model::EventId>& rank,
    const std::function<void(const model::EventGraph::AccessNode& x, const model::EventGraph::AccessNode& y)>& ask);

}  // namespace ringproof::checker
