#include "generators/mutation/expressions.h"

#include <cstdlib>
#include <functional>

namespace ringproof::generators::mutation {

using model::Binary;
using model::BinaryExpression;
using model::CallExpression;
using model::ChoiceExpression;
using model::Expr;
using model::Expression;
using model::Integer;
using model::Overloaded;
using model::UnaryExpression;
using model::Variable;

namespace {

Expr make(auto node, model::Where where = {}) {
    return std::make_shared<const Expression>(Expression{std::move(node), where});
}

const BinaryExpression* binary(const Expr& expression) { return std::get_if<BinaryExpression>(&expression->node); }

/// `expression` with one of its direct parts changed, in all ways that `vary` knows.
std::vector<Expr> with_part(const Expr& expression, const std::function<std::vector<Expr>(const Expr&)>& vary) {
    std::vector<Expr> all;
    const auto each = [&](const Expr& part, auto rebuild) {
        for (const Expr& other : vary(part)) all.push_back(make(rebuild(other), expression->where));
    };
    const Overloaded cases{
        [](const Integer&) {},
        [](const Variable&) {},
        [&](const UnaryExpression& unary) {
            each(unary.operand, [&](const Expr& part) { return UnaryExpression{unary.op, part}; });
        },
        [&](const BinaryExpression& pair) {
            each(pair.left, [&](const Expr& part) { return BinaryExpression{pair.op, part, pair.right}; });
            each(pair.right, [&](const Expr& part) { return BinaryExpression{pair.op, pair.left, part}; });
        },
        [&](const ChoiceExpression& choice) {
            each(choice.condition, [&](const Expr& part) {
                return ChoiceExpression{part, choice.then, choice.otherwise};
            });
            each(choice.then, [&](const Expr& part) {
                return ChoiceExpression{choice.condition, part, choice.otherwise};
            });
            each(choice.otherwise, [&](const Expr& part) {
                return ChoiceExpression{choice.condition, choice.then, part};
            });
        },
        [&](const CallExpression& call) {
            for (std::size_t i = 0; i < call.arguments.size(); ++i)
                each(call.arguments[i], [&](const Expr& part) {
                    CallExpression changed = call;
                    changed.arguments[i] = part;
                    return changed;
                });
        },
    };
    std::visit(cases, expression->node);
    return all;
}

bool is_own(const Expr& expression) {
    const auto* const variable = std::get_if<Variable>(&expression->node);
    return variable != nullptr && (variable->name == "me" || variable->name == "row" || variable->name == "col");
}

/// In a sum of `me` and something, the sign turned round.
std::vector<Expr> turned(const Expr& expression) {
    std::vector<Expr> all = with_part(expression, turned);
    const BinaryExpression* const sum = binary(expression);
    if (sum != nullptr && (sum->op == Binary::plus || sum->op == Binary::minus) && is_own(sum->left)) {
        const Binary other = sum->op == Binary::plus ? Binary::minus : Binary::plus;
        all.push_back(make(BinaryExpression{other, sum->left, sum->right}, expression->where));
    }
    return all;
}

/// Counts the parts, down to where `left` is used up.
void count_down(const Expr& expression, int& left) {
    if (--left < 0) return;
    const auto each = [&](const auto&... parts) { (count_down(parts, left), ...); };
    const Overloaded cases{
        [](const Integer&) {},
        [](const Variable&) {},
        [&](const UnaryExpression& unary) { each(unary.operand); },
        [&](const BinaryExpression& pair) { each(pair.left, pair.right); },
        [&](const ChoiceExpression& choice) { each(choice.condition, choice.then, choice.otherwise); },
        [&](const CallExpression& call) {
            for (const Expr& argument : call.arguments) each(argument);
        },
    };
    std::visit(cases, expression->node);
}

}  // namespace

bool is_short(const Expr& expression) {
    int left = 100;
    count_down(expression, left);
    return left >= 0;
}

Expr number(std::int64_t value) { return make(Integer{value}); }

std::optional<std::int64_t> literal(const Expr& expression) {
    const auto* const integer = expression ? std::get_if<Integer>(&expression->node) : nullptr;
    if (integer == nullptr) return std::nullopt;
    return integer->value;
}

Expr shifted(const Expr& expression, std::int64_t by) {
    if (!expression) return number(by);
    constexpr std::int64_t far = 1'000'000'000;
    const auto near = [&](const Expr& part) {
        const auto value = literal(part);
        return value && std::abs(*value) < far;
    };
    if (near(expression)) return make(Integer{*literal(expression) + by}, expression->where);
    const BinaryExpression* const sum = binary(expression);
    if (sum != nullptr && (sum->op == Binary::plus || sum->op == Binary::minus) && near(sum->right)) {
        const std::int64_t old = *literal(sum->right);
        const std::int64_t all = (sum->op == Binary::plus ? old : -old) + by;
        if (all == 0) return sum->left;
        return make(BinaryExpression{all > 0 ? Binary::plus : Binary::minus, sum->left, number(std::abs(all))},
                    expression->where);
    }
    return make(BinaryExpression{by > 0 ? Binary::plus : Binary::minus, expression, number(std::abs(by))},
                expression->where);
}

Expr next_of(const Expr& expression, const Expr& size) {
    const Expr next = shifted(expression, 1);
    return make(BinaryExpression{Binary::modulo, next, size}, expression ? expression->where : model::Where{});
}

Expr replaced(const Expr& expression, const std::string& name, const Expr& value) {
    if (!expression) return expression;
    const auto in = [&](const Expr& part) { return replaced(part, name, value); };
    const Overloaded cases{
        [&](const Integer&) { return expression; },
        [&](const Variable& variable) { return variable.name == name ? value : expression; },
        [&](const UnaryExpression& unary) {
            return make(UnaryExpression{unary.op, in(unary.operand)});
        },
        [&](const BinaryExpression& pair) {
            return make(BinaryExpression{pair.op, in(pair.left), in(pair.right)});
        },
        [&](const ChoiceExpression& choice) {
            return make(ChoiceExpression{in(choice.condition), in(choice.then), in(choice.otherwise)});
        },
        [&](const CallExpression& call) {
            CallExpression changed{call.function, {}};
            for (const Expr& argument : call.arguments) changed.arguments.push_back(in(argument));
            return make(std::move(changed));
        },
    };
    return std::visit(cases, expression->node);
}

std::vector<Expr> mirrored(const Expr& expression) {
    if (!expression) return {};
    const auto* const variable = std::get_if<Variable>(&expression->node);
    if (variable != nullptr && variable->name == "left") return {make(Variable{"right"}, expression->where)};
    if (variable != nullptr && variable->name == "right") return {make(Variable{"left"}, expression->where)};
    return turned(expression);
}

std::vector<Expr> off_by_one(const Expr& expression) {
    std::vector<Expr> all = with_part(expression, off_by_one);
    const BinaryExpression* const pair = binary(expression);
    if (pair == nullptr) return all;
    switch (pair->op) {
        case Binary::equal:
        case Binary::unequal:
        case Binary::less:
        case Binary::less_equal:
        case Binary::greater:
        case Binary::greater_equal:
            for (const int by : {-1, 1})
                all.push_back(
                    make(BinaryExpression{pair->op, pair->left, shifted(pair->right, by)}, expression->where));
            break;
        default:
            break;
    }
    return all;
}

}  // namespace ringproof::generators::mutation
