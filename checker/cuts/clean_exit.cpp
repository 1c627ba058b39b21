#include <algorithm>

#include <fmt/format.h>

#include "checker/cuts/properties.h"
#include "checker/visits.h"

namespace ringproof::checker {
namespace {

using model::Cut;
using model::EventGraph;
using model::EventId;
using smt::Literal;

void ask_zero_at_exit(Inquiry& inquiry, const EventGraph::CounterNode& counter) {
    const EventId exit = inquiry.graph().exit(inquiry.schedule().chip_of(*counter.counter), counter.launch);
    const std::vector<EventId> before = inquiry.predecessors(exit);
    const std::int64_t too_many = counter.takes - counter.init + 1;
    if (raised(counter, inquiry.run()) < too_many) return;  // even all raises together leave nothing over
    std::vector<Literal> assumptions{inquiry.reaches(counter, too_many), !inquiry.formula().in(exit)};
    for (const EventId event : before) assumptions.push_back(inquiry.formula().in(event));
    const auto holds = [&](const Cut& cut) {
        return !cut.has[exit] && raised(counter, cut) >= too_many && cut.has_all(before);
    };
    if (inquiry.violated(
            fmt::format("{} is not zero at the {}", inquiry.schedule().text(*counter.counter), inquiry.name_of(exit)),
            assumptions, holds))
        inquiry.showing().dirty_at_exit(counter, exit);
}

/// Whether the chip can leave while one of the transfers of that launch that concern it is in flight.
void ask_drained(Inquiry& inquiry, EventId exit, const FlightsAtExit& flights) {
    const std::vector<EventId> before = inquiry.predecessors(exit);
    std::vector<Literal> assumptions{!inquiry.formula().in(exit)}, in_flight;
    for (const EventId event : before) assumptions.push_back(inquiry.formula().in(event));
    for (const auto* flight : flights)
        in_flight.push_back(inquiry.both(inquiry.formula().in(flight->issue), !inquiry.formula().in(flight->over)));
    assumptions.push_back(inquiry.any_of(in_flight));
    const EventGraph::Flight* late = nullptr;
    const auto holds = [&](const Cut& cut) {
        const auto flight = std::find_if(flights.begin(), flights.end(),
                                         [&](const auto* f) { return cut.has[f->issue] && !cut.has[f->over]; });
        late = flight == flights.end() ? nullptr : *flight;
        return late != nullptr && !cut.has[exit] && cut.has_all(before);
    };
    if (inquiry.violated(fmt::format("something is in flight at the {}", inquiry.name_of(exit)), assumptions, holds))
        inquiry.showing().in_flight(*late, exit);
}

}  // namespace

void ask_clean_exit(Inquiry& inquiry) {
    const model::Schedule& schedule = inquiry.schedule();
    const EventGraph& graph = inquiry.graph();
    if (schedule.profile.exit == model::Exit::zero)
        for (const auto& counter : graph.counters()) {
            if (!counter.counter) continue;
            if (schedule.life_of(counter.counter->semaphore) != model::Life::global)
                ask_zero_at_exit(inquiry, counter);
            else if (counter.init + raised(counter, inquiry.run()) != counter.takes)
                // It is judged when all has come to rest: then it has one value, whatever the order was.
                inquiry.showing().dirty_at_rest(counter, inquiry.run());
        }
    if (schedule.profile.exit == model::Exit::drained && schedule.has_launches())
        each_exit_with_flights(
            graph, [&](EventId exit, const FlightsAtExit& flights) { ask_drained(inquiry, exit, flights); });
}

}  // namespace ringproof::checker
