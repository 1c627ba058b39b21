#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/ask.h"

namespace ringproof::checker {

/// One line of an explanation.
struct Remark {
    std::string text;                  ///< without indentation and line end
    std::vector<model::Event> events;  ///< that it speaks of, in the order in which it names them
    int depth = 0;                     ///< how deep it is indented: details follow what they belong to
    bool quote = false;                ///< the kernel's line of its first event is worth showing below it
};

/// How a fault is met: `held` does not happen before `until` has, and everything else comes first. On a machine that is
/// a chip or a transfer that somebody delays.
struct Recipe {
    model::Event held;
    model::Event until;
    std::string text;  ///< one sentence: what to delay, until when
};

/// Why a counterexample is one, in the words of its schedule, for whatever shows it: a terminal, a page.
struct Explanation {
    std::vector<Remark> remarks;
    bool any_timing = false;       ///< every execution that goes on as far as it can shows the fault
    std::optional<Recipe> recipe;  ///< none with any timing, and where no way is known
};

/// Explains a counterexample, the one that its verdict names first, over as many launches as the schedule has, or its
/// trace where that has more. What is said of orders that the kernel does keep is exact for monotone schedules and left
/// out for others, and for those of more than about 100,000 events; there the recipe is left out as well. Takes
/// milliseconds for a few chips, and at most about a second.
Explanation explain(const model::Schedule& schedule, const Counterexample& counterexample);

}  // namespace ringproof::checker
