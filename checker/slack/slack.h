#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/ask.h"
#include "checker/slack/changes.h"

/// What a proved schedule has to spare: waits that it does without, waits that could come later, puts and gets that
/// could come earlier. Each claim is a proof of a changed schedule, at every size asked (specs/semantics.md section 7).
namespace ringproof::checker::slack {

/// What to look at.
struct Subject {
    /// The schedules of one kernel, one for each number of chips and launches, small ones first. Each is proved for
    /// `launches` launches.
    const std::vector<model::Schedule>& schedules;
    Options options;  ///< for each question
    std::function<Verdict(const Question&)> ask;
};

/// What became of a changed schedule at all sizes.
struct Trial {
    Outcome outcome = Outcome::proved;  ///< proved: at every size. Otherwise at the first where it is not
    model::Code code{};                 ///< counterexample: what is violated; undecided: why
    std::int32_t chips = 0, launches = 1;
};

enum class Need {
    redundant,  ///< proved without it
    needed,     ///< not so, with a counterexample
    at_end,     ///< nothing but waits comes after it, so that nothing but the end of the agent is held back by it
    undecided,
    not_tried,  ///< the counters cannot be adjusted
};

/// How far each instance of a line can be moved: proved for exactly this many operations, or as many as the room of an
/// instance allows. Other distances may be right or wrong.
struct Shift {
    std::int32_t by = 0;
    bool all_the_way = false;    ///< no instance has more room
    std::string instance;        ///< `at` of one that is moved by so many, at the smallest size where one is
    std::string beyond;          ///< `at` of the last operation that it passes
    std::string operation;       ///< which is this one
    std::int32_t chips = 0;      ///< in a schedule of so many
    std::optional<Trial> limit;  ///< what one operation more does; none: there is no room for it
};

struct LineSlack {
    LineKey key;
    std::string operation;  ///< of one instance, in words
    // Of a wait:
    Need need = Need::needed;
    Takers takers;                ///< redundant: who takes its units, at the one size or another
    std::vector<LineKey> others;  ///< redundant: lines that are left out with it, the other waits on its semaphore
    bool unadjusted = false;      ///< it has no number to take, so it was left out without an adjustment
    std::optional<Trial> trial;   ///< what leaving it out did; at_end: what leaving out all of its semaphore did
    Shift shift;                  ///< of a wait: later; of a put or get: earlier
};

struct Slack {
    std::vector<LineSlack> lines;
    /// Redundant lines that were proved to go all at once.
    std::vector<LineKey> together;
    bool all_together = false;              ///< these are all of them
    std::vector<std::string_view> engines;  ///< whose proofs these are
};

/// Throws Fault (too_large) where an agent has more than `most_steps` operations, and what `ask` throws.
Slack find_slack(const Subject& subject);

inline constexpr std::size_t most_steps = 10'000;

}  // namespace ringproof::checker::slack
