#pragma once

#include <span>
#include <string>
#include <string_view>

#include <rapidcheck.h>

#include "checker/ask.h"

/// What must hold of a schedule and its verdict, whatever the schedule: how engines are put to the test without anyone
/// who knows the right answer.
namespace ringproof::generators {

/// A schedule with the verdict that all engines share, decided or not.
struct Trial {
    const model::Schedule& schedule;
    const checker::Verdict& verdict;
    std::span<const checker::Engine> engines;  ///< to ask about a changed schedule
    checker::Options options;
    rc::Random random;  ///< for what the check draws
};

struct Check {
    std::string_view name;
    std::string_view about;  ///< what holds, one sentence
    /// What does not hold, in words; empty: it holds, or the check has nothing to say of such a schedule. Throws
    /// checker::Disagreement where engines differ on a changed schedule.
    std::string (*complaint)(Trial trial);
    /// A campaign puts one schedule in so many to it: those that ask engines again cost as much as all else.
    std::uint64_t one_in = 1;
};

/// Runs of the machine show nothing that the verdict rules out; after a proof each ends with the contract's results,
/// also on real numbers.
std::string executions_fit(Trial trial);
/// A wait that nothing can hold back changes no verdict.
std::string idle_waits_change_nothing(Trial trial);
/// Other numbers for the chips, and another order of the agents, change no verdict.
std::string names_change_nothing(Trial trial);
/// What is proved with fewer promises of the hardware is proved with more (specs/semantics.md section 4).
std::string promises_only_help(Trial trial);
/// Schedule JSON gives the schedule back.
std::string text_gives_it_back(Trial trial);

/// All checks.
std::span<const Check> checks();

/// The schedule with its launches as a question.
inline checker::Question question_of(const model::Schedule& schedule, const checker::Options& options) {
    return {schedule, schedule.launches, options};
}

}  // namespace ringproof::generators
