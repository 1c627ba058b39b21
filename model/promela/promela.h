#pragma once

#include <cstdint>
#include <string>

#include "model/schedule.h"

namespace ringproof::model {

/// A Promela model of `launches` launches of the schedule, for SPIN: it has the executions of specs/semantics.md
/// sections 2 to 4 and asserts the properties of section 3. Its comment tells how to run it, and what it does not
/// check. Assumes a valid schedule. Throws Fault (too_large) where it does not fit what SPIN takes.
std::string write_promela(const Schedule& schedule, std::int32_t launches);

}  // namespace ringproof::model
