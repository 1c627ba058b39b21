#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/driver.h"
#include "generators/vectors/task.h"

namespace ringproof::conformance {

/// What one run came to.
struct Checked {
    /// What of it the model does not allow: the schedule, the chip, the operation, what was expected; empty: nothing.
    std::string complaint;
    std::optional<std::size_t> outcome;  ///< which of those that are allowed
    bool blocked = false;                ///< it did not end, and that is not allowed
};

/// Runs the task once and holds what it shows against the model.
Checked check(const Kind& kind, const generators::Task& task, const Manner& manner);

/// A manner whose patience suits the task: short where being blocked is an outcome. Delays are drawn by the seed; 0:
/// none.
Manner manner_for(const generators::Task& task, std::uint64_t seed);

}  // namespace ringproof::conformance
