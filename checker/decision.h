#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "checker/ask.h"

namespace ringproof::checker {

/// What several engines say to one question.
struct Decision {
    Verdict verdict;  ///< of the first that decided it; undecided: of the first that was asked
    /// Whose verdicts have this outcome, the one whose verdict it is first; undecided: that one alone.
    std::vector<std::string_view> engines;
    std::size_t asked = 0;  ///< engines that take schedules of this kind and were asked
};

/// Whether nothing was left open when a counterexample was given: only then is its first property the first of all.
inline bool looked_at_all(const Verdict& verdict) { return verdict.message.empty(); }

inline bool decided(const Verdict& verdict) {
    return verdict.outcome == Outcome::proved || verdict.outcome == Outcome::counterexample;
}

}  // namespace ringproof::checker
