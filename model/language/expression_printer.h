#pragma once

#include <string>

#include "model/kernel.h"
#include "model/language/precedence.h"

namespace ringproof::model {

/// Writes expressions to `text`, with no more parentheses than needed: the part of printing a kernel that knows how
/// tightly operators bind.
class ExpressionPrinter {
public:
    std::string text;

    /// In parentheses if it binds less tightly than `least`.
    void number(const Expr& expression, int least = level::choice);
    /// Without parentheses around it.
    void visit(const Expression& expression);

    void operator()(const Integer& integer);
    void operator()(const Variable& variable);
    void operator()(const UnaryExpression& unary);
    void operator()(const BinaryExpression& binary);
    void operator()(const ChoiceExpression& choice);
    void operator()(const CallExpression& call);

protected:
    /// `(a, b)`
    void list(const auto& elements, auto&& print) {
        text += '(';
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (i > 0) text += ", ";
            print(elements[i]);
        }
        text += ')';
    }
};

}  // namespace ringproof::model
