#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checker/ask.h"
#include "checker/orders/order_formula.h"
#include "model/text.h"

namespace ringproof::checker {

/// Schedules of more events, counters and slots are not taken on.
inline constexpr std::int64_t most_events_ordered = 20'000;

/// One schedule under question by the engine `orders`: its events, the formula of their orders, and the violations
/// found so far. What every property needs to ask and to show; the properties themselves are in order_properties.h.
class OrderInquiry {
public:
    using Matches = std::function<bool(const model::Finding& seen)>;

    /// Question and evidence must outlive it. Throws GaveUp.
    OrderInquiry(const Question& question, Evidence& evidence);

    const Question& question() const { return question_; }
    const Deadline& deadline() const { return deadline_; }
    const model::Schedule& schedule() const { return question_.schedule; }
    const OrderedEvents& events() const { return events_; }
    const model::EventGraph& graph() const { return events_.graph(); }
    OrderFormula& formula() { return formula_; }
    Evidence& evidence() { return evidence_; }

    /// Whether some execution satisfies all of `assumptions`; then it is the formula's model. `name` says in words what
    /// is asked. Throws GaveUp.
    bool violated(const std::string& name, const std::vector<smt::Literal>& assumptions);
    /// The same for any of `literals` beside the assumptions.
    bool violated(const std::string& name, const std::vector<smt::Literal>& literals,
                  std::vector<smt::Literal> assumptions);

    /// The execution of the model, and then `last`.
    model::Trace trace(const std::vector<model::EventId>& last = {}) const;
    /// A finding that is expected at this event.
    model::Finding expect(model::Code code, model::EventId event) const;
    /// Keeps a finding that the machine makes in `trace`, or later if that is no more than its beginning.
    void show(const model::Finding& expected, model::Trace trace, const Matches& matches);
    void show(const model::Finding& expected, model::Trace trace);
    /// Keeps one that the machine makes once `trace` has come to rest.
    void show_at_rest(const model::Finding& expected, const model::Trace& trace, const Matches& matches);
    /// `land of step 3 of agent 1 in launch 0`
    std::string name_of(model::EventId event) const { return text(events_.event(event)); }

private:
    const Question& question_;
    Evidence& evidence_;
    Deadline deadline_;
    OrderedEvents events_;
    OrderFormula formula_;
};

}  // namespace ringproof::checker
