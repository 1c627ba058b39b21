#pragma once

#include <cstdint>

#include "model/schedule.h"

namespace ringproof::generators {

/// Events of agents in all launches, each unit of early credit counted as one (specs/semantics.md section 2): what the
/// number of executions grows with. Events of the environment are not counted.
std::int64_t agent_events(const model::Schedule& schedule);

}  // namespace ringproof::generators
