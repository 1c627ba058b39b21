#pragma once

#include <cstdint>

#include "model/schedule.h"

/// Declarations taken out of a schedule, and with each what cannot be without it: operations and claims that name it,
/// what is on the chip. A put or get that raised a counter goes on without. What stays is numbered anew; contracts
/// stay as they are and may no longer fit.
namespace ringproof::generators {

void remove_chip(model::Schedule& schedule, std::int32_t chip);
void remove_buffer(model::Schedule& schedule, std::int32_t id);
void remove_semaphore(model::Schedule& schedule, std::int32_t id);

}  // namespace ringproof::generators
