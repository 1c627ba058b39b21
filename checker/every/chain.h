#pragma once

#include "checker/every/formula.h"
#include "model/symbol.h"

/// What reductions on a ring leave, for every n: values of neighbouring chips, one after the other.
namespace ringproof::checker::every {

/// `buffer[index]` of `count` chips of one launch, reduced one after the other: from chip `first` on, going by `step`.
/// Each operand is put to the right of what was there before, or each to its left. One operand is the input itself.
struct Chain {
    model::Symbol buffer, rule;
    Expr index, first, count, launch;
    int step = 1;
    bool right = true;
};

/// What decides of two chains of more than one operand whether they are put together in the same way.
bool alike(const Chain& left, const Chain& right);
/// Where this holds, both are one expression.
Expr equals(const Chain& left, const Chain& right);
/// Where this holds, `whole` is the expression `left` ⊕ `right` on a ring of n chips, ⊕ being `rule`.
Expr joins(const Chain& whole, const Chain& left, const Chain& right, model::Symbol rule, const Expr& n);

}  // namespace ringproof::checker::every
