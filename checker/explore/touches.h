#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/event.h"

namespace ringproof::checker {

/// How an event touches a thing, as a bit; an event that touches it in several ways has several. Which ways do not
/// commute is said by `against`.
enum class Way : std::uint32_t {
    // A counter.
    add = 1u << 0u,
    take = 1u << 1u,    ///< at_least, taking a number
    floor = 1u << 2u,   ///< at_least taking nothing, above_snapshot: more never hurts
    exact = 1u << 3u,   ///< equals, snapshot
    assign = 1u << 4u,  ///< set, a signal that sets, take all
    // A slot: accesses by their mode, and what it holds.
    open_read = 1u << 5u,
    open_write = 1u << 6u,
    open_accumulate = 1u << 7u,
    close_read = 1u << 8u,
    close_write = 1u << 9u,
    close_accumulate = 1u << 10u,
    load = 1u << 11u,
    store = 1u << 12u,
    // The stage of a chip.
    enter = 1u << 13u,
    exit = 1u << 14u,
    inside = 1u << 15u,   ///< checks that the chip is inside the event's launch
    entered = 1u << 16u,  ///< checks that it has entered
    // The transfers in flight that concern a chip.
    flight = 1u << 17u,   ///< one more or one less
    drained = 1u << 18u,  ///< checks that there is none
};

using Ways = std::uint32_t;
constexpr Ways operator|(Way a, Way b) { return static_cast<Ways>(a) | static_cast<Ways>(b); }
constexpr Ways operator|(Ways a, Way b) { return a | static_cast<Ways>(b); }

/// One thing that an event touches, by number: a counter of a launch, a slot, a chip's stage or its flights.
struct Touch {
    std::int32_t thing;
    Ways ways;
};

/// What every event of a schedule touches: all that its effect, its being enabled and what the machine finds at it can
/// depend on or change, apart from the order within its own agent or transfer.
class Touches {
public:
    /// The schedule must outlive it.
    Touches(const model::Schedule& schedule, std::int32_t launches);

    std::span<const Touch> of(const model::Event& event) const;
    std::int32_t things() const { return things_; }
    std::int32_t thing(model::Counter counter, std::int32_t launch) const;
    std::int32_t thing(model::Place place) const { return first_slot_[place.buffer] + place.index; }

    /// The ways that do not commute with these: in the state that follows, in one disabling the other, or in what the
    /// machine finds.
    Ways against(Ways ways) const;

    /// Calls `visit(touch)` for each touch of each event of an operation.
    template <class Visit>
    void each_of_operation(std::int32_t agent, std::int32_t launch, std::int32_t step, Visit&& visit) const {
        for (const At& at : events_of(agent, launch, step))
            for (const Touch& touch : at.touches) visit(touch);
    }

private:
    struct At {
        model::Moment moment;
        std::vector<Touch> touches;
    };
    struct Writer;

    const std::vector<At>& events_of(std::int32_t agent, std::int32_t launch, std::int32_t step) const {
        const std::size_t steps = schedule_->agents[agent].steps.size();
        return operations_[static_cast<std::size_t>(agent)]
                          [static_cast<std::size_t>(launch) * steps + static_cast<std::size_t>(step)];
    }

    /// Of one event; `operation` null for an environment's.
    std::vector<Touch> environment(const model::Event& event) const;
    std::vector<At> operation(const model::Operation& operation, std::int32_t agent, std::int32_t launch) const;

    const model::Schedule* schedule_;
    std::vector<std::int32_t> first_counter_, first_slot_;
    std::int32_t first_stage_ = 0, first_flights_ = 0, things_ = 0;
    std::vector<std::vector<At>> environments_;             ///< by chip, four a launch
    std::vector<std::vector<std::vector<At>>> operations_;  ///< by agent and operation, launch after launch
};

}  // namespace ringproof::checker
