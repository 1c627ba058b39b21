#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "checker/choose.h"

namespace ringproof::tests {

/// The verdict of the first engine that suits, without the second proof of record, which costs most of the time.
inline checker::Verdict quick_verdict(const model::Schedule& schedule) {
    std::vector<checker::Engine> engines;
    std::copy_if(checker::engines().begin(), checker::engines().end(), std::back_inserter(engines),
                 [](const checker::Engine& engine) { return engine.name != "cuts"; });
    return checker::choose({schedule, schedule.launches, {}}, engines).verdict;
}

}  // namespace ringproof::tests
