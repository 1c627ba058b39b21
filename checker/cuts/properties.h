#pragma once

#include "checker/cuts/inquiry.h"

/// The questions of the engine `cuts`, one function a property (specs/semantics.md sections 3 and 5). Each keeps what
/// it finds in the inquiry and throws GaveUp where the solver does not answer.
namespace ringproof::checker {

/// No counter can reach its width (T7).
void ask_counter_range(Inquiry& inquiry);
/// The greedy run completes, and no set that lacks an event is closed under what is enabled (T1, T6).
void ask_deadlock(Inquiry& inquiry);
/// Nothing of a launch reaches a chip before it has entered or after it has left.
void ask_entered(Inquiry& inquiry);
/// No two conflicting accesses can be open at once (T3, T3b). Assumes that the greedy run completes.
void ask_races(Inquiry& inquiry);
/// Counters are zero, or nothing is in flight, when a chip leaves, as the profile asks (T7).
void ask_clean_exit(Inquiry& inquiry);
/// Contracts that say who must have entered before a chip leaves.
void ask_barriers(Inquiry& inquiry);
/// Reads see values and outputs equal their contract. One run decides (T5), so nothing else may be violated; then the
/// solver confirms it with the inputs as unknowns (T8). Fills in what `verdict` says of a proof.
void ask_results(Inquiry& inquiry, Verdict& verdict);

/// Of the violations of one property, so many are looked at to report the one with the shortest trace.
inline constexpr int looked_at = 16;

}  // namespace ringproof::checker
