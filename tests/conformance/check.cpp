#include "conformance/check.h"

#include <algorithm>

namespace ringproof::conformance {
namespace {

/// Seconds without anything moving: where something is to be missing, and otherwise.
constexpr double patience_for_blocked = 0.3, patience_otherwise = 10;

}  // namespace

Checked check(const Kind& kind, const generators::Task& task, const Manner& manner) {
    const Ran ran = run(kind, task, manner);
    Checked checked;
    checked.outcome = task.find(ran.shown);
    if (!ran.complaints.empty())
        checked.complaint = "a read found something else than the model: " + ran.complaints;
    else if (!checked.outcome)
        checked.complaint = task.complaint(ran.shown);
    checked.blocked = !checked.outcome && !ran.shown.finished;
    return checked;
}

Manner manner_for(const generators::Task& task, std::uint64_t seed) {
    const bool may_block = std::ranges::any_of(task.allowed(), [](const auto& shown) { return !shown.finished; });
    return {may_block ? patience_for_blocked : patience_otherwise, seed == 0 ? Delays() : Delays(seed)};
}

}  // namespace ringproof::conformance
