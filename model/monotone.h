#pragma once

#include <string>

#include "model/schedule.h"

namespace ringproof::model {

/// Why a schedule is not monotone (specs/semantics.md section 5), naming the operation and its line; empty when it is:
/// only adds, waits of the form at_least with a fixed take, no poll, and all waits on a counter that is ever
/// taken from lie in one agent. Counters of limited width count as monotone: an engine that leans on it must refute
/// that any counter can pass its width.
std::string why_not_monotone(const Schedule& schedule);

}  // namespace ringproof::model
