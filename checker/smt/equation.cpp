#include "checker/smt/equation.h"

#include <map>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <z3++.h>

#include "checker/smt/equation_text.h"
#include "checker/smt/memory.h"

namespace ringproof::checker::smt {
namespace {

using model::Value;
using model::Values;

/// An expression that has no translation: rules over numbers and over sequences mixed, or nesting beyond reason.
struct Untranslatable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

constexpr int depth_limit = 2'000;

/// Translates values into terms of one sort, integers or sequences.
class Translation {
public:
    Translation(const Values& values, z3::context& context, z3::solver& solver, bool sequences)
        : values_(values),
          context_(context),
          solver_(solver),
          sequences_(sequences),
          sort_(sequences ? context.string_sort() : context.int_sort()) {}

    z3::expr operator()(Value value, int depth = 0) {
        if (depth > depth_limit) throw Untranslatable("an expression nested too deeply for the solver");
        if (const auto known = known_.find(value); known != known_.end()) return terms_[known->second];
        z3::expr term = make(value, depth);
        known_.emplace(value, terms_.size());
        terms_.push_back(term);
        return term;
    }

private:
    z3::expr make(Value value, int depth) {
        const Values::Node& node = values_.node(value);
        switch (node.kind) {
            case Values::Kind::nothing:
                return context_.constant("#nothing", sort_);
            case Values::Kind::atom:
                return context_.constant(node.name.text().c_str(), sort_);
            case Values::Kind::application:
                return application(value, node, depth);
            default:
                return reduction(value, node, depth);
        }
    }

    z3::expr application(Value value, const Values::Node& node, int depth) {
        z3::expr_vector arguments(context_);
        z3::sort_vector sorts(context_);
        for (const Value argument : values_.arguments(value)) {
            arguments.push_back((*this)(argument, depth + 1));
            sorts.push_back(sort_);
        }
        const std::string name = fmt::format("{}#{}/{}", node.name.text(), node.output, arguments.size());
        if (arguments.empty()) return context_.constant(name.c_str(), sort_);
        return context_.function(name.c_str(), sorts, sort_)(arguments);
    }

    z3::expr reduction(Value value, const Values::Node& node, int depth) {
        const std::string_view rule = model::rules()[node.rule].name;
        if (sequences_ != (rule == "compose"))
            throw Untranslatable("a reduction of numbers and one of sequences in one expression");
        std::vector<z3::expr> operands;
        for (const Value operand : operands_of(value)) operands.push_back((*this)(operand, depth + 1));
        z3::expr_vector all(context_);
        for (const z3::expr& operand : operands) all.push_back(operand);
        if (rule == "compose") return z3::concat(all);
        if (rule == "add") return z3::sum(all);
        return extreme(value, operands, rule == "max");
    }

    /// A fresh number that is one of the operands and beyond none of them.
    z3::expr extreme(Value value, const std::vector<z3::expr>& operands, bool max) {
        z3::expr result = context_.constant(fmt::format("#extreme{}", value).c_str(), sort_);
        z3::expr_vector is_one(context_);
        for (const z3::expr& operand : operands) {
            solver_.add(max ? result >= operand : result <= operand);
            is_one.push_back(result == operand);
        }
        solver_.add(z3::mk_or(is_one));
        return result;
    }

    /// The operands of nested reductions by one rule.
    std::vector<Value> operands_of(Value value) const {
        std::vector<Value> operands, open{value};
        while (!open.empty()) {
            const Value next = open.back();
            open.pop_back();
            const Values::Node& node = values_.node(next);
            if ((node.kind == Values::Kind::reduction || node.kind == Values::Kind::accumulation) &&
                node.rule == values_.node(value).rule) {
                open.push_back(node.right);
                open.push_back(node.left);
            } else {
                operands.push_back(next);
                if (operands.size() > 1'000'000) throw Untranslatable("an expression with over a million operands");
            }
        }
        return operands;
    }

    const Values& values_;
    z3::context& context_;
    z3::solver& solver_;
    bool sequences_;
    z3::sort sort_;
    std::unordered_map<Value, std::size_t> known_;
    std::vector<z3::expr> terms_;
};

/// What is asserted while it lives is taken back.
class Scope {
public:
    explicit Scope(z3::solver& solver) : solver_(solver) { solver_.push(); }
    ~Scope() {
        try {
            solver_.pop();
        } catch (const z3::exception&) {
            // The solver has failed before, and is not asked again.
        }
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    z3::solver& solver_;
};

/// Whether the outermost reduction, if any, is of sequences.
bool is_sequence(const Values& values, Value value) {
    for (int depth = 0; depth < depth_limit; ++depth) {
        const Values::Node& node = values.node(value);
        if (node.kind == Values::Kind::reduction || node.kind == Values::Kind::accumulation)
            return model::rules()[node.rule].name == "compose";
        if (node.kind != Values::Kind::application || values.arguments(value).empty()) return false;
        value = values.arguments(value).front();
    }
    return false;
}

}  // namespace

struct Equations::Z3 {
    const Values& values;
    const Deadline& deadline;
    RawContext raw;
    z3::scoped_context scope{static_cast<Z3_context>(raw.get())};
    z3::context& context = scope();
    z3::solver solver{context};  ///< one for all questions: to make one costs as much as many small questions
};

Equations::Equations(const Values& values, const Deadline& deadline, Transcript* transcript)
    : z3_(new Z3{values, deadline, {}}),
      text_(transcript == nullptr ? nullptr : std::make_unique<EquationText>(values, *transcript)) {
    z3::params params(z3_->context);
    params.set("ctrl_c", false);
    if (deadline.effort() > 0) params.set("rlimit", deadline.effort());
    z3_->solver.set(params);
}

Equations::~Equations() = default;

Answer Equations::ask_different(const std::string& name, Value found, Value expected) {
    ++questions_;
    const Answer answer = check(found, expected);
    // What Z3 could not be asked, no other solver is asked.
    if (text_ && answer != Answer::error) text_->question(name, found, expected, answer);
    return answer;
}

Answer Equations::check(Value found, Value expected) {
    if (found == expected) return Answer::proved;  // the very same expression
    z3::solver& solver = z3_->solver;
    const Scope scope(solver);
    try {
        if (const double seconds = z3_->deadline.left(); seconds > 0)
            solver.set("timeout", static_cast<unsigned>(seconds * 1000));
        const bool sequences = is_sequence(z3_->values, found) || is_sequence(z3_->values, expected);
        Translation term(z3_->values, z3_->context, solver, sequences);
        const z3::expr left = term(found), right = term(expected);
        solver.add(left != right);
        switch (solver.check()) {
            case z3::unsat:
                return Answer::proved;
            case z3::sat:
                return Answer::model;
            default:
                z3_->raw.spoil();
                complaint_ = solver.reason_unknown();
                return Answer::timeout;
        }
    } catch (const z3::exception& exception) {
        z3_->raw.spoil();
        complaint_ = exception.msg();
    } catch (const Untranslatable& reason) {
        complaint_ = reason.what();
    }
    return Answer::error;
}

}  // namespace ringproof::checker::smt
