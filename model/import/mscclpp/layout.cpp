#include "model/import/mscclpp/layout.h"

#include <algorithm>

#include "model/diagnostic.h"

namespace ringproof::model::mscclpp {

Alias alias_of(const Parts& parts) {
    if (!parts.in_place) return Alias::apart;
    if (parts.collective == "allgather") return Alias::input_is_block;
    if (parts.collective == "reducescatter") return Alias::output_is_block;
    return Alias::same;
}

Layout::Layout(Builder& builder, const Parts& parts, const Geometry& geometry)
    : double_scratch_(parts.double_scratch), double_packets_(parts.double_packets) {
    constexpr auto input = static_cast<std::size_t>(Memory::input), output = static_cast<std::size_t>(Memory::output),
                   scratch = static_cast<std::size_t>(Memory::scratch),
                   packets = static_cast<std::size_t>(Memory::packets);
    const Alias alias = alias_of(parts);
    for (std::int32_t id = 0; const Gpu& gpu : parts.gpus) {
        Chip chip{};
        for (std::size_t memory = 0; memory < chip.size.size(); ++memory) {
            const std::int64_t slots = geometry.per_chunk(static_cast<Memory>(memory));
            if (gpu.chunks[memory] > builder.limits().slots / slots)
                throw Fault(Code::too_large, "a buffer has more slots than a schedule may have");
            chip.size[memory] = gpu.chunks[memory] * slots;
        }
        if (alias == Alias::apart) {
            chip.buffer[input] = builder.buffer(id, "input", chip.size[input], Role::in);
            chip.buffer[output] = builder.buffer(id, "output", chip.size[output], Role::out);
        } else {
            if (alias == Alias::input_is_block) chip.first[input] = id * chip.size[input];
            if (alias == Alias::output_is_block) chip.first[output] = id * chip.size[output];
            const std::int64_t size =
                std::max(chip.first[input] + chip.size[input], chip.first[output] + chip.size[output]);
            chip.buffer[input] = chip.buffer[output] = builder.buffer(id, "inout", size, Role::inout);
        }
        chip.buffer[scratch] =
            builder.buffer(id, "scratch", chip.size[scratch] * halves(Memory::scratch), Role::scratch);
        chip.buffer[packets] =
            builder.buffer(id, "packets", chip.size[packets] * halves(Memory::packets), Role::scratch);
        chips_.push_back(chip);
        ++id;
    }
}

std::int32_t Layout::halves(Memory memory) const {
    return (memory == Memory::scratch && double_scratch_) || (memory == Memory::packets && double_packets_) ? 2 : 1;
}

bool Layout::has(const Range& range) const {
    const std::int64_t size = chips_[static_cast<std::size_t>(range.gpu)].size[static_cast<std::size_t>(range.memory)];
    return range.begin <= size && range.length <= size - range.begin;
}

Place Layout::place(const Range& range, std::int32_t copy) const {
    const Chip& chip = chips_[static_cast<std::size_t>(range.gpu)];
    const auto memory = static_cast<std::size_t>(range.memory);
    const std::int64_t half = copy % halves(range.memory) * chip.size[memory];
    return {chip.buffer[memory], static_cast<std::int32_t>(chip.first[memory] + half + range.begin)};
}

}  // namespace ringproof::model::mscclpp
