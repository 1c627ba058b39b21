#include <charconv>
#include <span>

#include <fmt/format.h>

#include "model/language/grammar.h"
#include "model/language/language.h"
#include "model/language/precedence.h"
#include "model/language/suggest.h"
#include "model/language/tree_reader.h"
#include "model/rule.h"

namespace ringproof::model {

/// Builds expressions: finds the structure of the flat lists of operands and operators by precedence climbing.
class ExpressionReader {
public:
    explicit ExpressionReader(TreeReader& reader) : reader_(reader) {}

    Expr read(const Node& node) { return expression(node).expr; }
    Expr read_primary(const Node& node) { return primary(node).expr; }

private:
    /// `depth` counts the nodes on the longest way down, so that nobody recurses too deep over it.
    struct Sized {
        Expr expr;
        int depth;
    };
    /// What is left of a flat list.
    struct Cursor {
        std::span<const std::unique_ptr<Node>> rest;

        const Node& front() const { return *rest.front(); }
        void drop() { rest = rest.subspan(1); }
        std::optional<Binary> infix() const {
            if (rest.empty() || !front().is_type<grammar::infix>()) return std::nullopt;
            return from_word<Binary>(front().string_view());
        }
    };

    Sized make(auto node, int depth, Where where) {
        if (depth > deepest_expression)
            throw Fault(Code::too_large,
                        fmt::format("the expression is more than {} operators deep", deepest_expression),
                        locate(reader_.kernel_, where));
        return {std::make_shared<const Expression>(Expression{std::move(node), where}), depth};
    }

    Sized expression(const Node& node) {
        Cursor cursor{node.children};
        const Node* choice = nullptr;
        if (node.children.back()->is_type<grammar::choice>()) {
            choice = node.children.back().get();
            cursor.rest = cursor.rest.first(cursor.rest.size() - 1);
        }
        Sized result = climb(cursor, level::or_);
        if (choice == nullptr) return result;
        Sized then = expression(*choice->children[0]);
        Sized otherwise = expression(*choice->children[1]);
        const int depth = 1 + std::max({result.depth, then.depth, otherwise.depth});
        return make(ChoiceExpression{std::move(result.expr), std::move(then.expr), std::move(otherwise.expr)}, depth,
                    where(*choice));
    }

    /// The longest expression from the cursor on whose operators bind at least as tightly as `least`.
    Sized climb(Cursor& cursor, int least) {
        const Node& first = cursor.front();
        cursor.drop();
        if (first.children.size() > static_cast<std::size_t>(deepest_expression))
            reader_.refuse(Code::too_large,
                           fmt::format("the expression is more than {} operators deep", deepest_expression), first);
        return infixes(operand(cursor, first, 0, least), cursor, least);
    }

    Sized infixes(Sized left, Cursor& cursor, int least) {
        while (const auto op = cursor.infix()) {
            const int binds = level::of(*op);
            if (binds < least) break;
            const Node& at = cursor.front();
            cursor.drop();
            Sized right = climb(cursor, binds + 1);
            const int depth = 1 + std::max(left.depth, right.depth);
            left = make(BinaryExpression{*op, std::move(left.expr), std::move(right.expr)}, depth, where(at));
            if (const auto next = cursor.infix();
                next && binds == level::comparison && level::of(*next) == level::comparison)
                reader_.refuse(Code::syntax, "comparisons do not chain; expected 'and' between two comparisons",
                               cursor.front());
        }
        return left;
    }

    /// The operand from its prefix number `skip` on; 'not' also takes the operators that bind tighter.
    Sized operand(Cursor& cursor, const Node& node, std::size_t skip, int least) {
        const Node& child = *node.children[skip];
        if (!child.is_type<grammar::prefix>()) return primary(child);
        const Unary op = *from_word<Unary>(child.string_view());
        if (level::of(op) < least) reader_.refuse(Code::syntax, "expected parentheses round 'not ...' here", child);
        Sized inner = operand(cursor, node, skip + 1, level::of(op));
        if (op == Unary::not_) inner = infixes(std::move(inner), cursor, level::comparison);
        const int depth = 1 + inner.depth;
        return make(UnaryExpression{op, std::move(inner.expr)}, depth, where(child));
    }

