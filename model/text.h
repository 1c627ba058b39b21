#pragma once

#include <cstdint>
#include <string>

#include "model/event.h"
#include "model/schedule.h"

namespace ringproof::model {

/// One operation on one line, as in reports: `put x[1] -> chip 2 comm[0] send send[0] recv recv[0]`.
/// Its members in the order of their description; those with their default value are left out. The chip is
/// named where it is not the agent's own or not plain from the operation (`recv` counts on the chip of `dst`).
std::string describe(const Schedule& schedule, const Operation& operation);

/// `chip 1, agent main`
std::string agent_text(const Schedule& schedule, std::int32_t agent);

/// `operation 2 (k.ring:9): put x -> ...`: a step of an agent, counted from 0, with the author's line if it has one.
std::string operation_text(const Schedule& schedule, std::int32_t agent, std::int32_t step);

/// `land of step 3 of agent 1 in launch 0`, `exit of chip 2 in launch 1`
std::string text(const Event& event);

/// A value: `nothing`, `a`, `x[3]@2`, `reduce(a, b)`, `max(a, b)`, `label(a)`; the second output of a compute
/// is `label.1(a)`.
std::string text(const Concrete::Value& value);

}  // namespace ringproof::model
