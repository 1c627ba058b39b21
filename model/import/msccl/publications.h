#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/import/msccl/algorithm.h"

namespace ringproof::model::msccl {

/// What the thread blocks of a gpu wait for from each other. A block's flag tells the last step that it has published,
/// and only grows; a wait for a step is released by the first publication of that step or of a later one, in this
/// repetition of the steps or in a later one.
///
/// As counters: one for each pair of a block that publishes and one that waits. The former adds 1 with each publication
/// that releases a wait of the latter, and the latter takes what it needs: its waits for the k-th of these need k. So
/// nothing is left at the end of a launch.
class Publications {
public:
    Publications(const Gpu& gpu, std::int32_t iterations);

    struct Pair {
        std::size_t publisher, waiter;
        friend auto operator<=>(const Pair&, const Pair&) = default;
    };
    /// The n-th occurrence of a step of a block: (iteration, step).
    using Occurrence = std::pair<std::int32_t, std::size_t>;

    /// All pairs that need a counter.
    std::vector<Pair> pairs() const;
    /// Which of the publications that a pair counts releases this dependency, from 1; none: nothing ever does.
    std::optional<std::int32_t> rank(std::size_t waiter, std::int32_t iteration, const Dependency& needs) const;
    /// How many publications a pair counts.
    std::int32_t counted(const Pair& pair) const;
    /// For whom a block adds 1 when it has done this step.
    std::span<const std::size_t> released_by(std::size_t publisher, const Occurrence& step) const;

private:
    std::optional<Occurrence> release(std::int32_t iteration, const Dependency& needs) const;

    std::int32_t iterations_;
    std::vector<std::vector<std::size_t>> next_;       ///< by block and step: the first publishing step from there on
    std::map<Pair, std::vector<Occurrence>> counted_;  ///< in order
    std::map<std::pair<std::size_t, Occurrence>, std::vector<std::size_t>> released_;
};

}  // namespace ringproof::model::msccl