    Sized primary(const Node& node) {
        if (node.is_type<grammar::number>()) return integer(node);
        if (node.is_type<grammar::variable>()) {
            reader_.names_.expect_number(node.string_view(), where(node), reader_.per_chip_);
            return make(Variable{node.string()}, 1, where(node));
        }
        if (node.is_type<grammar::call>()) return call(node);
        return expression(node);
    }

    Sized integer(const Node& node) {
        const std::string_view text = node.string_view();
        std::int64_t value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
            reader_.refuse(Code::arithmetic, "the number does not fit 64 bits", node);
        return make(Integer{value}, 1, where(node));
    }

    Sized call(const Node& node) {
        const Node& name = *node.children.front();
        const Function function = *from_word<Function>(name.string_view());
        const std::size_t count = node.children.size() - 1;
        check_arguments(function, count, name);
        CallExpression result{function, {}};
        int depth = 0;
        for (std::size_t i = 1; i <= count; ++i) {
            Sized argument = expression(*node.children[i]);
            depth = std::max(depth, argument.depth);
            result.arguments.push_back(std::move(argument.expr));
        }
        return make(std::move(result), depth + 1, where(name));
    }

    void check_arguments(Function function, std::size_t count, const Node& name) {
        if (function == Function::chip && count == 2) {
            if (!reader_.kernel_.torus)
                reader_.refuse(Code::unknown_name, "'chip(ROW, COLUMN)' needs a declaration 'torus(ROWS, COLUMNS)'",
                               name);
            return;
        }
        const std::size_t wanted = function == Function::min || function == Function::max ? 2 : 1;
        if (count != wanted)
            reader_.refuse(Code::syntax,
                           fmt::format("'{}' has {} arguments, expected {}", word(function), count,
                                       function == Function::chip ? "1, or 2 on a torus" : std::to_string(wanted)),
                           name);
    }

