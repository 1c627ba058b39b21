#pragma once

#include "checker/orders/order_inquiry.h"

/// The questions of the engine `orders`, one function a property (specs/semantics.md sections 3 and 5.10). Each keeps
/// what it finds in the inquiry and throws GaveUp where the solver does not answer.
namespace ringproof::checker {

/// No counter can reach its width.
void ask_counter_range(OrderInquiry& inquiry);
/// No execution stops before its end.
void ask_deadlock(OrderInquiry& inquiry);
// What follows assumes that there is no deadlock.
/// Nothing of a launch reaches a chip before it has entered or after it has left.
void ask_entered(OrderInquiry& inquiry);
/// No two conflicting accesses can be open at once.
void ask_races(OrderInquiry& inquiry);
/// Counters are zero, or nothing is in flight, when a chip leaves, as the profile asks.
void ask_clean_exit(OrderInquiry& inquiry);
/// Contracts that say who must have entered before a chip leaves.
void ask_barriers(OrderInquiry& inquiry);
/// Reads see values and outputs equal their contract, in one execution of each class of those that order all
/// conflicting accesses alike. Assumes that nothing before `uninitialised` is violated. Fills in what `verdict` says of
/// a proof.
void ask_results(OrderInquiry& inquiry, Verdict& verdict);

}  // namespace ringproof::checker
