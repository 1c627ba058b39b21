#pragma once

#include "checker/every/accesses.h"
#include "model/rule.h"

/// What slots hold, for every n.
namespace ringproof::checker::every {

struct Results {
    model::Law law = model::Law::none;  ///< as weak as could be shown
    bool same_expression = true;        ///< shown for all chips
    std::size_t promises = 0;
};

/// No read sees a slot that was never written, and what is promised is held. Throws NotProved.
Results show_results(Proof& proof, const Knowledge& knowledge);

}  // namespace ringproof::checker::every