    TreeReader& reader_;
};

Expr TreeReader::number(const Node& expression) { return ExpressionReader(*this).read(expression); }

Expr TreeReader::size(const Node* node) { return node == nullptr ? Symbolic::one() : number(*node->children[0]); }

Expr TreeReader::chip(const Node& node) {
    const Node& child = *node.children.front();
    if (child.is_type<grammar::word>()) {
        static constexpr std::array<std::string_view, 3> chips{"left", "right", "me"};
        refuse(Code::unknown_name,
               fmt::format("'{}' is no chip, expected left, right, me or chip(E){}", child.string_view(),
                           did_you_mean(child.string_view(), chips)),
               child);
    }
    if (child.is_type<grammar::near_chip>())
        return std::make_shared<const Expression>(Expression{Variable{child.string()}, where(child)});
    if (child.children.front()->string_view() != word(Function::chip))
        refuse(Code::syntax, "expected a chip: left, right, me or chip(E)", child);
    return ExpressionReader(*this).read_primary(child);
}

template <class Target>
Target TreeReader::target(const Node& node, Kind kind, Symbol Target::*name) {
    Target result;
    result.where = where(node);
    Children children(node);
    if (const Node* on = children.take_if<grammar::chip>()) result.chip = chip(*on);
    const Node& called = children.take();
    names_.expect(kind, called.string_view(), where(called));
    result.*name = Symbol(called.string_view());
    if (const Node* index = children.take_if<grammar::index>()) result.index = number(*index->children[0]);
    return result;
}

Symbolic::Place TreeReader::place(const Node& node) {
    return target<Symbolic::Place>(node, Kind::buffer, &Symbolic::Place::buffer);
}

Symbolic::Counter TreeReader::counter(const Node& node) {
    return target<Symbolic::Counter>(node, Kind::semaphore, &Symbolic::Counter::semaphore);
}

Symbolic::Value TreeReader::value(const Node& node) {
    if (node.is_type<grammar::nothing>()) return std::nullopt;
    return term(node);
}

TermForm TreeReader::term(const Node& node) {
    if (node.is_type<grammar::symbols>()) return series(node);
    if (node.is_type<grammar::input>()) return {input(node), where(node)};
    if (node.is_type<grammar::reduction>()) return {reduction(node), where(node)};
    ApplicationForm result{Symbol(node.children.front()->string_view()), {}};
    for (std::size_t i = 1; i < node.children.size(); ++i) result.arguments.push_back(term(*node.children[i]));
    return {std::move(result), where(node)};
}

TermForm TreeReader::series(const Node& node) {
    std::vector<TermForm> atoms;
    for (const auto& child : node.children) {
        const std::string_view quoted = child->string_view();
        std::string text;
        for (std::string_view rest = quoted.substr(1, quoted.size() - 2); !rest.empty(); rest.remove_prefix(1)) {
            if (rest.front() == '\\') rest.remove_prefix(1);
            text += rest.front();
        }
        if (text.empty()) refuse(Code::syntax, "a symbol is empty, expected at least one character", *child);
        if (text.size() > longest_name)
            refuse(Code::too_large, fmt::format("the symbol has more than {} bytes", longest_name), *child);
        atoms.push_back({AtomForm{Symbol(text)}, where(*child)});
    }
    if (atoms.size() == 1) return std::move(atoms.front());
    return {SeriesForm{std::move(atoms)}, where(node)};
}

InputForm TreeReader::input(const Node& node) {
    Children children(node);
    const Node& name = children.take();
    names_.expect(Kind::buffer, name.string_view(), where(name));
    InputForm result{Symbol(name.string_view()), Symbolic::zero(), nullptr};
    check_input(result.buffer, where(name));
    if (const Node* index = children.take_if<grammar::index>()) result.index = number(*index->children[0]);
    if (const Node* of = children.take_if<grammar::of_chip>())
        result.chip = ExpressionReader(*this).read_primary(*of->children[0]);
    else
        result.chip = std::make_shared<const Expression>(Expression{Variable{"me"}, where(node)});
    return result;
}

void TreeReader::check_input(Symbol buffer, Where at) const {
    const Role role = roles_.at(buffer);
    if (!is_input(role))
        throw Fault(Code::wrong_kind,
                    fmt::format("buffer '{}' is {}, expected one that is 'in' or 'inout'", buffer.text(), word(role)),
                    locate(kernel_, at));
}

ReductionForm TreeReader::reduction(const Node& node) {
    const Node& variable = *node.children[1];
    const Node& range = *node.children[2];
    ReductionForm result;
    result.rule = rule(*node.children[0]);
    result.variable = variable.string();
    result.from = number(*range.children[0]);
    result.to = number(*range.children[1]);
    const Names::Scope scope(names_);
    names_.declare(Kind::variable, variable.string_view(), where(variable));
    result.body = std::make_shared<const TermForm>(term(*node.children[3]));
    return result;
}

Symbol TreeReader::rule(const Node& word) {
    const std::string_view text = word.string_view();
    std::vector<std::string_view> known;
    for (const Rule& rule : rules()) {
        if (!rule.reduces) continue;
        if (text == rule.name || (text == rule.alias && !text.empty())) return Symbol(rule.name);
        known.push_back(rule.name);
        if (!rule.alias.empty()) known.push_back(rule.alias);
    }
    if (find_rule(text))
        refuse(Code::wrong_kind, fmt::format("the rule '{}' does not combine two values, expected one that does", text),
               word);
    refuse(Code::unknown_name,
           fmt::format("no rule is called '{}', expected one of {}{}", text, fmt::join(known, ", "),
                       did_you_mean(text, known)),
           word);
}

void TreeReader::refuse(Code code, std::string message, const Node& node) const {
    throw Fault(code, std::move(message), locate(kernel_, where(node)));
}

}  // namespace ringproof::model
