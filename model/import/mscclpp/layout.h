#pragma once

#include <cstdint>
#include <string>

#include "model/import/mscclpp/builder.h"
#include "model/import/mscclpp/geometry.h"
#include "model/import/mscclpp/parts.h"

/// Where chunks lie in the buffers of the schedule. Internal to the folder.
namespace ringproof::model::mscclpp {

/// How a plan in place has its input and output in one buffer.
enum class Alias { apart, same, input_is_block, output_is_block };
Alias alias_of(const Parts& parts);

/// Slots `begin` to `begin + length` of a memory of a gpu.
struct Range {
    std::int32_t gpu;
    Memory memory;
    std::int64_t begin;
    std::int64_t length;
};

class Layout {
public:
    /// Declares the buffers: `input`, `output` (`inout`, in place), `scratch`, `packets`. Throws Fault (too_large).
    Layout(Builder& builder, const Parts& parts, const Geometry& geometry);

    /// Whether all of it lies in its memory.
    bool has(const Range& range) const;
    /// Its first slot, for the `copy`-th launch of the plan in one launch of the schedule.
    Place place(const Range& range, std::int32_t copy) const;
    /// How often the plan is launched in one launch of the schedule: with scratch halves used in turn, twice.
    std::int32_t copies() const { return double_scratch_ || double_packets_ ? 2 : 1; }

private:
    struct Chip {
        PerMemory<std::int32_t> buffer;
        PerMemory<std::int64_t> first;  ///< slot of the buffer where the memory begins
        PerMemory<std::int64_t> size;   ///< slots
    };
    /// How much of a memory there is: once, or a half for each of two launches.
    std::int32_t halves(Memory memory) const;

    std::vector<Chip> chips_;
    bool double_scratch_, double_packets_;
};

}  // namespace ringproof::model::mscclpp
