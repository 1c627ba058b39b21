#include "model/import/mscclpp/packets.h"

#include <fmt/format.h>

namespace ringproof::model::mscclpp {
namespace {

std::string half(std::int32_t copy) { return copy == 0 ? "" : " of the other half"; }

}  // namespace

Packets::Packets(Builder& builder, const Parts& parts, const Geometry& geometry, const Layout& layout)
    : builder_(builder), geometry_(geometry), layout_(layout) {
    // The layout has been made, so that sizes are known to be within limits.
    for (const Gpu& gpu : parts.gpus)
        slots_.emplace_back(
            static_cast<std::size_t>(gpu.chunks[static_cast<std::size_t>(Memory::packets)] * geometry.scratch_chunk));
    for (const Gpu& gpu : parts.gpus)
        for (const Block& block : gpu.blocks) count(block.ops, {});
}

void Packets::count(const std::vector<Op>& ops, const Iteration& iteration) {
    for (const Op& op : ops) {
        builder_.work();
        if (const auto* loop = std::get_if<Loop>(&op.what))
            for (std::int64_t i = 0; i < geometry_.repeats(*loop); ++i) {
                builder_.work();
                count(loop->ops, {loop, i});
            }
        if (const auto* data = std::get_if<Data>(&op.what))
            for (const Flow& flow : data->flows) count(flow, data->share, iteration);
        if (const auto* control = std::get_if<Control>(&op.what))
            for (const Action& action : control->actions)
                if (const auto* push = std::get_if<Push>(&action); push && push->put)
                    // A port carries packets as they are: it does not look at flags.
                    count(Flow{{}, push->put->to}, push->share, iteration);
    }
}

void Packets::count(const Flow& flow, const Share& share, const Iteration& iteration) {
    const auto each = [&](const std::vector<Span>& spans, auto visit) {
        for (const Span& span : spans) {
            if (span.memory != Memory::packets) continue;
            const Range range = range_of(span, share, iteration, geometry_);
            if (!layout_.has(range)) continue;  // the block says so
            for (std::int64_t i = 0; i < range.length; ++i) {
                builder_.work();
                visit(slot(range.gpu, range.begin + i));
            }
        }
    };
    each(flow.from, [](Slot& slot) { ++slot.reads; });
    each(flow.to, [this](Slot& slot) {
        if (++slot.writes > 1) rewritten_ = true;
    });
}

void Packets::pass_on(std::int32_t copy, Symbol at) {
    for (std::int32_t gpu = 0; gpu < std::ssize(slots_); ++gpu)
        for (std::int64_t index = 0; index < std::ssize(slots_[static_cast<std::size_t>(gpu)]); ++index) {
            Slot& one = slot(gpu, index);
            one.next = 0;
            if (!counted(one) || one.reads == 1) continue;
            const std::int32_t agent = builder_.agent(gpu, fmt::format("packet {}", index));
            const Counter landed = builder_.counter(gpu, fmt::format("packet {}{}", index, half(copy)));
            builder_.add(agent, Wait<Concrete>{landed, AtLeast<Concrete>{1, 1}}, at);
            for (std::int32_t reader = 0; reader < one.reads; ++reader) {
                const std::string name = fmt::format("packet {} for reader {}{}", index, reader, half(copy));
                builder_.add(agent, Signal<Concrete>{builder_.counter(gpu, name), Add<Concrete>{1}, {}, {}}, at);
            }
        }
}

std::optional<Raise<Concrete>> Packets::raise(std::int32_t gpu, std::int64_t index, std::int32_t copy) {
    if (!counted(slot(gpu, index))) return std::nullopt;
    return Raise<Concrete>{builder_.counter(gpu, fmt::format("packet {}{}", index, half(copy))), 1};
}

std::optional<Counter> Packets::flag(std::int32_t gpu, std::int64_t index, std::int32_t copy) {
    Slot& one = slot(gpu, index);
    // What nobody writes is waited for without end.
    if (one.writes > 1) return std::nullopt;
    if (one.reads == 1 || one.writes == 0) return builder_.counter(gpu, fmt::format("packet {}{}", index, half(copy)));
    return builder_.counter(gpu, fmt::format("packet {} for reader {}{}", index, one.next++, half(copy)));
}

}  // namespace ringproof::model::mscclpp
