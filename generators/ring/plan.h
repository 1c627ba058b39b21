#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>

#include "model/schedule.h"

/// Ring collectives in the manner of hand-written ones, described by plain numbers and choices.
namespace ringproof::generators {

/// What travels. `position` counts along the ring; a chip passes to the next position.
enum class Pattern {
    permute,     ///< everybody's value, one hop
    broadcast,   ///< chunks of the first position's value down the line, `hops` hops
    gather,      ///< everybody's value, to the next `hops` positions
    travel,      ///< a value that takes in a part of every chip it comes through: reduce-scatter
    rotate,      ///< everybody's value through everybody's slots, taken in by every chip: all-reduce by rotation
    all_reduce,  ///< reduce-scatter, then all-gather of the sums
    all_to_all,  ///< a block for each of the next `hops` positions, handed on from chip to chip
    exchange,    ///< the same, put directly
    accumulate,  ///< everybody's value, added atomically into the next `hops` chips
    barrier,     ///< no data
};
/// What a chip makes of the value that arrives and its own. `user`: opaque work.
enum class HopRule { add, copy, max, compose, user };
/// Who moves the data: a put of the sender, a get of the receiver, or a copy of the receiver over the link.
enum class Mover { put, get, load };
/// How the receiver is told of a put: by its recv counter; by a signal after a fence; after a quiet; by a signal that
/// follows the put by its own covers; or by the data itself.
enum class Notice { recv, fenced, quieted, ordered, polled };
/// How the receiver waits for its counter: takes each time; takes all at the end; compares and clears; with a snapshot.
enum class Watch { take, cumulative, equals, snapshot };
/// What counts arrivals: a counter a step, a slot, or one for all.
enum class Counters { per_step, per_slot, shared };
/// What keeps the source of a put.
enum class Kept { wait_each, wait_end, quiet_each, quiet_end };
/// How the sender learns that a slot is free again: only where it is used again; announced each time; counted down
/// from the number of slots.
enum class Credits { exact, announced, prepaid };
/// How the agents of chips that enter when they like wait for each other.
enum class Gate { none, barrier, neighbours, doubled, dissemination };
/// Agents of a chip: one; one a ring; a sender and a receiver.
enum class Split { one, rings, halves };

/// What a plan does wrong.
enum class Fault {
    skip_arrival,     ///< a wait for an arrival is missing
    late_arrival,     ///< it comes after the use
    receive_first,    ///< it comes before the own put
    weak_arrival,     ///< it asks for less, or for less to be taken
    skip_kept,        ///< nothing keeps a source
    late_kept,        ///< what keeps a source comes after it is overwritten
    no_credit,        ///< slots are used again unasked
    few_credits,      ///< a credit is not given
    many_credits,     ///< one is given twice
    early_credit,     ///< a credit comes before the slot is free
    stray_credit,     ///< a credit goes to the wrong neighbour
    shared_counter,   ///< one counter for arrivals that can overtake each other
    shared_rings,     ///< several rings raise one counter
    wrong_slot,       ///< a put lands in another slot
    wrong_block,      ///< a chip passes on another block
    short_loop,       ///< a step is missing
    wrong_rule,       ///< a hop applies another rule
    swapped,          ///< a hop applies its rule the wrong way round
    no_start,         ///< the own value is not copied first
    no_gate,          ///< chips enter when they like, and nobody waits
    weak_gate,        ///< one counter for both neighbours
    no_final_quiet,   ///< a chip leaves with something in flight
    wrong_claim,      ///< the result is right and the claim is not
    loose_signal,     ///< nothing makes the signal follow its put
    narrow_counters,  ///< counters wrap
    late_snapshot,    ///< a snapshot after others may have begun
    no_rearm,         ///< a polled slot keeps its data
};
inline constexpr std::int32_t fault_kinds = static_cast<std::int32_t>(Fault::no_rearm) + 1;

struct RingPlan {
    static constexpr std::int32_t most_chips = 5, most_rings = 3, most_hops = 4;

    Pattern pattern = Pattern::permute;
    std::int32_t chips = 2;
    std::array<std::int32_t, most_chips> order{0, 1, 2, 3, 4};  ///< chip at each position; the first `chips` count
    std::int32_t rings = 1;
    std::array<bool, most_rings> backward{};  ///< the ring goes against the order
    std::int32_t hops = 1;
    std::int32_t chunks = 1;  ///< transfers a hop; of a broadcast: steps
    std::int32_t len = 1;     ///< slots a transfer
    std::array<HopRule, most_hops> rules{};
    std::int32_t slots = most_hops;  ///< that arrivals go round, where the pattern has such
    Split split = Split::one;
    Mover mover = Mover::put;
    Notice notice = Notice::recv;
    Watch watch = Watch::take;
    Counters counters = Counters::per_step;
    Kept kept = Kept::wait_each;
    Credits credits = Credits::exact;
    Gate gate = Gate::none;
    bool from_input = false;      ///< a travelling value starts from the input, not from a copy of it
    bool channel = false;         ///< puts and signals name a channel
    bool weighed = false;         ///< recv counts slots, not transfers
    bool assigned = false;        ///< signals that are compared set their counter
    bool link_signal = false;     ///< an ordered signal follows the link, not the channel
    bool one_sent = false;        ///< rings of one agent share the counter of sources
    bool final_quiet = false;     ///< agents end with quiet until landed
    bool bounded = false;         ///< counters have no more values than needed
    bool named_contract = false;  ///< the collective of the library where one fits; else claims
    model::Profile profile;
    std::int32_t launches = 1;
    std::uint32_t faults = 0;      ///< bit by Fault
    std::int32_t fault_chip = -1;  ///< where faults of a place are; -1: everywhere
    std::int32_t fault_step = -1;

    bool has(Fault fault) const { return (faults >> static_cast<int>(fault) & 1U) != 0; }
    /// Whether nothing was made wrong: then the schedule holds all its properties.
    bool right() const { return faults == 0; }

    friend bool operator==(const RingPlan&, const RingPlan&) = default;
};

/// The plan with its numbers in range and its choices fitted to each other, so that what is wrong with it are its
/// faults alone. A settled plan stays as it is.
RingPlan settled(RingPlan plan);

/// The schedule that the plan describes. Valid. Assumes a settled plan.
model::Schedule schedule_of(const RingPlan& plan);

/// Its pattern and faults, and its schedule.
std::ostream& operator<<(std::ostream& out, const RingPlan& plan);

}  // namespace ringproof::generators
