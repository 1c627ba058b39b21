#pragma once

#include <set>
#include <span>
#include <string_view>

#include "model/schedule.h"

/// What a schedule asks of a backend beyond the core: puts, signals that add, waits for at_least that take a number,
/// local copies, reductions, reads and writes, counters with covers `own`.
namespace ringproof::generators {

struct Feature {
    std::string_view name;   ///< as in files: a capability flag
    std::string_view about;  ///< what a backend does that has it
};

/// All features, operations first, then promises.
std::span<const Feature> features();

/// In the order of their names.
using Features = std::set<std::string_view>;

/// Those that a backend needs to execute the schedule with no other outcomes than the machine's.
Features features_of(const model::Schedule& schedule);

}  // namespace ringproof::generators
