#pragma once

#include "model/import/plan.h"

namespace ringproof::fuzz {

/// Asks a plan all that it can be asked, and demands that its schedules are valid and survive being written.
void use_plan(const model::Plan& plan, const model::PlanOptions& options);

}  // namespace ringproof::fuzz
