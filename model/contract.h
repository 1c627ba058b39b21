#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "model/schedule.h"

namespace ringproof::model {

/// What a collective of the library needs to be told, and what it promises in one line.
/// The table is derived from the list in collectives.h.
struct Collective {
    std::string_view name;
    std::string_view about;  ///< the claim, as in specs/language.md
    bool has_data;           ///< speaks of buffers (barrier does not)
    bool reduces;            ///< takes a rule
    bool rooted;             ///< takes a root
    bool has_distance;       ///< takes a distance
    std::int32_t distance;   ///< its default
};

std::span<const Collective> collectives();
const Collective* find_collective(std::string_view name);

/// ⊕ over all chips j, from chip 0 up, of slot `index` of in-buffer `buffer` of chip j.
struct Across {
    Symbol rule;
    Symbol buffer;
    std::int32_t index;
};

/// What a slot must hold at the end of a launch.
using Expected = std::variant<Input, Across>;

/// Finds buffers by chip and name in O(1). The schedule must outlive it.
class BufferIndex {
public:
    explicit BufferIndex(const Schedule& schedule);
    const Schedule& schedule() const { return schedule_; }
    /// The id of the buffer, or -1.
    std::int32_t find(std::int32_t chip, Symbol name) const;

private:
    const Schedule& schedule_;
    std::unordered_map<Symbol, std::unordered_map<std::int32_t, std::int32_t>> ids_;
};

/// Calls `emit(place, expected)` for each slot of `chip` that `contract` speaks of, in the order of the slots.
/// Assumes that `check_contract` has passed.
void each_claim(const BufferIndex& buffers, const Contract& contract, std::int32_t chip,
                const std::function<void(Place, const Expected&)>& emit);

/// Whether `contract` asks that no chip leaves before others have entered, and if so whether `leaver`
/// must wait for `other`.
bool must_have_entered(const Schedule& schedule, const Contract& contract, std::int32_t leaver, std::int32_t other);

/// What does not fit between the contract and the buffers of the schedule (unknown collective or rule, missing
/// buffer, wrong size or role, root out of range), in words; empty if all fits.
std::string check_contract(const BufferIndex& buffers, const Contract& contract);

}  // namespace ringproof::model
