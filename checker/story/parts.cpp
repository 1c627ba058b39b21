#include "checker/story/parts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace ringproof::checker {

using namespace model;

namespace {

constexpr std::size_t most_operands = 10'000;
constexpr std::size_t most_subterms = 100'000;
constexpr std::size_t most_listed = 4;  ///< operands named in one list

bool reduces(const Values::Node& node) {
    return node.kind == Values::Kind::reduction || node.kind == Values::Kind::accumulation;
}

}  // namespace

Parts::Parts(const Values& values, Value expected) : values_(&values) {
    const auto& top = values.node(expected);
    reduces_ = reduces(top);
    rule_ = top.rule;
    operands_ = leaves(expected);
    too_large_ = operands_.empty();
    std::vector<Value> open{expected};
    while (!open.empty() && subterms_.size() < most_subterms) {
        const Value value = open.back();
        open.pop_back();
        if (value == nothing || !subterms_.insert(value).second) continue;
        const auto& node = values.node(value);
        if (reduces(node)) open.insert(open.end(), {node.left, node.right});
        if (node.kind == Values::Kind::application) {
            const auto arguments = values.arguments(value);
            open.insert(open.end(), arguments.begin(), arguments.end());
        }
    }
    too_large_ = too_large_ || !open.empty();
}

std::vector<Value> Parts::leaves(Value value) const {
    std::vector<Value> found, open{value};
    while (!open.empty()) {
        if (found.size() + open.size() > most_operands) return {};
        const Value next = open.back();
        open.pop_back();
        const auto& node = values_->node(next);
        if (reduces_ && reduces(node) && node.rule == rule_)
            open.insert(open.end(), {node.right, node.left});
        else
            found.push_back(next);
    }
    return found;
}

bool Parts::has(Value value) const {
    if (too_large_ || subterms_.contains(value)) return true;
    if (!reduces_ || value == nothing) return false;
    auto some = leaves(value);
    if (some.empty()) return true;
    auto all = operands_;
    const Law laws = rules()[rule_].laws;
    if (laws < Law::commutativity) return std::search(all.begin(), all.end(), some.begin(), some.end()) != all.end();
    std::sort(all.begin(), all.end());
    std::sort(some.begin(), some.end());
    if (laws >= Law::idempotence) some.erase(std::unique(some.begin(), some.end()), some.end());
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

std::size_t Parts::size_of(Value value) const { return value == nothing ? 0 : leaves(value).size(); }

std::string Parts::difference(Value found, bool several) const {
    if (!reduces_ || too_large_ || found == nothing) return {};
    const auto some = leaves(found);
    if (some.empty()) return {};
    std::map<Value, std::int64_t> surplus;
    std::map<Value, bool> wanted;
    for (const Value value : operands_) --surplus[value], wanted[value] = true;
    for (const Value value : some) ++surplus[value];
    const bool idempotent = rules()[rule_].laws >= Law::idempotence;
    const auto name = [&](Value value) {
        std::string text = values_->text(value, 60);
        if (!several && text.ends_with("#0") && values_->node(value).kind == Values::Kind::atom)
            text.resize(text.size() - 2);
        return text;
    };
    const std::unordered_set<Value> there(some.begin(), some.end());
    std::vector<std::string> missing, twice, often, foreign;
    // In the order in which they stand, not in that of their numbers.
    std::vector<Value> in_order = operands_;
    in_order.insert(in_order.end(), some.begin(), some.end());
    for (const Value value : in_order) {
        const std::int64_t over = std::exchange(surplus[value], 0);
        if (over < 0 && (!idempotent || !there.contains(value))) missing.push_back(name(value));
        if (over > 0 && !wanted[value]) foreign.push_back(name(value));
        if (over > 0 && wanted[value] && !idempotent) (over == 1 ? twice : often).push_back(name(value));
    }
    std::string text;
    const auto tell = [&](const std::vector<std::string>& names, std::string_view what) {
        if (names.empty()) return;
        if (!text.empty()) text += "; ";
        for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) text += (i == 0 ? "" : ", ") + names[i];
        if (names.size() > most_listed) text += fmt::format(" and {} more", names.size() - most_listed);
        text += fmt::format(" {} {}", names.size() == 1 ? "is" : "are", what);
    };
    tell(missing, "missing");
    tell(twice, "counted twice");
    tell(often, "counted more than twice");
    tell(foreign, "foreign");
    if (!text.empty() || rules()[rule_].laws >= Law::commutativity) return text;
    return fmt::format("all that belongs to it is there, but in another order, and {} does not commute",
                       rules()[rule_].name);
}

}  // namespace ringproof::checker
