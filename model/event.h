#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/schedule.h"

namespace ringproof::model {

/// What happens at an instant: specs/semantics.md section 2.
enum class Moment : std::uint8_t {
    fill,
    enter,
    exit,
    collect,  // the environment of a chip
    issue,
    begin,
    read,
    credit,
    raise,
    land,     // put, get
    deliver,  // signal (after its issue)
    wait,
    set,
    snapshot,
    poll,
    fence,
    quiet,  // one event each
    start,
    end,  // copy, reduce, compute, write, read
    arrive,
    leave,  // barrier
};
template <>
inline constexpr std::array<std::string_view, 21> words<Moment>{
    "fill", "enter", "exit",     "collect", "issue", "begin", "read",  "credit", "raise",  "land", "deliver",
    "wait", "set",   "snapshot", "poll",    "fence", "quiet", "start", "end",    "arrive", "leave"};

/// The moments of a chip's environment rather than of an agent's operation.
constexpr bool is_environment(Moment moment) { return moment <= Moment::collect; }

/// The moments that come by themselves, between the issue of a transfer and its end.
constexpr bool is_asynchronous(Moment moment) { return moment >= Moment::begin && moment <= Moment::deliver; }

/// One event of an execution. An execution is a sequence of them; the same event occurs once, but for `credit`,
/// which occurs once a unit.
struct Event {
    Moment moment = Moment::fill;
    std::int32_t who = 0;     ///< environment: the chip; else the agent's index in the schedule
    std::int32_t launch = 0;  ///< from 0
    std::int32_t step = 0;    ///< index of the operation in the agent; 0 for the environment

    friend auto operator<=>(const Event&, const Event&) = default;
};

/// Whether two events belong to the same operation, or to the environment's side of the same chip and launch.
bool same_operation(const Event& a, const Event& b);

using Trace = std::vector<Event>;

/// The chip on which the event's agent or environment lives.
std::int32_t chip_of(const Schedule& schedule, const Event& event);

/// How an access touches a slot. Two accesses conflict unless both read or both accumulate.
enum class Mode : std::uint8_t { read, write, accumulate };
template <>
inline constexpr std::array<std::string_view, 3> words<Mode>{"read", "write", "accumulate"};

constexpr bool conflict(Mode a, Mode b) { return a != b || a == Mode::write; }

/// One access to one slot, named by the event that opens it.
struct Access {
    Event opened;
    Place place;
    Mode mode = Mode::read;
};

/// The seven properties of specs/semantics.md section 3, in the order in which a verdict names them.
enum class Property { deadlock, race, uninitialised, not_entered, dirty_exit, counter_range, wrong_result };
template <>
inline constexpr std::array<std::string_view, 7> words<Property>{
    "deadlock", "race", "uninitialised", "not-entered", "dirty-exit", "counter-range", "wrong-result"};

Property property_of(Code code);

/// The order in which findings are named when there are several: what comes first explains what follows.
int precedence(Code code);

/// An agent or environment that can never go on, and why.
struct Blocked {
    Event next;                      ///< what it would do next
    std::optional<Counter> counter;  ///< when it waits for a counter
    std::int64_t value = 0;          ///< the counter's value
    std::int64_t need = 0;           ///< the value that it needs
};

/// A violated property in one execution.
struct Finding {
    Code code;
    Event event;                   ///< the event at which it shows
    std::optional<Access> first;   ///< race: the access that was open already
    std::optional<Access> second;  ///< race: the access that opened on top of it
    std::optional<Place> place;
    std::optional<Counter> counter;
    std::int64_t value = 0;        ///< the counter's value; not entered: the other chip
    std::string expected, found;   ///< wrong result, wrong `read`
    std::vector<Blocked> blocked;  ///< deadlock

    /// Whether it is the same fault, whatever values came with it.
    bool same_fault(const Finding& other) const;
};

/// The kind of race between an access and one that opens while it is still open, or that was meant to come after it.
Code race_code(const Schedule& schedule, const Access& earlier, const Access& later);

}  // namespace ringproof::model
