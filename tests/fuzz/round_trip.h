#pragma once

#include "model/schedule.h"

namespace ringproof::fuzz {

/// Demands that a schedule written as JSON can be read, and is then written as it was. Returns what was read.
model::Schedule demand_round_trip(const model::Schedule& schedule);

}  // namespace ringproof::fuzz
