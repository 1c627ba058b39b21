#pragma once

#include "checker/every/formula.h"

namespace ringproof::checker::every {

/// `expression` with these names filled in. Throws Outside where schedules of the kernel may have no value for it, or
/// where it is not linear: it has too many parts, its numbers may leave 64 bits, or it takes a remainder by what is not
/// a positive number or a multiple of n.
Expr filled(const Expr& expression, const Names& names);

/// It fits 32 bits, on as many chips as are ever taken.
Expr fits_32_bits(const Expr& value, const Expr& n);

}  // namespace ringproof::checker::every
