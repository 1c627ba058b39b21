#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/event.h"
#include "model/machine.h"
#include "model/schedule.h"

namespace ringproof::model {

/// An execution that violates a property, with all that is needed to run it again: what is kept of a counterexample.
struct Witness {
    std::string about;               ///< one sentence for people
    Schedule schedule;               ///< its `launches` are those of the execution
    Finding finding;                 ///< as it was told
    Trace trace;                     ///< which ends where the machine makes the finding, or at rest
    std::vector<std::string> lines;  ///< of the kernel's text; none of a schedule
};

/// What became of a witness on the machine.
struct Replay {
    std::size_t fired = 0;         ///< events that have happened
    std::optional<Finding> shown;  ///< the finding as the machine made it, a race in the order in which it was told
    std::string complaint;         ///< why this witness shows nothing; empty: it shows what it says
};

/// Called after each event, with its index in the trace.
using ReplayObserver = std::function<void(const Machine& machine, std::size_t index)>;

/// Runs a witness, event by event, on the machine. It holds when each event may come where it stands, and the machine
/// makes the finding at the last one and not before; or, where nothing may come after the last one, when it judges the
/// end. So a witness out of which one event is taken holds only if that event was not needed.
Replay replay(const Witness& witness, const ReplayObserver& observe = {});

}  // namespace ringproof::model
