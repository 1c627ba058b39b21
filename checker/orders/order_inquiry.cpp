#include "checker/orders/order_inquiry.h"

#include <algorithm>

#include <fmt/format.h>

#include "checker/shrink.h"
#include "checker/smt/transcript.h"
#include "model/machine.h"

namespace ringproof::checker {

using model::EventId;
using model::Finding;
using smt::Literal;

OrderInquiry::OrderInquiry(const Question& question, Evidence& evidence)
    : question_(question),
      evidence_(evidence),
      deadline_(question.options.timeout, question.options.max_effort),
      events_(question.schedule, question.launches, deadline_),
      formula_(
          events_, deadline_, question.options.max_orders,
          record(question.options.transcripts, "orders",
                 "; e7 says that event 7 has happened, and times order events of which that is not known\n"
                 "; beforehand; every execution satisfies what is asserted (specs/semantics.md 5.10). Each question\n"
                 "; asks for an execution that violates a property: unsat says that there is none.\n",
                 "QF_LIA")) {}

bool OrderInquiry::violated(const std::string& name, const std::vector<Literal>& assumptions) {
    switch (formula_.solver().ask(name, assumptions)) {
        case smt::Answer::proved:
            return false;
        case smt::Answer::model:
            return true;
        default:
            throw no_answer(name, formula_.solver().complaint());
    }
}

bool OrderInquiry::violated(const std::string& name, const std::vector<Literal>& literals,
                            std::vector<Literal> assumptions) {
    assumptions.push_back(formula_.any_of(literals));
    return violated(name, assumptions);
}

model::Trace OrderInquiry::trace(const std::vector<EventId>& last) const {
    std::vector<EventId> order = formula_.order();
    order.insert(order.end(), last.begin(), last.end());
    model::Trace trace;
    for (const EventId event : order)
        trace.insert(trace.end(), static_cast<std::size_t>(events_.times(event)), events_.event(event));
    return trace;
}

Finding OrderInquiry::expect(model::Code code, EventId event) const {
    Finding finding{};
    finding.code = code;
    finding.event = events_.event(event);
    return finding;
}

void OrderInquiry::show(const Finding& expected, model::Trace trace, const Matches& matches) {
    // Where the formula stops short of the event at which the fault shows, the machine goes on in any order: there is
    // no deadlock, so what has not happened yet does so in the end.
    model::Machine machine(schedule(), question_.launches);
    bool shown = false;
    const auto fire = [&](const model::Event& event) {
        machine.fire(event);
        const auto findings = machine.take_findings();
        shown = std::any_of(findings.begin(), findings.end(), matches);
    };
    for (const model::Event& event : trace) {
        if (shown || !machine.enabled(event)) break;  // the replay tells if it may not come
        fire(event);
    }
    while (!shown) {
        const auto next = machine.enabled();
        if (next.empty()) break;
        fire(next.front());
        trace.push_back(next.front());
    }
    evidence_.replay(expected, shrink(question_, trace, false, matches), false, matches);
}

void OrderInquiry::show(const Finding& expected, model::Trace trace) {
    show(expected, std::move(trace), [&](const Finding& seen) { return seen.same_fault(expected); });
}

void OrderInquiry::show_at_rest(const Finding& expected, const model::Trace& trace, const Matches& matches) {
    evidence_.replay(expected, shrink(question_, trace, true, matches), true, matches);
}

}  // namespace ringproof::checker
