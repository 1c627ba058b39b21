#pragma once

#include <cstdint>
#include <vector>

#include "model/schedule.h"

namespace ringproof::model {

/// The rotations of the chips that map a schedule onto itself, as far as the order of its events goes: chip c to chip c
/// + step, c + 2·step, ... Slots and counters go along: where chip 0 puts x[0], chip 1 may put x[1].
///
/// Chips below `step` are the *base*: what they do says what all do. Values are left out, because they steer nothing.
class Symmetry {
public:
    /// No rotation but the one by nothing.
    explicit Symmetry(const Schedule& schedule);
    /// The smallest step for which the schedule maps onto itself. The mapping is checked operation by operation, slot
    /// by slot and counter by counter, so nothing is assumed of where the schedule comes from. Linear in its size for
    /// each divisor of the number of chips that fails, and these fail early.
    static Symmetry find(const Schedule& schedule);

    std::int32_t step() const { return step_; }
    /// How many rotations there are.
    std::int32_t order() const { return order_; }

    std::int32_t base(std::int32_t chip) const { return chip % step_; }
    std::int32_t rotation(std::int32_t chip) const { return chip / step_; }
    std::int32_t rotated(std::int32_t chip, std::int32_t rotation) const {
        return (chip + rotation * step_) % (step_ * order_);
    }
    /// From a base chip's agent to the one that does the same `rotation` steps further.
    std::int32_t rotated_agent(std::int32_t agent, std::int32_t rotation) const {
        return order_ == 1 ? agent : agents_[chip_of_agent_[agent] + rotation * step_][place_of_agent_[agent]];
    }
    /// The slot of a base chip that this one is a rotation of; the rotation is that of its chip.
    Place base(Place place) const { return order_ == 1 ? place : base_slots_[first_slot_[place.buffer] + place.index]; }
    Counter base(Counter counter) const {
        return order_ == 1 ? counter : base_counters_[first_counter_[counter.semaphore] + counter.index];
    }

private:
    class Finder;

    std::int32_t step_, order_ = 1;
    std::vector<std::vector<std::int32_t>> agents_;  ///< by chip
    std::vector<std::int32_t> chip_of_agent_, place_of_agent_;
    std::vector<std::size_t> first_slot_, first_counter_;  ///< of each buffer, of each semaphore
    std::vector<Place> base_slots_;
    std::vector<Counter> base_counters_;
};

}  // namespace ringproof::model
