#pragma once

#include <optional>
#include <string>

#include "model/event.h"

namespace ringproof::checker {

/// The last event of the trace that stores something in the slot.
std::optional<model::Event> last_store(const model::Schedule& schedule, const model::Trace& trace, model::Place place);

/// Why a slot is empty at the end of the trace, in `launch`, as a clause: nothing has written it, or who has emptied
/// it.
std::string why_empty(const model::Schedule& schedule, const model::Trace& trace, model::Place place,
                      std::int32_t launch, bool several);

}  // namespace ringproof::checker
