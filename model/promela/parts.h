#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/event.h"
#include "model/promela/value_codes.h"
#include "model/schedule.h"

/// The parts of which write_promela (promela.h) makes a model.
namespace ringproof::model::promela {

/// A put, get or signal in one launch, on its way from issue to its end.
struct Transfer {
    std::int32_t agent, launch, step;
    std::int32_t target;                                  ///< the chip that it acts on
    std::vector<std::int32_t> before_begin, before_land;  ///< earlier ones that must have taken effect: indices
};

/// One event: when it may happen (empty: always) and what it does, both in Promela.
struct Guarded {
    std::string about, guard, effect;
};

/// How an access by the same operation that may be open too is left out of account: slot by slot, Promela expressions
/// of 0 or 1.
struct Own {
    std::string readers = "0", writers = "0", adders = "0";
};

/// Names of variables, and the statements that several processes need.
class Parts {
public:
    /// The schedule must outlive it.
    Parts(const Schedule& schedule, std::int32_t launches);

    const Schedule& schedule() const { return schedule_; }
    std::int32_t launches() const { return launches_; }
    ValueCodes& codes() { return codes_; }
    const std::vector<Transfer>& transfers() const { return transfers_; }
    /// The index of a transfer.
    std::int32_t transfer(std::int32_t agent, std::int32_t launch, std::int32_t step) const;
    const Operation& operation(const Transfer& transfer) const;
    bool is_get(const Transfer& transfer) const;
    bool is_signal(const Transfer& transfer) const;

    // ---- Names ---------------------------------------------------------------------------------------------------

    std::int32_t slots() const { return first_slot_.back(); }
    std::int32_t counters() const { return first_counter_.back(); }
    std::int32_t slot(Place place) const { return first_slot_[place.buffer] + place.index; }
    std::int32_t counter(Counter counter, std::int32_t launch) const;
    std::string value(Place place) const;
    /// `landed_7`: what transfer 7 has done so far.
    static std::string did(const char* what, std::int32_t transfer);
    /// Whether it has done all that it will.
    std::string is_over(std::int32_t transfer) const;
    /// Whether its effect at its target has happened.
    std::string took_effect(std::int32_t transfer) const;

    // ---- Statements ----------------------------------------------------------------------------------------------

    /// `name` is 0 and says which property is violated where the condition does not hold.
    static std::string check(const std::string& condition, const char* name);
    /// No conflicting access of another operation is open.
    std::string no_conflict(Place place, Mode mode, const Own& own = {}) const;
    /// Whether anything accumulates: otherwise there are no adders to count.
    bool has_adders() const { return has_adders_; }
    /// Opens or closes an access.
    std::string open(Place place, Mode mode) const;
    std::string close(Place place, Mode mode) const;
    /// The slot holds something.
    std::string holds(Place place) const;
    /// A counter rises by an event of this launch.
    std::string raise(Counter counter, const std::string& units, std::int32_t launch) const;
    /// What belongs to this launch of a chip is touched: the chip must be inside it. Memory: only where it belongs to
    /// launches.
    std::string inside(std::int32_t chip, std::int32_t launch) const;
    std::string memory_inside(std::int32_t chip, std::int32_t launch) const;

    /// How far a chip is: 4 · launch, and 1 when it has filled, 2 inside, 3 when it has left.
    static std::string stage(std::int32_t chip);
    static std::int32_t filled(std::int32_t launch) { return 4 * launch + 1; }
    static std::int32_t entered(std::int32_t launch) { return 4 * launch + 2; }
    static std::int32_t left(std::int32_t launch) { return 4 * launch + 3; }

    /// Whether all agents of the chip have finished so many launches.
    std::string agents_finished(std::int32_t chip, std::int32_t launches) const;

private:
    void find_transfers();
    void find_orders(Transfer& later, std::int32_t first_of_agent) const;

    const Schedule& schedule_;
    std::int32_t launches_;
    bool has_adders_ = false;
    ValueCodes codes_;
    std::vector<std::int32_t> first_slot_, first_counter_;  ///< of each buffer, semaphore; the last: their number
    std::vector<Transfer> transfers_;
};

/// The names of the barriers, each once, in a fixed order.
std::vector<Symbol> barrier_names(const Schedule& schedule);

/// Text inside a comment of Promela.
std::string in_comment(std::string text);

/// Processes, each as text.
std::string environment(Parts& parts, std::int32_t chip);
std::string rest(Parts& parts);
std::string agent(Parts& parts, std::int32_t agent);
std::string network(Parts& parts);

/// Consecutive events of a process.
std::string sequence(const std::vector<Guarded>& events);
/// One event: a d_step.
std::string step(const Guarded& event);

}  // namespace ringproof::model::promela
