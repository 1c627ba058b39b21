#pragma once

#include "checker/ask.h"

namespace ringproof::checker {

/// The engine `orders`: any schedule within limits, by Z3, with the order of all events that touch one counter
/// (specs/semantics.md section 5.10). More events than `options.max_events`, or more than `options.max_orders` pairs
/// whose order matters and is not known beforehand: `undecided`.
Verdict orders(const Question& question);

}  // namespace ringproof::checker
