#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "checker/orders/ordered_events.h"
#include "checker/smt/solver.h"

namespace ringproof::checker {

/// The executions of a schedule as a formula (specs/semantics.md section 5.10): one literal an event that says whether
/// it has happened, and one for each pair whose order matters to some condition or question. A model is an execution,
/// followed by the events that have not happened, in some order that respects what each needs to have happened.
class OrderFormula {
public:
    /// The events must outlive it. More than `most_orders` pairs of unknown order: GaveUp.
    OrderFormula(const OrderedEvents& events, const Deadline& deadline, std::int64_t most_orders,
                 smt::Transcript* transcript);

    /// The moment at which the execution stops, after all that has happened and before all that has not.
    model::EventId end() const { return events_.size(); }

    smt::Literal in(model::EventId event) const { return events_in_[event]; }
    /// `a` comes before `b`; either may be the end.
    smt::Literal before(model::EventId a, model::EventId b);

    smt::Literal yes() const { return yes_; }
    smt::Literal no() const { return !yes_; }
    /// A literal that says that all of `literals` hold, and one that any does.
    smt::Literal all_of(std::vector<smt::Literal> literals);
    smt::Literal any_of(std::vector<smt::Literal> literals);

    /// If `guard` holds, so does the condition at that moment; or it does not.
    void meet(smt::Literal guard, const Condition& condition, model::EventId at);
    void miss(smt::Literal guard, const Condition& condition, model::EventId at);
    /// Says that data is in a slot at that moment.
    smt::Literal holds_data(std::int64_t slot, model::EventId at);

    /// Whether the events that have happened in the last model include this one.
    bool has(model::EventId event) const { return solver_.value(events_in_[event]); }
    /// The events that have happened in the last model, in an order of its.
    std::vector<model::EventId> order() const;

    const OrderedEvents& events() const { return events_; }
    smt::Solver& solver() { return solver_; }
    std::int64_t orders() const { return static_cast<std::int64_t>(pairs_.size()); }

private:
    struct Term {
        smt::Literal literal;
        std::int64_t weight;  ///< of either sign
    };
    /// The value of a counter at some moment, if `last` holds: the counter started from `base` and has changed by the
    /// sum of the terms since.
    struct Reading {
        smt::Literal last;
        std::int64_t base;
        std::vector<Term> terms;
    };
    /// What stores into a slot.
    struct Store {
        model::EventId event;
        std::int64_t from;  ///< the slot whose value is stored, or one of the two below
        model::EventId read = model::no_event;
    };
    static constexpr std::int64_t data = -1, nothing = -2;

    const std::vector<Reading>& readings(std::int32_t cell, model::EventId at);
    /// If `guard` holds, terms with weights of either sign sum up to `bound` at least.
    void at_least(smt::Literal guard, const std::vector<Term>& terms, std::int64_t bound);
    void at_most(smt::Literal guard, std::vector<Term> terms, std::int64_t bound);
    void above_snapshot(smt::Literal guard, const ReachesSnapshot& until, model::EventId at, bool met);
    void add_time(model::EventId event);
    void find_stores();

    const OrderedEvents& events_;
    const Deadline& deadline_;
    std::int64_t most_orders_;
    smt::Solver solver_;
    smt::Literal yes_;
    std::vector<smt::Literal> events_in_;
    std::map<std::pair<model::EventId, model::EventId>, smt::Literal> pairs_;  ///< the smaller number first
    std::map<model::EventId, smt::Time> times_;
    std::map<std::vector<std::pair<std::int32_t, bool>>, smt::Literal> conjunctions_;
    std::map<std::pair<std::int32_t, model::EventId>, std::vector<Reading>> readings_;
    std::int64_t misses_ = 0;                 ///< for names of literals
    std::vector<std::vector<Store>> stores_;  ///< by slot
    std::vector<char> holds_at_first_;        ///< by slot
    std::map<std::pair<std::int64_t, model::EventId>, smt::Literal> holds_;
};

}  // namespace ringproof::checker
