#pragma once

#include "checker/every/proof.h"

/// What waits need, for every n.
namespace ringproof::checker::every {

/// Which units of raises are those that waits take, and which raises each wait needs, proved. Throws NotProved where
/// units of waits and raises do not fit.
Knowledge synchronise(Proof& proof);

/// The ways in which an event that raises a counter comes before `later`: `raise` is the class of the raise, or of one
/// of the same transfer that comes after it.
std::vector<Proof::Way> ways_after(const Order& order, const Knowledge& knowledge, const Raise& raise,
                                   const Instance& raised, const Instance& later);

}  // namespace ringproof::checker::every
