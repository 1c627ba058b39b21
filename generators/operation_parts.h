#pragma once

#include <cstdint>
#include <vector>

#include "model/schedule.h"

/// What an operation names and how much of it, to be changed in place.
namespace ringproof::generators {

/// Those that it raises, awaits, sets or remembers.
std::vector<model::Counter*> counters_of(model::Operation& operation);
/// Those that it reads, then those that it writes; of several slots in a row: the first.
std::vector<model::Place*> places_of(model::Operation& operation);
/// Lengths and what is added, awaited, taken or set.
std::vector<std::int32_t*> amounts_of(model::Operation& operation);

}  // namespace ringproof::generators
