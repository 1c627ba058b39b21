#pragma once

#include <algorithm>
#include <cstdint>

#include "model/import/mscclpp/geometry.h"
#include "model/import/mscclpp/layout.h"

/// From chunks to slots. Internal to the folder.
namespace ringproof::model::mscclpp {

/// Where in its pipelines an operation is.
struct Iteration {
    const Loop* loop = nullptr;  ///< none: it is in no pipeline
    std::int64_t number = 0;
};

/// The slots of a span that one thread block works on in one iteration. Packets know no iterations: the kernel does all
/// of them each time.
inline Range range_of(const Span& span, const Share& share, const Iteration& iteration, const Geometry& geometry) {
    const std::int64_t whole = span.count * geometry.chunk;
    const std::int64_t begin = whole / share.parts * share.part;
    Range range{span.gpu, span.memory, span.chunk * geometry.per_chunk(span.memory) + begin, whole / share.parts};
    if (!iteration.loop || span.memory == Memory::packets) return range;
    const std::int64_t unit = geometry.unit(*iteration.loop), offset = iteration.number * unit;
    // The kernel subtracts without a sign: beyond the end of its part an operation proceeds by whole units.
    range.length = offset > range.length ? unit : std::min(range.length - offset, unit);
    range.begin += span.memory == Memory::scratch ? offset % geometry.scratch_chunk : offset;
    return range;
}

}  // namespace ringproof::model::mscclpp
