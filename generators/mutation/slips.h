#pragma once

#include <span>

#include "generators/mutation/slip.h"

/// The lists that mutation.cpp puts together, one a file.
namespace ringproof::generators::mutation {

std::span<const Slip> slips_of_statements();
std::span<const Slip> slips_of_moves();
std::span<const Slip> slips_of_counters();
std::span<const Slip> slips_of_transfers();
std::span<const Slip> slips_of_places();
std::span<const Slip> slips_of_bounds();
std::span<const Slip> slips_of_declarations();

}  // namespace ringproof::generators::mutation
