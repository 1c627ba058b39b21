#pragma once

#include <cstdint>

namespace ringproof::command {

/// Bounds the memory of the process: what asks for more gets std::bad_alloc, and a solver ends its question. 0: no
/// bound. To be called before the first question. Throws Fault (usage) where the system has no such bound.
void bound_memory(std::uint64_t bytes);

}  // namespace ringproof::command
