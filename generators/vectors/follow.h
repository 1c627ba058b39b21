#pragma once

#include <memory>
#include <string>

#include "generators/vectors/outcomes.h"
#include "model/event.h"

namespace ringproof::generators {

/// What came of letting the machine follow a trace that a backend tells.
struct Followed {
    std::string refusal;                            ///< why the trace is no execution, or not a whole one; empty: it is
    Outcome outcome;                                ///< where it is
    std::shared_ptr<const model::Machine> machine;  ///< at its end; has the values
};

/// Whether the trace is an execution of the schedule, from its start to where nothing can happen any more. A backend
/// need not tell what it cannot see: events of the environment, begin, and the read of a put without a send counter or
/// of a get. Where one of these is missing it is taken to happen as late as it can, right before what needs it. The
/// schedule must outlive the result.
Followed follow(const model::Schedule& schedule, const model::Trace& trace);

}  // namespace ringproof::generators
