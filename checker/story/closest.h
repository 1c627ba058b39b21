#pragma once

#include <vector>

#include "checker/explanation.h"
#include "checker/story/forced_order.h"

namespace ringproof::checker {

/// What comes closest to an order that is missing: the last that is certain to have happened on the side of `missing`
/// when `too_early` does, and the waits that make it so. At most four lines.
std::vector<Remark> closest(const ForcedOrder& order, const model::Event& missing, const model::Event& too_early,
                            bool several);

}  // namespace ringproof::checker
