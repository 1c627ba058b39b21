#include "model/language/expression_printer.h"

#include <limits>

#include <fmt/format.h>

#include "model/language/language.h"

namespace ringproof::model {
namespace {

int level_of(const Expression& expression) {
    const Overloaded cases{
        [](const Integer& integer) { return integer.value < 0 ? level::negate : level::primary; },
        [](const Variable&) { return level::primary; },
        [](const UnaryExpression& unary) { return level::of(unary.op); },
        [](const BinaryExpression& binary) { return level::of(binary.op); },
        [](const ChoiceExpression&) { return level::choice; },
        [](const CallExpression&) { return level::primary; },
    };
    return std::visit(cases, expression.node);
}

}  // namespace

void ExpressionPrinter::number(const Expr& expression, int least) {
    const bool enclose = level_of(*expression) < least;
    if (enclose) text += '(';
    visit(*expression);
    if (enclose) text += ')';
}

void ExpressionPrinter::operator()(const Integer& integer) {
    // The least number has no literal: literals are not negative.
    if (integer.value == std::numeric_limits<std::int64_t>::min())
        text += fmt::format("({} - 1)", integer.value + 1);
    else
        text += std::to_string(integer.value);
}

void ExpressionPrinter::operator()(const Variable& variable) { text += variable.name; }

void ExpressionPrinter::operator()(const UnaryExpression& unary) {
    text += word(unary.op);
    if (unary.op == Unary::not_) text += ' ';
    number(unary.operand, level::of(unary.op));
}

void ExpressionPrinter::operator()(const BinaryExpression& binary) {
    const int binds = level::of(binary.op);
    // Operators group to the left; comparisons do not group at all.
    number(binary.left, binds == level::comparison ? binds + 1 : binds);
    text += fmt::format(" {} ", word(binary.op));
    number(binary.right, binds + 1);
}

void ExpressionPrinter::operator()(const ChoiceExpression& choice) {
    number(choice.condition, level::or_);
    text += " ? ";
    number(choice.then);
    text += " : ";
    number(choice.otherwise);
}

void ExpressionPrinter::operator()(const CallExpression& call) {
    text += word(call.function);
    list(call.arguments, [this](const Expr& argument) { number(argument); });
}

void ExpressionPrinter::visit(const Expression& expression) { std::visit(*this, expression.node); }

std::string print(const Expr& expression) {
    ExpressionPrinter printer;
    printer.number(expression);
    return std::move(printer.text);
}

}  // namespace ringproof::model
