#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "model/kernel.h"
#include "model/language/names.h"

namespace ringproof::model {

using Node = tao::pegtl::parse_tree::node;

/// Turns the syntax tree of a .ring file (model/language/grammar.h) into a Kernel, checking names as it goes.
/// Recursion follows the nesting of the text, which the grammar bounds, and of prefixes, bounded here.
class TreeReader {
public:
    /// Fills in what the text says; `kernel.file` and `kernel.lines` are set already.
    explicit TreeReader(Kernel& kernel) : kernel_(kernel), names_(kernel) {}
    void read(const Node& file);

private:
    // tree_reader_head.cpp
    void declare(const Node& node);
    void read_declaration(const Node& node);
    void read_kernel(const Node& node);
    void read_buffer(const Node& node);
    void read_profile(const Node& node);
    void read_contract(const Node& node);
    void read_contract_buffers(ContractForm& form, const Node& argument);
    void read_ensures(const Node& node);
    void read_bodies(const Node& file);

    // tree_reader_statements.cpp
    Block block(const Node& node);
    Statement statement(const Node& node);
    For loop(const Node& node);
    If branch(const Node& node);
    OperationForm operation(const Node& node);
    Put<Symbolic> put(const Node& node);
    Get<Symbolic> get(const Node& node);
    Signal<Symbolic> signal(const Node& node);
    Wait<Symbolic> wait(const Node& node);
    Copy<Symbolic> copy(const Node& node);
    Reduce<Symbolic> reduce(const Node& node);
    Compute<Symbolic> compute(const Node& node);
    Raise<Symbolic> raise(const Node& clause);

    // tree_reader_values.cpp
    Expr number(const Node& expression);
    Expr size(const Node* node);
    Symbolic::Place place(const Node& node);
    Symbolic::Counter counter(const Node& node);
    template <class Target>
    Target target(const Node& node, Kind kind, Symbol Target::*name);
    Expr chip(const Node& node);
    TermForm term(const Node& node);
    TermForm series(const Node& node);
    Symbolic::Value value(const Node& node);
    InputForm input(const Node& node);
    ReductionForm reduction(const Node& node);
    Symbol rule(const Node& word);
    void check_input(Symbol buffer, Where at) const;

    [[noreturn]] void refuse(Code code, std::string message, const Node& node) const;

    friend class ExpressionReader;
    Kernel& kernel_;
    Names names_;
    std::unordered_map<Symbol, Role> roles_;  ///< of the buffers
    std::size_t next_buffer_ = 0;             ///< the first whose size is not read yet
    bool has_profile_ = false;
    bool per_chip_ = false;  ///< whether `me` and what follows from it may stand in expressions
};

inline Where where(const Node& node) {
    return {static_cast<std::int32_t>(node.m_begin.line), static_cast<std::int32_t>(node.m_begin.column)};
}

/// The children of a node, one after the other.
class Children {
public:
    explicit Children(const Node& node) : next_(node.children.begin()), end_(node.children.end()) {}
    bool empty() const { return next_ == end_; }
    const Node& take() { return **next_++; }
    /// The next child if it is of that rule, else null.
    template <class Rule>
    const Node* take_if() {
        return !empty() && (*next_)->is_type<Rule>() ? next_++->get() : nullptr;
    }

private:
    Node::children_t::const_iterator next_, end_;
};

}  // namespace ringproof::model
