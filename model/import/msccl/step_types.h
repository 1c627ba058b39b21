#pragma once

#include <array>
#include <string_view>

namespace ringproof::model::msccl {

/// What a step of a thread block does, in parts: x is what it receives, or its local operand, or x and the operand
/// reduced.
struct StepType {
    std::string_view name;
    bool receives;  ///< takes x from the connection that the block receives on
    bool operand;   ///< reads a local operand
    bool reduces;   ///< into what it received, else into what its destination holds
    bool writes;    ///< writes x to its destination
    bool sends;     ///< sends x on the connection that the block sends on

    bool does_something() const { return receives || operand; }
};

inline constexpr std::array step_types{
    StepType{"s", false, true, false, false, true},     StepType{"r", true, false, false, true, false},
    StepType{"rcs", true, false, false, true, true},    StepType{"rrc", true, true, true, true, false},
    StepType{"rrs", true, true, true, false, true},     StepType{"rrcs", true, true, true, true, true},
    StepType{"cpy", false, true, false, true, false},   StepType{"re", false, true, true, true, false},
    StepType{"nop", false, false, false, false, false},
};

}  // namespace ringproof::model::msccl
