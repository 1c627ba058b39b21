#include <fmt/format.h>

#include "checker/orders/order_properties.h"
#include "checker/visits.h"
#include "model/contract.h"
#include "model/machine.h"
#include "model/scheduler.h"

// Whether executions go to their end, and what they may reach on the way there.
namespace ringproof::checker {
namespace {

using model::Code;
using model::EventId;
using model::Finding;
using smt::Literal;

/// The machine may name the memory or the counter that is touched: only the event and the kind of fault count.
OrderInquiry::Matches at_the_same_event(const Finding& expected) {
    return [expected](const Finding& seen) { return seen.code == expected.code && seen.event == expected.event; };
}

void ask_not_before(OrderInquiry& inquiry, const TouchesOfChip& touches, EventId enter, std::int32_t chip) {
    std::vector<Literal> firsts;
    for (const auto* touch : touches)
        if (!inquiry.events().precedes(enter, touch->first)) firsts.push_back(inquiry.formula().in(touch->first));
    if (firsts.empty() ||
        !inquiry.violated(fmt::format("something reaches chip {} before the {}", chip, inquiry.name_of(enter)), firsts,
                          {!inquiry.formula().in(enter)}))
        return;
    // The first one of the execution, whatever follows it.
    for (const EventId event : inquiry.formula().order())
        for (const auto* touch : touches)
            if (touch->first == event) {
                const Finding finding = inquiry.expect(Code::not_entered, event);
                return inquiry.show(finding, inquiry.trace(), at_the_same_event(finding));
            }
}

void ask_not_after(OrderInquiry& inquiry, const TouchesOfChip& touches, EventId exit, std::int32_t chip) {
    std::vector<Literal> missing;
    for (const auto* touch : touches)
        if (!inquiry.events().precedes(touch->last, exit)) missing.push_back(!inquiry.formula().in(touch->last));
    if (missing.empty() || !inquiry.violated(fmt::format("something of the launch reaches chip {} after the {}", chip,
                                                         inquiry.name_of(exit)),
                                             missing, {inquiry.formula().in(exit)}))
        return;
    for (const auto* touch : touches)
        if (!inquiry.formula().has(touch->last)) {
            const Finding finding = inquiry.expect(Code::left_already, touch->last);
            return inquiry.show(finding, inquiry.trace(), at_the_same_event(finding));
        }
}

}  // namespace

void ask_deadlock(OrderInquiry& inquiry) {
    const OrderedEvents& events = inquiry.events();
    OrderFormula& formula = inquiry.formula();
    // The execution has stopped: what has not happened cannot.
    const Literal stopped = formula.solver().make("stopped");
    std::vector<Literal> missing;
    for (EventId event = 0; event < events.size(); ++event) {
        missing.push_back(!formula.in(event));
        if (events.never(event)) continue;
        std::vector<Literal> in_or_disabled{!stopped, formula.in(event)};
        for (const EventId before : events.predecessors(event)) in_or_disabled.push_back(!formula.in(before));
        if (!std::holds_alternative<std::monostate>(events.condition(event))) {
            const Literal disabled = formula.solver().make(fmt::format("disabled{}", event));
            formula.miss(disabled, events.condition(event), formula.end());
            in_or_disabled.push_back(disabled);
        }
        formula.solver().clause(in_or_disabled);
    }
    if (!inquiry.violated("an execution stops before its end", missing, {stopped})) return;
    const model::Trace trace = inquiry.trace();
    model::Machine machine(inquiry.schedule(), inquiry.question().launches);
    if (run_trace(machine, trace) == trace.size() && !machine.enabled().empty())
        throw Disagreement("orders found a deadlock in which the machine goes on");
    Finding finding{};
    finding.code = Code::deadlock;
    inquiry.show_at_rest(finding, trace, [](const Finding& seen) { return seen.code == Code::deadlock; });
}

void ask_entered(OrderInquiry& inquiry) {
    each_visited(inquiry.graph(), [&](std::int32_t chip, EventId enter, EventId exit, const TouchesOfChip& touches) {
        ask_not_before(inquiry, touches, enter, chip);
        ask_not_after(inquiry, touches, exit, chip);
    });
}

void ask_barriers(OrderInquiry& inquiry) {
    const model::Schedule& schedule = inquiry.schedule();
    OrderFormula& formula = inquiry.formula();
    for (const model::Contract& contract : schedule.contracts)
        for (std::int32_t launch = 0; launch < inquiry.question().launches; ++launch)
            for (std::int32_t chip = 0; chip < schedule.chips; ++chip) {
                const EventId exit = inquiry.graph().exit(chip, launch);
                std::vector<Literal> outside;
                for (std::int32_t other = 0; other < schedule.chips; ++other) {
                    if (chip == other || !must_have_entered(schedule, contract, chip, other)) continue;
                    const EventId enter = inquiry.graph().enter(other, launch);
                    if (!inquiry.events().precedes(enter, exit)) outside.push_back(!formula.in(enter));
                }
                if (!outside.empty() &&
                    inquiry.violated(fmt::format("{} before all have entered that it owes", inquiry.name_of(exit)),
                                     outside, {formula.in(exit)}))
                    return inquiry.show(inquiry.expect(Code::barrier_passed, exit), inquiry.trace());
            }
}

}  // namespace ringproof::checker
