#pragma once

#include <cstdint>
#include <optional>

#include "model/schedule.h"

namespace ringproof::model {

/// What an operation moves by itself, over the network or on its own chip.
struct Journey {
    std::int32_t from = 0, to = 0;  ///< chips, the way that the data goes
    std::int32_t slots = 0;         ///< 0: a signal
    bool asked_for = false;         ///< a request goes the other way first
};

/// Of a put, a get, a signal, or a copy from another chip, by an agent on chip `own`; none of all others.
std::optional<Journey> journey_of(const Schedule& schedule, const Operation& operation, std::int32_t own);

}  // namespace ringproof::model
