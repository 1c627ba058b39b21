#include "model/kernel.h"

namespace ringproof::model {
namespace {

Expr integer(std::int64_t value) { return std::make_shared<const Expression>(Expression{Integer{value}, {}}); }

bool holds(std::string_view relation, std::int64_t left, std::int64_t right) {
    if (relation == "==") return left == right;
    if (relation == "!=") return left != right;
    if (relation == "<") return left < right;
    if (relation == "<=") return left <= right;
    if (relation == ">") return left > right;
    if (relation == ">=") return left >= right;
    return relation.empty();
}

}  // namespace

Symbolic::Number Symbolic::zero() {
    static const Expr number = integer(0);
    return number;
}

Symbolic::Number Symbolic::one() {
    static const Expr number = integer(1);
    return number;
}

bool Expectation::covers(std::int64_t n, std::int32_t asked_launches, std::string_view asked_profile) const {
    return holds(relation, n, chips) && (launches == 0 || launches == asked_launches) && profile == asked_profile;
}

}  // namespace ringproof::model
