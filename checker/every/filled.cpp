#include "checker/every/filled.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "checker/every/smt_text.h"
#include "model/schedule.h"

namespace ringproof::checker::every {
namespace {

using model::Binary;
using model::Overloaded;

/// A bound on how far from 0 the expression can be, if none of its variables is further than a million millions, which
/// is more than any number of chips that is taken and any round of a loop. `most`: the same of any of its parts.
double farthest(const Expr& expression, double& most) {
    constexpr double variable_at_most = 1e12;
    const Overloaded cases{
        [](const model::Integer& integer) { return std::abs(static_cast<double>(integer.value)); },
        [](const model::Variable&) { return variable_at_most; },
        [&](const model::UnaryExpression& unary) { return std::max(1.0, farthest(unary.operand, most)); },
        [&](const model::BinaryExpression& node) {
            const double left = farthest(node.left, most), right = farthest(node.right, most);
            if (is_condition(node.op)) return 1.0;
            if (node.op == Binary::modulo && known(node.right)) return right;
            return node.op == Binary::times ? left * right : left + right;
        },
        [&](const model::ChoiceExpression& node) {
            farthest(node.condition, most);
            return std::max(farthest(node.then, most), farthest(node.otherwise, most));
        },
        [&](const model::CallExpression& call) {
            double value = 1;
            for (const Expr& argument : call.arguments) value = std::max(value, farthest(argument, most));
            return value;
        },
    };
    const double value = std::visit(cases, expression->node);
    most = std::max(most, value);
    return value;
}

/// n, or a multiple of it by a positive number.
bool is_multiple(const Expr& divisor, const Expr& n) {
    if (divisor == n) return true;
    const auto* const node = std::get_if<model::BinaryExpression>(&divisor->node);
    if (node == nullptr || node->op != Binary::times) return false;
    return (known(node->left).value_or(0) >= 1 && is_multiple(node->right, n)) ||
           (known(node->right).value_or(0) >= 1 && is_multiple(node->left, n));
}

Expr checked(const Expr& expression, const Names& names);

/// What is folded away is evaluated all the same: 0 * log2(n - 9), or log2(n - 9) and 0.
void check_folded(const Expr& expression, const Names& names) {
    const auto value_of = [&](const Expr& part) { return known(substitute(part, names)); };
    const Overloaded cases{
        [&](const model::UnaryExpression& unary) { check_folded(unary.operand, names); },
        [&](const model::BinaryExpression& node) {
            check_folded(node.left, names);
            const auto left = value_of(node.left);
            // Then the right side does not matter.
            if (node.op == Binary::and_ && left == 0) return;
            if (node.op == Binary::or_ && left.value_or(0) != 0) return;
            check_folded(node.right, names);
            if (!value_of(expression)) return;
            if (!left) checked(node.left, names);
            if (!value_of(node.right)) checked(node.right, names);
        },
        [&](const model::ChoiceExpression& node) {
            check_folded(node.condition, names);
            const auto condition = value_of(node.condition);
            if (condition.value_or(1) != 0) check_folded(node.then, names);
            if (condition.value_or(0) == 0) check_folded(node.otherwise, names);
        },
        [&](const model::CallExpression& call) {
            for (const Expr& argument : call.arguments) check_folded(argument, names);
        },
        [](const auto&) {},
    };
    std::visit(cases, expression->node);
}

Expr checked(const Expr& expression, const Names& names) {
    constexpr std::size_t largest = 2000;
    Expr value = substitute(expression, names);
    if (!is_smaller(value, largest)) throw Outside("an expression of more than 2000 parts", expression->where);
    each_part(value, [&](const Expr& part) {
        const auto* const node = std::get_if<model::BinaryExpression>(&part->node);
        if (node != nullptr && node->op == Binary::modulo && known(node->right).value_or(0) < 1 &&
            !is_multiple(node->right, names.at("n")))
            throw Outside("a remainder by what is no fixed number and no multiple of n", part->where);
    });
    SmtText().condition(equal(value, variable("n")));
    double most = 0;
    farthest(value, most);
    if (most > 9e18) throw Outside("numbers that may not fit 64 bits", expression->where);
    return value;
}

}  // namespace

Expr fits_32_bits(const Expr& value, const Expr& n) {
    using Amount = std::numeric_limits<std::int32_t>;
    return either(less(number(model::Limits{}.chips), n),
                  both(at_most(number(Amount::min()), value), at_most(value, number(Amount::max()))));
}

Expr filled(const Expr& expression, const Names& names) {
    Expr value = checked(expression, names);
    check_folded(expression, names);
    return value;
}

}  // namespace ringproof::checker::every
