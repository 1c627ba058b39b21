#pragma once

#include "checker/choose.h"

namespace ringproof::tests {

/// The verdict on a schedule as quickly as it comes.
inline checker::Verdict quick_verdict(const model::Schedule& schedule) {
    return checker::choose_without_record({schedule, schedule.launches, {}});
}

}  // namespace ringproof::tests
