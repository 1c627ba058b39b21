#pragma once

#include <variant>
#include <vector>

#include "checker/every/proof.h"

/// What out slots must hold at the end of every launch, for every n.
namespace ringproof::checker::every {

/// The input `buffer[index]` of a chip.
struct FromInput {
    model::Symbol buffer;
    Expr chip, index;
};
/// A reduction over all chips, from chip 0 up.
struct OverChips {
    model::Symbol rule, buffer;
    Expr index;
};
/// Opaque work on inputs.
struct OfWork {
    model::Symbol label;
    std::vector<FromInput> inputs;
};

/// That slot `index` of `buffer` of chip me holds `value`, for all variables that meet `when`.
struct Promise {
    model::Where where;
    Expr when;
    model::Symbol buffer;
    Expr index;
    std::variant<FromInput, OverChips, OfWork> value;
};

/// The promises of all contracts and `ensures` of the kernel, in variables `me`, `block`, `slot` and those of ranges.
/// Shows that the sizes of their buffers fit. Throws NotProved, or Outside where something cannot be said for every n.
std::vector<Promise> promises_of(Proof& proof);

}  // namespace ringproof::checker::every
