#include "checker/every/formula.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "model/evaluate.h"

namespace ringproof::checker::every {
namespace {

using model::Binary;
using model::Function;
using model::Overloaded;

Expr make(decltype(model::Expression::node) node, model::Where where = {}) {
    return std::make_shared<const model::Expression>(model::Expression{std::move(node), where});
}

std::optional<std::int64_t> folded(Binary op, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    switch (op) {
        case Binary::or_:
            return a != 0 || b != 0;
        case Binary::and_:
            return a != 0 && b != 0;
        case Binary::equal:
            return a == b;
        case Binary::unequal:
            return a != b;
        case Binary::less:
            return a < b;
        case Binary::less_equal:
            return a <= b;
        case Binary::greater:
            return a > b;
        case Binary::greater_equal:
            return a >= b;
        case Binary::plus:
            return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Binary::minus:
            return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Binary::times:
            return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Binary::divide:
            return b < 1 ? std::nullopt : std::optional((a - model::wrapped(a, b)) / b);
        case Binary::modulo:
            return b < 1 ? std::nullopt : std::optional(model::wrapped(a, b));
        case Binary::mask:
            return a & b;
    }
    return std::nullopt;
}

bool is_condition(Binary op) { return op <= Binary::greater_equal; }

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

namespace {

/// Calls `visit` for the expression and all its parts.
void each_part(const Expr& expression, const auto& visit) {
    visit(expression);
    const Overloaded cases{
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

}  // namespace

std::int64_t greatest_number(const Expr& expression) {
    std::int64_t greatest = 0;
    each_part(expression, [&](const Expr& part) { greatest = std::max(greatest, known(part).value_or(0)); });
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

namespace {

bool is_condition(const Expr& expression) {
    if (const auto* const node = std::get_if<model::BinaryExpression>(&expression->node)) return is_condition(node->op);
    if (const auto* const unary = std::get_if<model::UnaryExpression>(&expression->node))
        return unary->op == model::Unary::not_;
    return false;
}

/// All values that an expression may have, where these are few.
std::optional<std::set<std::int64_t>> few_values(const Expr& expression) {
    constexpr std::size_t few = 16;
    if (const auto value = known(expression)) return std::set{*value};
    if (is_condition(expression)) return std::set<std::int64_t>{0, 1};
    if (const auto* const node = std::get_if<model::ChoiceExpression>(&expression->node)) {
        auto values = few_values(node->then);
        const auto others = few_values(node->otherwise);
        if (!values || !others) return std::nullopt;
        values->insert(others->begin(), others->end());
        return values->size() > few ? std::nullopt : values;
    }
    const auto* const node = std::get_if<model::BinaryExpression>(&expression->node);
    if (node == nullptr) return std::nullopt;
    if (node->op == Binary::modulo) {
        const auto divisor = known(node->right);
        if (!divisor || *divisor < 1 || *divisor > static_cast<std::int64_t>(few)) return std::nullopt;
        std::set<std::int64_t> values;
        for (std::int64_t value = 0; value < *divisor; ++value) values.insert(value);
        return values;
    }
    const auto left = few_values(node->left), right = few_values(node->right);
    if (!left || !right) return std::nullopt;
    std::set<std::int64_t> values;
    for (const std::int64_t a : *left)
        for (const std::int64_t b : *right)
            if (const auto value = folded(node->op, a, b)) values.insert(*value);
    return values.size() > few ? std::nullopt : std::optional(values);
}

std::string smt_integer(std::int64_t value) {
    return value < 0 ? fmt::format("(- {})", -value) : fmt::format("{}", value);
}

}  // namespace

std::string SmtText::product(const Expr& left, const Expr& right, model::Where where) {
    if (const auto factor = known(left)) return fmt::format("(* {} {})", smt_integer(*factor), number(right));
    if (known(right)) return product(right, left, where);
    const auto values = few_values(left);
    if (!values) {
        if (few_values(right)) return product(right, left, where);
        throw Outside("a product of two things that both depend on n or a loop is not linear", where);
    }
    std::string text = "0";
    for (const std::int64_t value : *values)
        text = fmt::format("(ite (= ?f {0}) (* {0} ?e) {1})", smt_integer(value), text);
    return fmt::format("(let ((?f {}) (?e {})) {})", number(left), number(right), text);
}

std::string SmtText::rest(const Expr& value, const Expr& divisor, model::Where where) {
    if (const auto by = known(divisor)) {
        if (*by < 1) throw Outside("a remainder by a number below 1", where);
        return fmt::format("(mod {} {})", number(value), *by);
    }
    const std::string sides = fmt::format("{} {}", number(value), number(divisor));
    const std::size_t unknown = unknown_.emplace(sides, unknown_.size()).first->second;
    return fmt::format("(mod! {} far!{})", sides, unknown);
}

std::string SmtText::number(const Expr& expression) {
    if (is_condition(expression)) return fmt::format("(ite {} 1 0)", condition(expression));
    const model::Where where = expression->where;
    const Overloaded cases{
        [](const model::Integer& integer) { return smt_integer(integer.value); },
        [](const model::Variable& named) { return fmt::format("|{}|", named.name); },
        [&](const model::UnaryExpression& unary) { return fmt::format("(- {})", number(unary.operand)); },
        [&](const model::BinaryExpression& node) {
            switch (node.op) {
                case Binary::plus:
                    return fmt::format("(+ {} {})", number(node.left), number(node.right));
                case Binary::minus:
                    return fmt::format("(- {} {})", number(node.left), number(node.right));
                case Binary::times:
                    return product(node.left, node.right, where);
                case Binary::modulo:
                    return rest(node.left, node.right, where);
                case Binary::divide:
                    if (const auto by = known(node.right); by && *by >= 1)
                        return fmt::format("(div {} {})", number(node.left), *by);
                    throw Outside("a division by what is not a fixed number is not linear", where);
                default:
                    throw Outside("'&' of numbers that are not fixed is not linear", where);
            }
        },
        [&](const model::ChoiceExpression& node) {
            return fmt::format("(ite {} {} {})", condition(node.condition), number(node.then), number(node.otherwise));
        },
        [&](const model::CallExpression& call) -> std::string {
            throw Outside(fmt::format("{}(...) of what depends on n or a loop is not linear", word(call.function)),
                          where);
        },
    };
    return std::visit(cases, expression->node);
}

std::string SmtText::prelude() {
    std::string text = "other";
    for (int q = -multiples; q <= multiples; ++q) {
        const std::string off = q == 0 ? "v" : fmt::format("(- v (* {} d))", smt_integer(q));
        text = fmt::format("(ite (and (<= 0 {0}) (< {0} d)) {0}\n    {1})", off, text);
    }
    return fmt::format("(define-fun mod! ((v Int) (d Int) (other Int)) Int\n    {})\n", text);
}

std::string SmtText::declarations(const std::set<std::string>& names) const {
    std::string text;
    for (const std::string& name : names) text += fmt::format("(declare-const |{}| Int)\n", name);
    for (std::size_t i = 0; i < unknown_.size(); ++i) text += fmt::format("(declare-const far!{} Int)\n", i);
    return text;
}

std::string SmtText::condition(const Expr& condition) {
    if (const auto value = known(condition)) return *value != 0 ? "true" : "false";
    if (const auto* const unary = std::get_if<model::UnaryExpression>(&condition->node);
        unary != nullptr && unary->op == model::Unary::not_)
        return fmt::format("(not {})", this->condition(unary->operand));
    const auto* const node = std::get_if<model::BinaryExpression>(&condition->node);
    if (node != nullptr && (node->op == Binary::and_ || node->op == Binary::or_))
        return fmt::format("({} {} {})", node->op == Binary::and_ ? "and" : "or", this->condition(node->left),
                           this->condition(node->right));
    if (node != nullptr && is_condition(node->op)) {
        const std::string sides = fmt::format("{} {}", number(node->left), number(node->right));
        switch (node->op) {
            case Binary::equal:
                return fmt::format("(= {})", sides);
            case Binary::unequal:
                return fmt::format("(distinct {})", sides);
            case Binary::less:
                return fmt::format("(< {})", sides);
            case Binary::less_equal:
                return fmt::format("(<= {})", sides);
            case Binary::greater:
                return fmt::format("(> {})", sides);
            default:
                return fmt::format("(>= {})", sides);
        }
    }
    if (const auto* const chosen = std::get_if<model::ChoiceExpression>(&condition->node))
        return fmt::format("(ite {} {} {})", this->condition(chosen->condition), this->condition(chosen->then),
                           this->condition(chosen->otherwise));
    return fmt::format("(distinct 0 {})", number(condition));
}

namespace {

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

}  // namespace

Expr filled(const Expr& expression, const Names& names) {
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

}  // namespace ringproof::checker::every
