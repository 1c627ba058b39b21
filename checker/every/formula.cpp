#include "checker/every/formula.h"

#include <algorithm>
#include <bit>

#include "model/evaluate.h"

namespace ringproof::checker::every {
namespace {

using model::Binary;
using model::Function;
using model::Overloaded;

Expr make(decltype(model::Expression::node) node, model::Where where = {}) {
    return std::make_shared<const model::Expression>(model::Expression{std::move(node), where});
}

/// A divisor below 1 is left standing: no statement about all n has a meaning for it.
std::optional<std::int64_t> folded(Binary op, std::int64_t a, std::int64_t b) {
    if ((op == Binary::divide || op == Binary::modulo) && b < 1) return std::nullopt;
    return model::value_of(op, a, b);
}

/// What one side alone decides.
std::optional<Expr> shortened(Binary op, const Expr& left, const Expr& right) {
    const auto a = known(left), b = known(right);
    if (op == Binary::and_) {
        if (fails(left) || fails(right)) return number(0);
        if (a) return right;
        if (b) return left;
    }
    if (op == Binary::or_) {
        if (holds(left) || holds(right)) return number(1);
        if (a) return right;
        if (b) return left;
    }
    if ((op == Binary::plus || op == Binary::minus) && b == 0) return left;
    if (op == Binary::plus && a == 0) return right;
    if (op == Binary::times && (a == 1 || b == 0)) return right;
    if (op == Binary::times && (b == 1 || a == 0)) return left;
    return std::nullopt;
}

/// The same value, as far as `modulus` is concerned, without remainders by it at its top.
Expr unreduced(const Expr& value, const Expr& modulus) {
    const auto* const node = std::get_if<model::BinaryExpression>(&value->node);
    if (node == nullptr) return value;
    if (node->op == Binary::modulo && node->right == modulus) return node->left;
    if (node->op == Binary::plus || node->op == Binary::minus)
        return binary(node->op, unreduced(node->left, modulus), unreduced(node->right, modulus), value->where);
    return value;
}

}  // namespace

Expr number(std::int64_t value) { return make(model::Integer{value}); }

std::vector<Expr> as_expressions(const std::vector<std::int64_t>& values) {
    std::vector<Expr> all;
    all.reserve(values.size());
    for (const std::int64_t value : values) all.push_back(number(value));
    return all;
}

Expr variable(const std::string& name) { return make(model::Variable{name}); }

Expr binary(Binary op, const Expr& left, const Expr& right, model::Where where) {
    const auto a = known(left), b = known(right);
    if (a && b) {
        if (const auto value = folded(op, *a, *b)) return number(*value);
        throw Outside("arithmetic that has no value", where);
    }
    if (const auto shorter = shortened(op, left, right)) return *shorter;
    if (op == Binary::modulo && !b) return make(model::BinaryExpression{op, unreduced(left, right), right}, where);
    return make(model::BinaryExpression{op, left, right}, where);
}

Expr negated(const Expr& condition) {
    if (const auto value = known(condition)) return number(*value == 0);
    return make(model::UnaryExpression{model::Unary::not_, condition}, condition->where);
}

Expr choice(const Expr& condition, const Expr& then, const Expr& otherwise) {
    if (const auto value = known(condition)) return *value != 0 ? then : otherwise;
    return make(model::ChoiceExpression{condition, then, otherwise}, condition->where);
}

Expr all_of(const std::vector<Expr>& conditions) {
    Expr all = number(1);
    for (const Expr& condition : conditions) all = both(all, condition);
    return all;
}

Expr any_of(const std::vector<Expr>& conditions) {
    Expr any = number(0);
    for (const Expr& condition : conditions) any = either(any, condition);
    return any;
}

Expr all_equal(const std::vector<Expr>& left, const std::vector<Expr>& right) {
    Expr all = number(1);
    for (std::size_t i = 0; i < left.size(); ++i) all = both(all, equal(left[i], right[i]));
    return all;
}

Expr on_ring(const Expr& value, const Expr& n) {
    const auto* const named = std::get_if<model::Variable>(&value->node);
    return named != nullptr && named->name == "me" ? value : remainder(value, n);
}

Expr inside(const Expr& value, const Expr& end) { return both(at_most(number(0), value), less(value, end)); }

std::optional<std::int64_t> known(const Expr& expression) {
    const auto* const integer = std::get_if<model::Integer>(&expression->node);
    return integer == nullptr ? std::nullopt : std::optional(integer->value);
}

namespace {

Expr called(const model::CallExpression& call, const std::vector<Expr>& arguments, model::Where where) {
    switch (call.function) {
        case Function::min:
            return choice(at_most(arguments[0], arguments[1]), arguments[0], arguments[1]);
        case Function::max:
            return choice(at_most(arguments[0], arguments[1]), arguments[1], arguments[0]);
        case Function::pow2:
            if (const auto k = known(arguments[0]); k && *k >= 0 && *k < 62) return number(std::int64_t{1} << *k);
            break;
        case Function::log2:
            if (const auto k = known(arguments[0]); k && *k >= 1)
                return number(std::bit_width(static_cast<std::uint64_t>(*k - 1)));
            break;
        case Function::chip:
            break;
    }
    return make(model::CallExpression{call.function, arguments}, where);
}

}  // namespace

Expr substitute(const Expr& expression, const Names& names) {
    const model::Where where = expression->where;
    const Overloaded cases{
        [&](const model::Integer&) { return expression; },
        [&](const model::Variable& named) {
            const auto found = names.find(named.name);
            return found == names.end() ? expression : found->second;
        },
        [&](const model::UnaryExpression& unary) {
            const Expr operand = substitute(unary.operand, names);
            return unary.op == model::Unary::not_ ? negated(operand) : binary(Binary::minus, number(0), operand, where);
        },
        [&](const model::BinaryExpression& node) {
            return binary(node.op, substitute(node.left, names), substitute(node.right, names), where);
        },
        [&](const model::ChoiceExpression& node) {
            // Only the branch that is taken must have a value.
            const Expr condition = substitute(node.condition, names);
            if (const auto value = known(condition)) return substitute(*value != 0 ? node.then : node.otherwise, names);
            return choice(condition, substitute(node.then, names), substitute(node.otherwise, names));
        },
        [&](const model::CallExpression& call) {
            std::vector<Expr> arguments;
            for (const Expr& argument : call.arguments) arguments.push_back(substitute(argument, names));
            if (call.function == Function::chip && arguments.size() == 1) return remainder(arguments[0], names.at("n"));
            return called(call, arguments, where);
        },
    };
    return std::visit(cases, expression->node);
}

std::int64_t greatest_number(const Expr& expression) {
    std::int64_t greatest = 0;
    each_part(expression, [&](const Expr& part) { greatest = std::max(greatest, known(part).value_or(0)); });
    return greatest;
}

std::int64_t greatest_divisor(const Expr& expression) {
    std::int64_t greatest = 1;
    each_part(expression, [&](const Expr& part) {
        const auto* const node = std::get_if<model::BinaryExpression>(&part->node);
        if (node != nullptr && node->op == Binary::divide)
            greatest = std::max(greatest, known(node->right).value_or(1));
    });
    return greatest;
}

bool is_smaller(const Expr& expression, std::size_t most) {
    std::vector<const model::Expression*> open{expression.get()};
    std::size_t parts = 0;
    const auto add = [&](const Expr& part) { open.push_back(part.get()); };
    while (!open.empty()) {
        if (++parts >= most) return false;
        const model::Expression& next = *open.back();
        open.pop_back();
        const Overloaded cases{
            [&](const model::UnaryExpression& unary) { add(unary.operand); },
            [&](const model::BinaryExpression& node) {
                add(node.left);
                add(node.right);
            },
            [&](const model::ChoiceExpression& node) {
                add(node.condition);
                add(node.then);
                add(node.otherwise);
            },
            [&](const model::CallExpression& call) {
                for (const Expr& argument : call.arguments) add(argument);
            },
            [](const auto&) {},
        };
        std::visit(cases, next.node);
    }
    return true;
}

void collect_variables(const Expr& expression, std::set<std::string>& names) {
    each_part(expression, [&](const Expr& part) {
        if (const auto* const named = std::get_if<model::Variable>(&part->node)) names.insert(named->name);
    });
}

}  // namespace ringproof::checker::every
