#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/import/mscclpp/parts.h"
#include "model/import/plan.h"

/// How many slots a chunk is. Internal to the folder.
namespace ringproof::model::mscclpp {

/// The places of a plan are chunks, shares of chunks (thread block groups) and units (pipelines); a slot is the
/// greatest part that none of these divides.
struct Geometry {
    std::int64_t chunk = 1;          ///< slots of a chunk
    std::int64_t scratch_chunk = 1;  ///< of a chunk of scratch: less where a pipeline uses it in turn
    std::int64_t slot_bytes = 0;     ///< where there are pipelines; their units are multiples of it
    std::vector<std::string> notes;  ///< what was assumed

    std::int64_t per_chunk(Memory memory) const {
        return memory == Memory::scratch || memory == Memory::packets ? scratch_chunk : chunk;
    }
    /// Slots that a pipeline proceeds by.
    std::int64_t unit(const Loop& loop) const { return loop.unit_bytes / slot_bytes; }
    /// How often it repeats its operations.
    std::int64_t repeats(const Loop& loop) const { return (loop.chunks * chunk + unit(loop) - 1) / unit(loop); }
};

/// Throws Fault (too_large).
Geometry geometry_of(const Parts& parts, const PlanOptions& options, const Limits& limits);

}  // namespace ringproof::model::mscclpp
