#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/words.h"

namespace ringproof::model {

/// A law of a reduction, each including those before it: what a result may lean on to equal its
/// contract. `none`: the very same expression.
enum class Law { none, associativity, commutativity, idempotence };
template <>
inline constexpr std::array<std::string_view, 4> words<Law>{"none", "associativity", "commutativity", "idempotence"};

/// A forwarding rule: what a step makes of the value that arrives and the value that it has.
/// The table is derived from the list in rules.h.
struct Rule {
    std::string_view name;   ///< as in files
    std::string_view alias;  ///< another name that people use, or empty
    std::string_view about;
    bool reduces;  ///< whether it combines two values (copy does not)
    Law laws;      ///< the strongest law that it has
};

/// Index into `rules()`.
using RuleId = std::uint8_t;

/// All rules, in the order of the list.
std::span<const Rule> rules();
/// By name or alias.
std::optional<RuleId> find_rule(std::string_view name);

}  // namespace ringproof::model
