#pragma once

#include "model/kernel.h"

/// How tightly operators bind, for reader and printer; a greater level binds tighter.
namespace ringproof::model::level {

inline constexpr int choice = 0, or_ = 1, and_ = 2, not_ = 3, comparison = 4, sum = 5, product = 6, negate = 7,
                     primary = 8;

constexpr int of(Binary op) {
    switch (op) {
        case Binary::or_:
            return or_;
        case Binary::and_:
            return and_;
        case Binary::equal:
        case Binary::unequal:
        case Binary::less:
        case Binary::less_equal:
        case Binary::greater:
        case Binary::greater_equal:
            return comparison;
        case Binary::plus:
        case Binary::minus:
            return sum;
        case Binary::times:
        case Binary::divide:
        case Binary::modulo:
        case Binary::mask:
            return product;
    }
    return primary;
}
constexpr int of(Unary op) { return op == Unary::negate ? negate : not_; }

}  // namespace ringproof::model::level
