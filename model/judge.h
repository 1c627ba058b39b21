#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "model/event.h"
#include "model/memory.h"
#include "model/value.h"

namespace ringproof::model {

/// What was found about results that hold.
struct Results {
    Law law = Law::none;                         ///< the weakest law that makes every output equal its contract
    bool same_expression = true;                 ///< every two chips that owe the same value hold the same expression
    bool too_large = false;                      ///< some comparison was given up: nothing is claimed
    std::int64_t claims = 0;                     ///< slots compared
    std::vector<std::pair<Value, Value>> pairs;  ///< each different (found, expected), once
};

/// Compares outputs with contracts and claims.
class Judge {
public:
    /// The schedule must outlive it.
    explicit Judge(const Schedule& schedule);

    /// The outputs of `chip` as they are in `memory` at the end of `launch`. Calls `fault` for each slot that does not
    /// hold what it should, whatever laws are granted.
    void collect(std::int32_t chip, std::int32_t launch, const Memory& memory, Values& values,
                 const std::function<void(Finding)>& fault);
    const Results& results() const { return results_; }

private:
    void compare(Place place, Value found, Value expected, Values& values, const std::function<void(Finding)>& fault);

    const Schedule* schedule_;
    BufferIndex buffers_;
    std::vector<std::vector<const Claim*>> claims_;        ///< by chip
    std::unordered_map<Value, std::vector<Value>> found_;  ///< by expected value: what chips hold
    Results results_;
};

}  // namespace ringproof::model
