#include "model/import/msccl/thresholds.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "model/cut.h"
#include "model/import/msccl/connections.h"
#include "model/monotone.h"

namespace ringproof::model::msccl {
namespace {

/// Whether every execution ends.
bool completes(const Algorithm& algorithm, const Running& running, const Limits& limits) {
    const Schedule schedule = lower(algorithm, running, limits);
    if (const std::string why = why_not_monotone(schedule); !why.empty())
        throw std::logic_error("an MSCCL algorithm became a schedule that is not monotone: " + why);
    const EventGraph graph(schedule, 1);
    const CutFinder cuts(graph);
    return static_cast<std::int32_t>(cuts.largest().order.size()) == graph.size();
}

/// The least depth at which it completes; none: it does at none.
std::optional<std::int64_t> least_depth(const Algorithm& algorithm, Running running, const Limits& limits) {
    std::int64_t enough = 1;
    const Connections connections(algorithm, running.most_chunks, limits.operations);
    for (const auto& [_, connection] : connections.all())
        enough = std::max(enough, std::ssize(connection.sent) * running.iterations);
    const auto with = [&](std::int64_t depth) {
        running.in_flight = depth;
        return completes(algorithm, running, limits);
    };
    if (!with(enough)) return std::nullopt;
    std::int64_t too_little = 0;
    while (enough - too_little > 1) {
        const std::int64_t middle = too_little + (enough - too_little) / 2;
        (with(middle) ? enough : too_little) = middle;
    }
    return enough;
}

/// The counts at which steps are split anew, the greatest first.
std::vector<std::int64_t> ways_to_split(const Algorithm& algorithm) {
    std::int64_t most = 1;
    for (const Gpu& gpu : algorithm.gpus)
        for (const Block& block : gpu.blocks)
            for (const Step& step : block.steps)
                if (step.type->sends) most = std::max(most, step.count);
    std::vector<std::int64_t> ways;
    for (std::int64_t chunks = std::min<std::int64_t>(most, most_chunks_at_once); chunks > 0; --chunks)
        ways.push_back(chunks);
    return ways;
}

PlanFact largest_message(const Algorithm& algorithm, Running running, const Limits& limits) {
    const std::int64_t slot = algorithm.protocol->slot_bytes;
    // The largest message of which a slot still holds so many chunks.
    const auto bytes = [&](std::int64_t chunks) { return slot / chunks * algorithm.chunks_a_loop; };
    std::optional<std::int64_t> right;
    for (const std::int64_t chunks : ways_to_split(algorithm)) {
        running.most_chunks = chunks;
        if (!completes(algorithm, running, limits)) {
            if (!right) return {"largest_message", 0, "messages: deadlock at every size"};
            return {"largest_message", bytes(*right),
                    fmt::format(
                        "messages: free of deadlock up to {} bytes; longer ones split steps into transmissions of {} "
                        "chunk{} at most, and block",
                        bytes(*right), chunks, chunks == 1 ? "" : "s"),
                    true};
        }
        right = chunks;
    }
    return {"largest_message", -1, "messages: free of deadlock at every size"};
}

}  // namespace

std::vector<PlanFact> thresholds(const Algorithm& algorithm, const Running& running, const Limits& limits) {
    std::vector<PlanFact> facts;
    const auto depth = least_depth(algorithm, running, limits);
    facts.push_back({"least_depth", depth.value_or(0),
                     depth ? fmt::format("connections: free of deadlock from {} in flight on ({} has {})", *depth,
                                         algorithm.protocol->name, algorithm.protocol->in_flight)
                           : "connections: deadlock, however many transmissions are in flight"});
    facts.push_back(largest_message(algorithm, running, limits));
    return facts;
}

}  // namespace ringproof::model::msccl
