#pragma once

#include <vector>

#include "model/import/msccl/lower.h"

namespace ringproof::model::msccl {

/// The least depth of all connections, and the largest message, for which the algorithm is free of deadlock. Exact: its
/// schedules are monotone, which is checked, so that one run decides (specs/semantics.md, T1); and more depth never
/// blocks what less does not.
std::vector<PlanFact> thresholds(const Algorithm& algorithm, const Running& running, const Limits& limits);

}  // namespace ringproof::model::msccl
