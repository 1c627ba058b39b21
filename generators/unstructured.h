#pragma once

#include <rapidcheck/Gen.h>

#include "model/schedule.h"

/// Small schedules of any operations in any order on small buffers: what nobody would write, and every engine must get
/// right.
namespace ringproof::generators {

enum class Operations {
    monotone,  ///< of monotone schedules only (specs/semantics.md section 5)
    all,
};

/// Bounds of an unstructured schedule.
struct Extent {
    int operations = 6;  ///< of an agent, at most
    int chips = 3;       ///< at least 2 and at most this, each with 1 or 2 agents
};

/// Valid, with 1 or 2 launches, under any profile. Some deadlock, though waits that nothing could ever satisfy are left
/// out of most. They are read off lists of plain numbers, so RapidCheck shrinks them to small ones.
rc::Gen<model::Schedule> unstructured_schedules(const Extent& extent = {}, Operations which = Operations::monotone);

}  // namespace ringproof::generators
