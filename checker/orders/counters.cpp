#include <fmt/format.h>

#include "checker/orders/order_properties.h"
#include "checker/visits.h"

// The properties of counters, and of what is in flight, that orders asks about.
namespace ringproof::checker {
namespace {

using model::Code;
using model::EventId;
using model::Finding;
using smt::Literal;

/// That the chip is about to leave.
std::vector<Literal> leaving(OrderInquiry& inquiry, EventId exit) {
    std::vector<Literal> literals{!inquiry.formula().in(exit)};
    for (const EventId before : inquiry.events().predecessors(exit)) literals.push_back(inquiry.formula().in(before));
    return literals;
}

void ask_zero(OrderInquiry& inquiry, std::int32_t number) {
    const Cell& cell = inquiry.events().cells()[number];
    const model::Schedule& schedule = inquiry.schedule();
    OrderFormula& formula = inquiry.formula();
    Finding finding{};
    finding.code = Code::dirty_counter;
    finding.counter = cell.counter;
    const auto matches = [&](const Finding& seen) { return seen.same_fault(finding); };
    const Literal left_over = formula.solver().make(fmt::format("left_over{}", number));
    formula.meet(left_over, ReachesValue{number, 1}, formula.end());
    if (schedule.life_of(cell.counter.semaphore) == model::Life::global) {
        std::vector<Literal> all{left_over};
        for (EventId event = 0; event < inquiry.events().size(); ++event) all.push_back(formula.in(event));
        if (inquiry.violated(fmt::format("{} is not zero at rest", schedule.text(cell.counter)), all))
            inquiry.show_at_rest(finding, inquiry.trace(), matches);
        return;
    }
    const EventId exit = inquiry.graph().exit(schedule.chip_of(cell.counter), cell.launch);
    std::vector<Literal> assumptions = leaving(inquiry, exit);
    assumptions.push_back(left_over);
    if (inquiry.violated(fmt::format("{} is not zero at the {}", schedule.text(cell.counter), inquiry.name_of(exit)),
                         assumptions))
        inquiry.show(finding, inquiry.trace({exit}), matches);
}

void ask_drained(OrderInquiry& inquiry, EventId exit, const FlightsAtExit& flights) {
    OrderFormula& formula = inquiry.formula();
    std::vector<Literal> in_flight;
    for (const auto* flight : flights)
        in_flight.push_back(formula.all_of({formula.in(flight->issue), !formula.in(flight->over)}));
    if (!inquiry.violated(fmt::format("something is in flight at the {}", inquiry.name_of(exit)), in_flight,
                          leaving(inquiry, exit)))
        return;
    for (const auto* flight : flights)
        if (formula.has(flight->issue) && !formula.has(flight->over))
            return inquiry.show(inquiry.expect(Code::still_in_flight, flight->issue), inquiry.trace({exit}));
}

}  // namespace

void ask_counter_range(OrderInquiry& inquiry) {
    const model::Schedule& schedule = inquiry.schedule();
    if (!schedule.profile.counter_values) return;
    OrderFormula& formula = inquiry.formula();
    const auto& cells = inquiry.events().cells();
    for (std::int32_t number = 0; number < static_cast<std::int32_t>(cells.size()); ++number) {
        if (cells[number].effects.empty()) continue;
        // The execution stops where the counter has just reached its width.
        const Literal wraps = formula.solver().make(fmt::format("wraps{}", number));
        formula.meet(wraps, ReachesValue{number, *schedule.profile.counter_values}, formula.end());
        if (!inquiry.violated(fmt::format("{} reaches its width", schedule.text(cells[number].counter)), {wraps}))
            continue;
        Finding finding{};
        finding.code = Code::counter_width;
        finding.counter = cells[number].counter;
        // Another counter may do so on the way, and the machine goes another way from there: that is the one to show.
        return inquiry.show(finding, inquiry.trace(),
                            [](const Finding& seen) { return seen.code == Code::counter_width; });
    }
}

void ask_clean_exit(OrderInquiry& inquiry) {
    const model::Schedule& schedule = inquiry.schedule();
    const auto& cells = inquiry.events().cells();
    if (schedule.profile.exit == model::Exit::zero)
        for (std::int32_t number = 0; number < static_cast<std::int32_t>(cells.size()); ++number)
            ask_zero(inquiry, number);
    if (schedule.profile.exit == model::Exit::drained && schedule.has_launches())
        each_exit_with_flights(
            inquiry.graph(), [&](EventId exit, const FlightsAtExit& flights) { ask_drained(inquiry, exit, flights); });
}

}  // namespace ringproof::checker
