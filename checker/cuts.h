#pragma once

#include "checker/ask.h"

namespace ringproof::checker {

/// The engine `cuts`: monotone schedules, by Z3. Each property becomes questions about executable cuts
/// (specs/semantics.md section 5), each asked of one incremental solver; `proved` when all are unsatisfiable. Races
/// are asked only between accesses that nothing else separates. Schedules that are not monotone, or have more events
/// than `options.max_events`, are `undecided`.
Verdict cuts(const Question& question);

}  // namespace ringproof::checker
