#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/evaluate.h"
#include "model/kernel.h"
#include "model/schedule.h"

namespace ringproof::model {

/// Turns operations, places and terms of a kernel into concrete ones, with the values that the evaluator has.
/// The schedule's buffers and semaphores stand chip by chip, each chip's in the order of the kernel.
/// Faults carry the author's line.
class Concretizer {
public:
    /// `most_terms` bounds the terms made in all. All references must outlive this.
    Concretizer(const Kernel& kernel, Evaluator& evaluator, const Schedule& schedule, std::int64_t most_terms);

    /// The operation, checked (validity.h). `where` is its statement's.
    Operation operation(const OperationForm& form, Where where);
    /// Wrapped in ring buffers; else in range.
    Place place(const Symbolic::Place& form);
    /// The same for one of a list, of which an operation may have any number.
    Place listed(const Symbolic::Place& form);
    Counter counter(const Symbolic::Counter& form);
    Term term(const TermForm& form);
    /// A number of 32 bits, else amount_range.
    std::int32_t number(const Expr& expression);
    /// The rule where none is named: the first contract's that has one, else add.
    Symbol usual_rule() const { return usual_rule_; }

private:
    std::int32_t chip(const Expr& form);
    std::int64_t index(const Expr& form) { return form ? evaluator_.evaluate(form) : 0; }
    /// Not one that means something else in schedule JSON.
    Term symbol(const AtomForm& form, Where where);
    Term input(const InputForm& form, Where where);
    Term reduction(const ReductionForm& form, Where where);
    Fault outside(std::string_view kind, Symbol name, std::int64_t index, std::int32_t size, bool hint,
                  Where where) const;
    void spend_term(Where where);

    const Kernel& kernel_;
    Evaluator& evaluator_;
    const Schedule& schedule_;
    std::int64_t terms_left_;
    Symbol usual_rule_;
    std::unordered_map<Symbol, std::int32_t> buffers_, semaphores_;  ///< positions in the kernel's lists
};

}  // namespace ringproof::model
