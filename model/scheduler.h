#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "model/machine.h"

namespace ringproof::model {

/// Called for each event before it happens.
using Observer = std::function<void(const Event&)>;

/// Runs to rest, agents in turn as far as each can go, every transfer at once: the execution that most tests see.
/// Linear in the number of events for schedules whose agents move on in step.
void run_in_order(Machine& machine, const Observer& observe = {});

/// Runs to rest, each next event drawn evenly from those enabled. The same seed gives the same run on every platform.
void run_random(Machine& machine, std::uint64_t seed, const Observer& observe = {});

/// Runs to rest and starves: each agent, chip and moment of a transfer has a priority, drawn when it first may move and
/// now and then anew, and the highest goes first. So one agent runs ahead while others stand still, and a transfer may
/// land long after all else, which an even draw nearly never shows (after Burckhardt et al., A Randomized Scheduler
/// with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010). The same seed gives the same run on every platform.
void run_adversarial(Machine& machine, std::uint64_t seed, const Observer& observe = {});

/// Runs exactly `trace`. Returns the index of the first event that the machine does not allow, or trace.size(). Does
/// not call `rest()`.
std::size_t run_trace(Machine& machine, const Trace& trace);

}  // namespace ringproof::model
