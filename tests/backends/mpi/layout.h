#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "conformance/backend.h"

namespace ringproof::backends {

/// Where the things of a schedule are in a window: those of chip c on rank c, counters first. All processes come to the
/// same.
class Layout {
public:
    explicit Layout(const conformance::World& world);

    /// Of the piece that needs most.
    std::size_t bytes() const { return bytes_; }
    std::size_t at(model::Place place) const {
        return buffers_[place.buffer] + static_cast<std::size_t>(place.index) * slot_size_;
    }
    std::size_t at(model::Counter counter) const {
        return semaphores_[counter.semaphore] + static_cast<std::size_t>(counter.index) * sizeof(std::int64_t);
    }

    // What is shared by all is on rank 0.

    /// Counts chips that have entered.
    std::size_t door() const { return 0; }
    struct Barrier {
        std::size_t at;        ///< counts arrivals
        std::int64_t members;  ///< agents that name it
    };
    const Barrier& barrier(model::Symbol name) const { return barriers_.at(name); }

    /// Counters of any kind are the first bytes of each piece.
    std::size_t bytes_of_counters() const { return bytes_of_counters_; }

private:
    std::size_t slot_size_;
    std::size_t bytes_ = 0, bytes_of_counters_ = 0;
    std::vector<std::size_t> buffers_, semaphores_;
    std::map<model::Symbol, Barrier> barriers_;
};

}  // namespace ringproof::backends
