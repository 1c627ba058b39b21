#include "model/import/mscclpp/geometry.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace ringproof::model::mscclpp {
namespace {

/// What the executor keeps for the scratch of all plans that reuse it.
constexpr std::int64_t scratch_bytes = std::int64_t{1} << 26;
/// Units of a chunk of scratch up to which a second turn of it is looked at.
constexpr std::int64_t most_units = 256;

struct Divisors {
    std::vector<std::int64_t> shares;  ///< sizes of thread block groups
    std::vector<std::int64_t> units;   ///< bytes, of pipelines
};

Divisors divisors_of(const Parts& parts) {
    Divisors divisors;
    each_op(parts, [&](const Op& op) {
        if (const auto* data = std::get_if<Data>(&op.what)) divisors.shares.push_back(data->share.parts);
        if (const auto* control = std::get_if<Control>(&op.what))
            for (const Action& action : control->actions)
                if (const auto* push = std::get_if<Push>(&action)) divisors.shares.push_back(push->share.parts);
        if (const auto* loop = std::get_if<Loop>(&op.what)) divisors.units.push_back(loop->unit_bytes);
    });
    return divisors;
}

std::int64_t common_multiple(const std::vector<std::int64_t>& numbers, std::int64_t most) {
    std::int64_t multiple = 1;
    for (const std::int64_t number : numbers) {
        multiple = multiple / std::gcd(multiple, number) * number;
        if (multiple > most)
            throw Fault(
                Code::too_large,
                fmt::format("sizes of thread block groups, or units of pipelines, divide a chunk into more than "
                            "{} slots",
                            most));
    }
    return multiple;
}

std::int64_t rounded_up(std::int64_t number, std::int64_t multiple) {
    return (number + multiple - 1) / multiple * multiple;
}

/// Bytes of a chunk of scratch where it is used in turn: the same on all gpus, as all are one program; the least.
std::int64_t scratch_chunk_bytes(const Parts& parts) {
    std::int64_t chunks = 0;
    for (const Gpu& gpu : parts.gpus) chunks = std::max(chunks, gpu.chunks[static_cast<std::size_t>(Memory::scratch)]);
    if (chunks == 0) return 0;
    const std::int64_t room = parts.double_scratch ? scratch_bytes / 2 : scratch_bytes;
    return rounded_up((room + chunks - 1) / chunks, parts.alignment);
}

/// Of a message of so many bytes.
std::int64_t chunk_bytes(const Parts& parts, std::int64_t message_bytes) {
    const auto& chunks = parts.gpus.front().chunks;
    const std::int64_t input = chunks[static_cast<std::size_t>(Memory::input)];
    const std::int64_t output = chunks[static_cast<std::size_t>(Memory::output)];
    const std::int64_t all = std::max({input, output, std::int64_t{1}});
    return (message_bytes + all - 1) / all;
}

}  // namespace

Geometry geometry_of(const Parts& parts, const PlanOptions& options, const Limits& limits) {
    const Divisors divisors = divisors_of(parts);
    Geometry geometry;
    const std::int64_t shares = common_multiple(divisors.shares, limits.slots);
    if (divisors.units.empty()) {
        geometry.chunk = geometry.scratch_chunk = shares;
        return geometry;
    }
    for (const std::int64_t unit : divisors.units) geometry.slot_bytes = std::gcd(geometry.slot_bytes, unit);
    std::vector<std::int64_t> units = divisors.units;
    for (std::int64_t& unit : units) unit /= geometry.slot_bytes;
    const std::int64_t widest = *std::max_element(units.begin(), units.end());
    const std::int64_t step = common_multiple(units, limits.slots);

    // Scratch of a chunk, in slots, cut to whole units: where the last unit before a new turn reaches beyond its chunk
    // is for the plan's writer to see.
    std::int64_t turn = parts.wraps ? scratch_chunk_bytes(parts) / geometry.slot_bytes / step * step : 0;
    if (turn > 0 && scratch_chunk_bytes(parts) % (step * geometry.slot_bytes) != 0)
        geometry.notes.push_back(
            "A chunk of scratch is no multiple of a pipeline's unit: that a unit reaches into the next chunk is not "
            "looked at");
    if (turn / widest > most_units) {
        turn = 0;
        geometry.notes.push_back(
            fmt::format("A chunk of scratch has room for more than {} units: messages so large that it is used in turn "
                        "are not looked at",
                        most_units));
    }
    const std::int64_t more = std::max<std::int64_t>(options.iterations, 1);
    if (more > limits.slots / widest) throw Fault(Code::too_large, "more iterations than a schedule may have slots");
    const auto slots_of = [&](std::int64_t message_bytes) {
        return (chunk_bytes(parts, message_bytes) + geometry.slot_bytes - 1) / geometry.slot_bytes;
    };
    geometry.chunk = options.message_bytes > 0 ? slots_of(options.message_bytes) : turn + more * widest;
    if (options.message_bytes == 0 && parts.most_bytes > 0)
        geometry.chunk = std::min(geometry.chunk, slots_of(parts.most_bytes));
    geometry.chunk = rounded_up(geometry.chunk, shares);
    if (geometry.chunk > limits.slots) throw Fault(Code::too_large, "a chunk has more slots than a schedule may have");
    // A message that fits leaves scratch as it is.
    geometry.scratch_chunk = turn > 0 && turn < geometry.chunk ? turn : geometry.chunk;
    geometry.notes.push_back(
        fmt::format("A chunk is taken to be {} unit{} of a pipeline{}", geometry.chunk / widest,
                    geometry.chunk == widest ? "" : "s",
                    geometry.scratch_chunk < geometry.chunk
                        ? fmt::format(", of which scratch holds {}", geometry.scratch_chunk / widest)
                        : std::string()));
    return geometry;
}

}  // namespace ringproof::model::mscclpp
