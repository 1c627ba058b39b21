#pragma once

#include "checker/ask.h"

namespace ringproof::checker {

/// The engine `clocks`: monotone schedules of any size, exactly, without a solver (specs/semantics.md section 5.5). One
/// greedy run, modulo the rotations that map the schedule onto itself, gives every wait a vector clock by order
/// statistics; a race is looked for only between accesses that nothing else separates, and one run of the machine
/// decides what slots hold. Time and memory grow in proportion to the events where the schedule is rotation-symmetric;
/// elsewhere the clocks of n chips are n long.
Verdict clocks(const Question& question);

}  // namespace ringproof::checker
