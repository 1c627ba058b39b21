#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/import/msccl/algorithm.h"
#include "model/import/msccl/layout.h"
#include "model/import/plan.h"

namespace ringproof::model::msccl {

/// How an algorithm is run: what options, protocol and message make of it together.
struct Running {
    Passed passed = Passed::out_of_place;
    std::int32_t iterations = 1;   ///< of the list of steps
    std::int64_t in_flight = 1;    ///< transmissions of a connection
    std::int64_t most_chunks = 1;  ///< that a step moves at a time
    bool operand_is_dst = false;   ///< of steps that receive and reduce
};

Running running(const Algorithm& algorithm, Passed passed, const PlanOptions& options);

/// The schedule, as specs/plans-msccl.md describes it. Throws Fault: index_range, bad_connection, too_large.
Schedule lower(const Algorithm& algorithm, const Running& running, const Limits& limits);

/// What shows only when steps are put together: sends and receives without counterpart, dependencies that nothing
/// ever publishes, operands of which tools disagree. Throws as `lower` does.
std::vector<std::string> notes_on(const Algorithm& algorithm, const Running& running, const Limits& limits);

}  // namespace ringproof::model::msccl
