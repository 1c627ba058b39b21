#include "model/import/msccl/publications.h"

#include <algorithm>

namespace ringproof::model::msccl {

Publications::Publications(const Gpu& gpu, std::int32_t iterations) : iterations_(iterations) {
    for (const Block& block : gpu.blocks) {
        auto& next = next_.emplace_back(block.steps.size() + 1, block.steps.size());
        for (std::size_t step = block.steps.size(); step-- > 0;)
            next[step] = block.steps[step].publishes ? step : next[step + 1];
    }
    for (std::size_t waiter = 0; waiter < gpu.blocks.size(); ++waiter)
        for (const Step& step : gpu.blocks[waiter].steps)
            for (const Dependency& needs : step.needs) {
                auto& known = counted_[{static_cast<std::size_t>(needs.block), waiter}];
                for (std::int32_t iteration = 0; iteration < iterations; ++iteration)
                    if (const auto found = release(iteration, needs)) known.push_back(*found);
            }
    for (auto& [pair, occurrences] : counted_) {
        std::ranges::sort(occurrences);
        occurrences.erase(std::unique(occurrences.begin(), occurrences.end()), occurrences.end());
        for (const Occurrence& occurrence : occurrences) released_[{pair.publisher, occurrence}].push_back(pair.waiter);
    }
}

std::optional<Publications::Occurrence> Publications::release(std::int32_t iteration, const Dependency& needs) const {
    const auto& next = next_[static_cast<std::size_t>(needs.block)];
    const std::size_t none = next.size() - 1;
    if (const std::size_t step = next[std::min(static_cast<std::size_t>(needs.step), none)]; step < none)
        return Occurrence{iteration, step};
    if (next[0] < none && iteration + 1 < iterations_) return Occurrence{iteration + 1, next[0]};
    return std::nullopt;
}

std::vector<Publications::Pair> Publications::pairs() const {
    std::vector<Pair> pairs;
    for (const auto& [pair, _] : counted_) pairs.push_back(pair);
    return pairs;
}

std::optional<std::int32_t> Publications::rank(std::size_t waiter, std::int32_t iteration,
                                               const Dependency& needs) const {
    const auto found = release(iteration, needs);
    if (!found) return std::nullopt;
    const auto& known = counted_.at({static_cast<std::size_t>(needs.block), waiter});
    return static_cast<std::int32_t>(std::ranges::lower_bound(known, *found) - known.begin()) + 1;
}

std::int32_t Publications::counted(const Pair& pair) const {
    return static_cast<std::int32_t>(counted_.at(pair).size());
}

std::span<const std::size_t> Publications::released_by(std::size_t publisher, const Occurrence& step) const {
    const auto found = released_.find({publisher, step});
    return found == released_.end() ? std::span<const std::size_t>() : found->second;
}

}  // namespace ringproof::model::msccl
