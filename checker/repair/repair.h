#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/ask.h"
#include "checker/repair/candidates.h"
#include "model/kernel.h"

/// A small change of a kernel's text after which it is proved.
namespace ringproof::checker::repair {

/// Numbers of chips and launches.
struct Size {
    std::int64_t chips = 0;
    std::int32_t launches = 1;
    friend bool operator==(const Size&, const Size&) = default;
};

struct Subject {
    std::string text;  ///< of the kernel's file
    std::string file;  ///< its name, as the reader of the language is given it
    model::Settings settings;
    model::Profile profile;   ///< in the place of the kernel's own
    std::vector<Size> sizes;  ///< at all of which it must be proved: those that tell most first, such as the smallest
                              ///< that fails
    Options options;          ///< for each question
    std::function<Verdict(const Question&)> ask;
    double seconds = 20;  ///< for the whole; 0: no bound
    std::size_t most_candidates = 20'000;
};

/// A kernel of more statements is not repaired.
inline constexpr std::size_t most_statements = 1'000;

struct Repair {
    std::string text;                       ///< the whole file, changed
    std::string sentence;                   ///< what the change does
    std::vector<std::string_view> engines;  ///< whose proofs these are
};

struct Result {
    std::optional<Repair> repair;  ///< the first that was proved, the smallest changes tried first; none: nothing found
    std::size_t tried = 0;         ///< different texts that were read and are kernels
    bool complete = true;          ///< all candidates were tried; else the time was over
};

/// Tries small changes of the text, the smallest first. A change is found only if the text with it, read afresh, is
/// proved at every size: every other answer, `undecided` too, drops it. So does a change by which some agent has fewer
/// operations of some kind on memory than before, or other opaque work, or, where nothing is claimed of the outputs,
/// other accesses at all: what no contract speaks of is not for a repair to change. Throws Fault where the text itself
/// is no kernel, or has more than `most_statements` (too_large), and Disagreement.
Result find_repair(const Subject& subject);
/// The same with these candidates, in this order.
Result find_repair(const Subject& subject, const std::vector<Candidate>& candidates);

}  // namespace ringproof::checker::repair
