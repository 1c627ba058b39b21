#pragma once

#include <cstdint>

#include "model/kernel.h"

namespace ringproof::generators {

/// A kernel in the manner of hand-written ones: a ring with a slot a chunk or a few slots in turn, a direct exchange,
/// or a chain of barriers and a permute, with any number of slots, semaphores, credits, agents and directions. Each
/// choice is the right one most of the time, so that about half of the kernels are right. The same for the same seed.
model::Kernel loop_kernel(std::uint64_t seed);

}  // namespace ringproof::generators
