#pragma once

#include "checker/explanation.h"
#include "checker/story/forced_order.h"
#include "model/machine.h"

namespace ringproof::checker {

/// Says in `explanation` how to meet the fault of a counterexample, if a way is known. `order`: of a monotone schedule,
/// otherwise null; then a way is only given if the machine has met the fault by it.
void add_recipe(Explanation& explanation, const model::Schedule& schedule, const Counterexample& counterexample,
                const ForcedOrder* order);

/// Lets the machine follow a recipe: everything but what it names as far as that goes, then `until`, then `held` and
/// what belongs to its operation. Stops after `most` events. Returns what happened; `machine.findings()` has what it
/// saw.
model::Trace follow(model::Machine& machine, const Recipe& recipe, std::size_t most = 1'000'000);

}  // namespace ringproof::checker
