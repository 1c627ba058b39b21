#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
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

/// Compares outputs with contracts and claims. Copies share what they have found until one of them finds more.
class Judge {
public:
    /// The schedule must outlive it.
    explicit Judge(const Schedule& schedule);

    /// The outputs of `chip` as they are in `memory` at the end of `launch`. Calls `fault` for each slot that does not
    /// hold what it should, whatever laws are granted.
    void collect(std::int32_t chip, std::int32_t launch, const Memory& memory, Values& values,
                 const std::function<void(Finding)>& fault);
    /// Whether the value found is another than the one expected, whatever laws are granted; what it leans on if not
    /// goes into the results. Where the comparison is given up, `results().too_large` says so. For a `read`, which is
    /// no claim: it says nothing of other chips.
    bool differ(Value found, Value expected, Values& values);
    const Results& results() const { return found_->results; }
    /// Appends what later results depend on: a digest of 128 bits of the set of pairs found so far.
    void append_state(std::string& key) const;

private:
    void compare(Place place, Value found, Value expected, Values& values, const std::function<void(Finding)>& fault);

    /// What is asked, the same for all copies.
    struct Asked {
        explicit Asked(const Schedule& schedule);
        BufferIndex buffers;
        std::vector<std::vector<const Claim*>> claims;  ///< by chip
    };
    struct Found {
        std::unordered_map<Value, std::vector<Value>> known;  ///< by expected value: what chips hold
        std::unordered_set<std::uint64_t> equal;              ///< pairs of expected and found value
        Results results;
        std::array<std::uint64_t, 2> digest{};  ///< of `equal`, whatever the order in which it was found
    };

    std::shared_ptr<const Asked> asked_;
    std::shared_ptr<Found> found_;
};

}  // namespace ringproof::model
