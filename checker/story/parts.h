#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "model/value.h"

namespace ringproof::checker {

/// What belongs to an expected value, for saying at which point another value stops being a part of it.
class Parts {
public:
    /// The store outlives it.
    Parts(const model::Values& values, model::Value expected);

    /// Whether `value` can be a part of what is expected: one of its operands, or some of the operands of its outermost
    /// reduction, each at most as often and, where the rule does not commute, side by side. Of expressions of too many
    /// operands to look at, yes.
    bool has(model::Value value) const;
    /// Operands of the outermost reduction of the expected value that `value` has.
    std::size_t size_of(model::Value value) const;
    /// How `found` differs in words: what is missing, what is there twice, what is foreign. Empty where no reduction is
    /// expected, and where one of them has too many operands. `several`: launches are named.
    std::string difference(model::Value found, bool several) const;

private:
    /// The operands of nested reductions by the rule, from left to right; empty beyond a bound.
    std::vector<model::Value> leaves(model::Value value) const;

    const model::Values* values_;
    std::vector<model::Value> operands_;         ///< of the expected value
    std::unordered_set<model::Value> subterms_;  ///< of it, itself included
    bool reduces_ = false;
    bool too_large_ = false;
    model::RuleId rule_ = 0;
};

}  // namespace ringproof::checker
