#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "model/event.h"
#include "model/schedule.h"
#include "model/symmetry.h"

namespace ringproof::model {

/// An event's number in an `EventGraph`.
using EventId = std::int32_t;
inline constexpr EventId no_event = -1;

/// A monotone schedule as what its engines need of it (specs/semantics.md section 5): events, the predecessors that
/// each always needs, counters with who raises them by how much, and the fixed number of units that a wait needs. It is
/// built independently of the machine, and every proof lets the machine follow an order taken from it.
///
/// *Modulo rotations*: given a symmetry, the graph has the events of the base chips only, and each stands for all its
/// rotations. What reaches from chip to chip then says which rotation is meant: `shift` is the rotation of an event
/// relative to the counter or slot of the base chip that it is listed with. Chips that enter together share one event,
/// which is its own rotation; so is a barrier round, which needs the arrivals of all rotations. Without a symmetry all
/// shifts are 0.
class EventGraph {
public:
    struct Raise {
        EventId event;
        std::int64_t units;  ///< of a group that all rotations raise together: times their number
        std::int32_t shift = 0;
    };
    /// A counter of the schedule (one a launch when launch-scoped), or a group of events that something needs all of
    /// (a barrier round, what a fence puts first): then `counter` is empty.
    struct CounterNode {
        std::optional<Counter> counter;
        std::int32_t launch = 0;
        bool joint = false;  ///< a group that all rotations raise together
        std::int64_t init = 0;
        std::vector<Raise> raises;
        std::vector<EventId> waits;       ///< in program order of the one agent, where there are takes
        std::vector<std::int64_t> taken;  ///< by waits: units taken before it
        std::int64_t takes = 0;           ///< units taken by all its waits
    };
    /// An access to a slot, open from one event to another.
    struct AccessNode {
        std::int64_t slot;  ///< number among all slots of all chips; of a base chip
        Access access;      ///< as of the base chip's agent
        EventId opens, closes;
        std::int32_t shift = 0;
    };
    /// Something of one launch that a chip holds only between its enter and exit of that launch, touched from `first`
    /// to `last` (its memory by a transfer or a load over the link, its launch-scoped counters by a raise).
    struct Touch {
        EventId first, last;
        std::int32_t chip;  ///< as seen from the base chip of the event
    };
    /// A transfer: from when to when it is in flight, whose it is and on which chip it acts.
    struct Flight {
        EventId issue, over;
        std::int32_t owner, target;
    };

    /// Assumes a valid schedule, which must outlive the graph. If it is not monotone (monotone.h), what is said of the
    /// counters of its semaphores is their raises only: what waits need then depends on the order of events.
    EventGraph(const Schedule& schedule, std::int32_t launches) : EventGraph(schedule, launches, Symmetry(schedule)) {}
    /// Modulo rotations.
    EventGraph(const Schedule& schedule, std::int32_t launches, Symmetry symmetry);

    /// An upper bound on the events, units of early credit, counters and slots in all launches that a graph of this
    /// schedule would be made of, without building it.
    static std::int64_t estimate(const Schedule& schedule, std::int32_t launches);

    const Schedule& schedule() const { return *schedule_; }
    std::int32_t launches() const { return launches_; }
    const Symmetry& symmetry() const { return symmetry_; }
    std::int32_t size() const { return static_cast<std::int32_t>(events_.size()); }
    const Event& event(EventId id) const { return events_[id]; }
    /// Whether the event is its own rotation.
    bool is_joint(EventId id) const {
        return events_[id].moment == Moment::enter && schedule_->profile.entry == Entry::barrier;
    }
    /// The event `rotation` steps further.
    Event rotated(EventId id, std::int32_t rotation) const;
    std::span<const EventId> predecessors(EventId id) const { return predecessors_[id]; }
    /// Index into `counters()` of what a wait needs, or -1.
    std::int32_t counter_of(EventId id) const { return counter_of_[id]; }
    /// Units that it needs of that counter's raises; 0 or less: none.
    std::int64_t need(EventId id) const { return need_[id]; }
    /// How often the event occurs in a trace of the machine (credit: once a unit).
    std::int32_t times(EventId id) const;

    const std::vector<CounterNode>& counters() const { return counters_; }
    const std::vector<AccessNode>& accesses() const { return accesses_; }
    const std::vector<Touch>& touches() const { return touches_; }
    const std::vector<Flight>& flights() const { return flights_; }
    /// The environment's events of a base chip; no_event when there are no launches. Chips that enter together share
    /// one enter.
    EventId enter(std::int32_t chip, std::int32_t launch) const { return environment(1, chip, launch); }
    EventId exit(std::int32_t chip, std::int32_t launch) const { return environment(2, chip, launch); }

private:
    class Builder;

    EventId environment(int which, std::int32_t chip, std::int32_t launch) const {
        if (environment_.empty()) return no_event;
        return environment_[(static_cast<std::size_t>(launch) * symmetry_.step() + chip) * 4 + which];
    }

    const Schedule* schedule_;
    std::int32_t launches_;
    Symmetry symmetry_;
    std::vector<Event> events_;
    std::vector<std::vector<EventId>> predecessors_;
    std::vector<std::int32_t> counter_of_;
    std::vector<std::int64_t> need_;
    std::vector<CounterNode> counters_;
    std::vector<AccessNode> accesses_;
    std::vector<Touch> touches_;
    std::vector<Flight> flights_;
    std::vector<EventId> environment_;
};

}  // namespace ringproof::model
