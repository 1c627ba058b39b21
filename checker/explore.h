#pragma once

#include "checker/ask.h"

namespace ringproof::checker {

/// The engine `explore`: small schedules of any kind, all states of the reference machine. Events that commute are
/// taken in one order only (specs/semantics.md section 5.12). The judge in disputes.
Verdict explore(const Question& question);

}  // namespace ringproof::checker
