#include "model/rule.h"

#include <array>

#include <boost/hana/unpack.hpp>

#include "model/rules.h"

namespace ringproof::model {
namespace {

constexpr auto every_rule = boost::hana::unpack(rule::list, [](auto... entry) { return std::array{entry.info...}; });

}  // namespace

std::span<const Rule> rules() { return every_rule; }

std::optional<RuleId> find_rule(std::string_view name) {
    for (std::size_t id = 0; id < every_rule.size(); ++id)
        if (!name.empty() && (every_rule[id].name == name || every_rule[id].alias == name))
            return static_cast<RuleId>(id);
    return std::nullopt;
}

}  // namespace ringproof::model
