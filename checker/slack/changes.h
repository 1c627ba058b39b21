#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/slack/lines.h"

/// The changed schedules that slack asks about: specs/semantics.md section 7.
namespace ringproof::checker::slack {

/// Where the units go that a wait which was left out does not take.
struct Takers {
    bool next_wait = false;   ///< the agent's next wait on the counter takes them as well
    bool nobody = false;      ///< no wait on the semaphore is left, so its raises are left out too
    bool end = false;         ///< they are taken at the end of the agent
    bool only_at_end = true;  ///< and nothing but waits came between: it stood at the end already
    friend bool operator==(const Takers&, const Takers&) = default;
};

struct Without {
    model::Schedule schedule;
    Takers takers;
};

/// The schedule without all instances of these lines of waits, with the counters adjusted:
/// (a) what a wait that is left out would have taken is added to what the agent's next wait on the counter is for and
/// takes, so that every later wait needs the raises that it needed before;
/// (b) where no wait on a semaphore, of any chip, is left, and nothing sets it or takes a snapshot of it, its raises go
/// as well: signals to it, and the counters of puts and gets that name it;
/// (c) else, where the agent has no further wait on the counter, the units are taken by a wait at the agent's end.
/// None: that cannot be done, because the next wait on the counter is not of the form at_least with a number to take,
/// or an amount would be too large. A wait that itself is not of that form is left out without any adjustment.
std::optional<Without> without(const model::Schedule& schedule, const std::vector<LineKey>& waits);

/// How many operations an instance can be moved: a wait later, up to the next operation of its agent on the same
/// counter (wait, set, snapshot) and to the agent's end; a put or get earlier, down to the last operation of its agent
/// with a conflicting access (so that what the agent itself does to a slot stays in order) and to the agent's begin.
std::int32_t room(const model::Schedule& schedule, Kind kind, Instance instance);

struct Moved {
    model::Schedule schedule;
    std::int32_t furthest = 0;        ///< most operations that an instance was moved by; 0: none has moved
    std::optional<Instance> example;  ///< one that was moved so far, by its place before
    std::optional<Instance> behind;   ///< of a wait: the operation that it now follows; else: that it now precedes
};

/// The schedule with every instance of the line moved by `by` operations, or as far as its room allows.
Moved moved(const model::Schedule& schedule, const LineKey& line, std::int32_t by);

}  // namespace ringproof::checker::slack
