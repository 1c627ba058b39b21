#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "model/kernel.h"

/// Statements about all numbers of chips, written in the kernel's own expressions: what holds is not 0. The functions
/// that build them fold constants, so that the same statement is decided at once where everything in it is known.
namespace ringproof::checker::every {

using model::Expr;

/// Thrown where a kernel is outside of what a proof for every n can speak of.
struct Outside : std::runtime_error {
    Outside(const std::string& message, model::Where place) : std::runtime_error(message), where(place) {}
    model::Where where;
};

Expr number(std::int64_t value);
/// Each as a `number`.
std::vector<Expr> as_expressions(const std::vector<std::int64_t>& values);
Expr variable(const std::string& name);
Expr binary(model::Binary op, const Expr& left, const Expr& right, model::Where where = {});
Expr negated(const Expr& condition);
Expr choice(const Expr& condition, const Expr& then, const Expr& otherwise);

inline Expr plus(const Expr& left, const Expr& right) { return binary(model::Binary::plus, left, right); }
inline Expr minus(const Expr& left, const Expr& right) { return binary(model::Binary::minus, left, right); }
inline Expr times(const Expr& left, const Expr& right) { return binary(model::Binary::times, left, right); }
inline Expr remainder(const Expr& left, const Expr& right) { return binary(model::Binary::modulo, left, right); }
inline Expr equal(const Expr& left, const Expr& right) { return binary(model::Binary::equal, left, right); }
inline Expr less(const Expr& left, const Expr& right) { return binary(model::Binary::less, left, right); }
inline Expr at_most(const Expr& left, const Expr& right) { return binary(model::Binary::less_equal, left, right); }
inline Expr both(const Expr& left, const Expr& right) { return binary(model::Binary::and_, left, right); }
inline Expr either(const Expr& left, const Expr& right) { return binary(model::Binary::or_, left, right); }
/// 1 if there are none.
Expr all_of(const std::vector<Expr>& conditions);
/// 0 if there are none.
Expr any_of(const std::vector<Expr>& conditions);
/// All are equal, one by one. Assumes as many on both sides.
Expr all_equal(const std::vector<Expr>& left, const std::vector<Expr>& right);
/// The value modulo `n`; what is `me` already is left as it is.
Expr on_ring(const Expr& value, const Expr& n);
/// 0 <= value < end
Expr inside(const Expr& value, const Expr& end);

/// The value of an expression in which everything is known.
std::optional<std::int64_t> known(const Expr& expression);
inline bool holds(const Expr& condition) { return known(condition).value_or(0) != 0; }
inline bool fails(const Expr& condition) { return known(condition).value_or(1) == 0; }

/// The greatest number that stands in it; 0 if there is none.
std::int64_t greatest_number(const Expr& expression);
/// The greatest number that something in it is divided by; 1 if there is none.
std::int64_t greatest_divisor(const Expr& expression);

/// Whether its value is 0 or 1.
constexpr bool is_condition(model::Binary op) { return op <= model::Binary::greater_equal; }

using Names = std::map<std::string, Expr>;
/// `expression` with these in the place of the variables of that name.
Expr substitute(const Expr& expression, const Names& names);
/// Whether it has fewer parts than `most`, parts that are shared counted as often as they stand in it.
bool is_smaller(const Expr& expression, std::size_t most);
/// Adds the names of its variables to `names`.
void collect_variables(const Expr& expression, std::set<std::string>& names);

/// Calls `visit` for the expression and all its parts.
void each_part(const Expr& expression, const auto& visit) {
    visit(expression);
    const model::Overloaded cases{
        [&](const model::UnaryExpression& unary) { each_part(unary.operand, visit); },
        [&](const model::BinaryExpression& node) {
            each_part(node.left, visit);
            each_part(node.right, visit);
        },
        [&](const model::ChoiceExpression& node) {
            each_part(node.condition, visit);
            each_part(node.then, visit);
            each_part(node.otherwise, visit);
        },
        [&](const model::CallExpression& call) {
            for (const Expr& argument : call.arguments) each_part(argument, visit);
        },
        [](const auto&) {},
    };
    std::visit(cases, expression->node);
}

}  // namespace ringproof::checker::every
