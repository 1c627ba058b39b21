#pragma once

#include "model/import/mscclpp/parts.h"

/// The two ways to look at a plan. Internal to the folder.
namespace ringproof::model::mscclpp {

/// One way cannot be right about both: whether threads get stuck depends on the order in which each of them runs its
/// operations, and what is safe to touch on what that order promises to others, which is less.
///
/// - `in_time`: relaxed signals and waits are as good as others, and the threads of a block stay together around
///   operations on packets, as the slowest of them holds up what the others do next. No stuck thread is missed.
/// - `published`: only what the memory model promises is ordered. No race is missed.
/// - `both`: where there is nothing relaxed, and no packets between which a thread could get stuck, the two are one.
enum class View { in_time, published, both };

/// Whether the plan needs two.
bool needs_two_views(const Parts& parts);

}  // namespace ringproof::model::mscclpp
