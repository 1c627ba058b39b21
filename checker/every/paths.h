#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "checker/every/mapping.h"

/// What must have happened before an event, for every n: along chips, and from waits to what they need.
namespace ringproof::checker::every {

/// A synchronisation that holds for every n, once it is proved (specs/semantics.md 5.14): the event of that raise - or,
/// if not `landed`, at least its issue - happens before the wait that `wait` maps it to.
struct Lemma {
    std::size_t raise = 0;
    bool landed = true;
    Mapping wait;
};

/// From an event of a chip to an earlier one, maybe of another: to the latest instance of a wait before it, and on to
/// the issue of the raise that this wait takes.
struct Hop {
    std::size_t wait = 0;
    /// Which instance: so many launches back; in the loop that it shares with the event so many rounds back; in its own
    /// loops so many rounds before the last.
    std::int32_t launches = 0, rounds = 0, inner = 0;
    std::int32_t part = 0;  ///< the unit of the wait
    std::size_t alternative = 0;
    std::size_t lemma = 0;

    friend auto operator<=>(const Hop&, const Hop&) = default;
};

/// From an event of a chip to a later one, maybe of another: to the first raise behind it whose wait is on some chip,
/// and on to that wait.
struct Leap {
    /// Which round of the innermost loop, if the event does not share it: the first, the one that is the number of the
    /// other chip, or its distance from the own. Of loops around it that are not shared, the first.
    enum class Round { first, chip, distance };

    std::size_t lemma = 0;                  ///< of the raise
    std::int32_t launches = 0, rounds = 0;  ///< so many later, rounds in the loop that they share
    Round round = Round::first;
    std::int32_t inner = 0;  ///< so many rounds after that one

    friend auto operator<=>(const Leap&, const Leap&) = default;
};

/// An operation in a loop that each chip comes to after a neighbour has come to it one round earlier, by `hop`: once it
/// is proved, from round to round, and from chip to chip round the ring.
struct Relay {
    std::size_t operation = 0;
    Hop hop;
    int chips = -1;  ///< where the neighbour is: -1: the left one, 1: the right one
};

/// Along a relay back to the first round, or to the chip of the earlier event.
struct Run {
    std::size_t relay = 0;
    bool to_first = false;
};

/// From the later event back by hops and runs; there, the earlier one may lead on by a leap.
struct Path {
    using Step = std::variant<Hop, Run>;

    std::vector<Step> steps;
    std::optional<Leap> leap;

    std::size_t size() const { return steps.size() + (leap ? 1 : 0); }
};

/// What is known of waits.
struct Knowledge {
    std::vector<Mapping> takes;  ///< by wait: the units of raises that its units are
    std::vector<Mapping> taken;  ///< by raise: the units of waits that take its units; no alternatives: none
    std::vector<Lemma> lemmas;
    std::vector<Relay> relays;
};

/// Events that happen one before the other.
class Paths {
public:
    /// Both must outlive it.
    Paths(const Order& order, const Knowledge& knowledge) : order_(order), knowledge_(knowledge) {}

    /// `earlier` is `later` or happens before it: by the order of chips alone or along one of `paths`.
    Expr reaches(const Instance& later, const Instance& earlier, const std::vector<Path>& paths) const;

    struct Arrival {
        Expr condition;
        Instance at;
    };
    /// The instance of a wait that a hop goes to.
    Instance wait_of(const Instance& from, const Hop& hop) const;
    /// The instance of a raise that a leap to that chip goes over.
    Instance raise_of(const Instance& from, const Leap& leap, const Expr& chip) const;
    Arrival follow(const Instance& from, const Hop& hop) const;
    /// `chip`: of the earlier event.
    Arrival follow(const Instance& from, const Run& run, const Expr& chip) const;
    /// Whether the leap from `earlier` leads to `later`, or to a wait that is before it on its chip.
    Expr leads(const Instance& earlier, const Leap& leap, const Instance& later) const;

    const Order& order() const { return order_; }
    const Knowledge& knowledge() const { return knowledge_; }

private:
    const Order& order_;
    const Knowledge& knowledge_;
};

}  // namespace ringproof::checker::every
