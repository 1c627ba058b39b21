#include "backends/mpi/layout.h"

#include <algorithm>
#include <set>

namespace ringproof::backends {
namespace {

/// What any element needs, and a cache line: chips do not share one by accident.
constexpr std::size_t alignment = 64;

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

Layout::Layout(const conformance::World& world) : slot_size_(world.slot_size) {
    const model::Schedule& schedule = world.schedule;
    std::size_t shared = sizeof(std::int64_t);  // the door
    for (const model::Agent& agent : schedule.agents) {
        std::set<model::Symbol> named;
        for (const model::Step& step : agent.steps)
            if (const auto* const barrier = std::get_if<model::Barrier<model::Concrete>>(&step.operation))
                named.insert(barrier->name);
        for (const model::Symbol name : named) {
            const auto [found, is_new] = barriers_.try_emplace(name, Barrier{shared, 0});
            if (is_new) shared += sizeof(std::int64_t);
            ++found->second.members;
        }
    }
    std::vector<std::size_t> ends(static_cast<std::size_t>(schedule.chips), shared);
    for (const model::Semaphore& semaphore : schedule.semaphores) {
        semaphores_.push_back(ends[semaphore.chip]);
        ends[semaphore.chip] += static_cast<std::size_t>(semaphore.size) * sizeof(std::int64_t);
    }
    bytes_of_counters_ = *std::ranges::max_element(ends);
    std::ranges::fill(ends, aligned(bytes_of_counters_));
    for (const model::Buffer& buffer : schedule.buffers) {
        buffers_.push_back(ends[buffer.chip]);
        ends[buffer.chip] = aligned(ends[buffer.chip] + static_cast<std::size_t>(buffer.size) * slot_size_);
    }
    bytes_ = *std::ranges::max_element(ends);
}

}  // namespace ringproof::backends
