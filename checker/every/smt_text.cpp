#include "checker/every/smt_text.h"

#include <optional>

#include <fmt/format.h>

#include "model/evaluate.h"

namespace ringproof::checker::every {
namespace {

using model::Binary;
using model::Overloaded;

using every::is_condition;

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
            if (const auto value = model::value_of(node->op, a, b)) values.insert(*value);
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

}  // namespace ringproof::checker::every
