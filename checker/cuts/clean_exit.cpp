#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "checker/cuts/properties.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::Cut;
using model::EventGraph;
using model::EventId;
using model::Finding;
using smt::Literal;

bool has_all(const Cut& cut, const std::vector<EventId>& events) {
    return std::all_of(events.begin(), events.end(), [&](EventId event) { return cut.has[event]; });
}

/// A global counter is judged when all has come to rest: then it has one value, whatever the order was.
void ask_zero_at_rest(Inquiry& inquiry, const EventGraph::CounterNode& counter, const Finding& finding) {
    if (counter.init + raised(counter, inquiry.run()) == counter.takes) return;
    inquiry.replay(finding, trace_of(inquiry.graph(), inquiry.run().order), true,
                   [&](const Finding& seen) { return seen.same_fault(finding); });
}

void ask_zero_at_exit(Inquiry& inquiry, const EventGraph::CounterNode& counter, const Finding& finding) {
    const EventId exit = inquiry.graph().exit(inquiry.schedule().chip_of(*counter.counter), counter.launch);
    const std::vector<EventId> before = inquiry.predecessors(exit);
    const std::int64_t too_many = counter.takes - counter.init + 1;
    std::vector<Literal> assumptions{inquiry.reaches(counter, too_many), !inquiry.formula().in(exit)};
    for (const EventId event : before) assumptions.push_back(inquiry.formula().in(event));
    const auto holds = [&](const Cut& cut) {
        return !cut.has[exit] && raised(counter, cut) >= too_many && has_all(cut, before);
    };
    if (!inquiry.violated(fmt::format("{} is not zero at the {}", inquiry.schedule().text(*counter.counter),
                                      inquiry.name_of(exit)),
                          assumptions, holds))
        return;
    std::vector<EventId> wanted = raises_up_to(counter, inquiry.found(), too_many);
    wanted.insert(wanted.end(), before.begin(), before.end());
    inquiry.show(finding, inquiry.found(), wanted, {exit});
}

/// The transfers of one launch that concern one chip.
void ask_drained(Inquiry& inquiry, EventId exit, const std::set<EventId>& flights) {
    const EventGraph& graph = inquiry.graph();
    std::vector<Literal> missing;
    for (const EventId over : flights) missing.push_back(!inquiry.formula().in(over));
    EventId late = model::no_event;
    const auto holds = [&](const Cut& cut) {
        const auto flight = std::find_if(flights.begin(), flights.end(), [&](EventId over) { return !cut.has[over]; });
        late = flight == flights.end() ? model::no_event : *flight;
        return cut.has[exit] && late != model::no_event;
    };
    if (!inquiry.violated(fmt::format("something is in flight at the {}", inquiry.name_of(exit)),
                          {inquiry.any_of(missing), inquiry.formula().in(exit)}, holds))
        return;
    model::Event issue = graph.event(late);
    issue.moment = model::Moment::issue;
    const Cut before = inquiry.without({late, exit});
    const auto issued = std::find_if(before.order.begin(), before.order.end(),
                                     [&](EventId event) { return graph.event(event) == issue; });
    std::vector<EventId> wanted = inquiry.predecessors(exit);
    // What is issued only after the exit is not in flight at it; that it comes too late is another property's finding.
    if (issued == before.order.end() || !has_all(before, wanted)) return;
    wanted.push_back(*issued);
    inquiry.show(inquiry.expect(Code::still_in_flight, *issued), before, wanted, {exit});
}

}  // namespace

void ask_clean_exit(Inquiry& inquiry) {
    const model::Schedule& schedule = inquiry.schedule();
    const EventGraph& graph = inquiry.graph();
    if (schedule.profile.exit == model::Exit::zero)
        for (const auto& counter : graph.counters()) {
            if (!counter.counter) continue;
            Finding finding{};
            finding.code = Code::dirty_counter;
            finding.counter = counter.counter;
            if (schedule.life_of(counter.counter->semaphore) == model::Life::global)
                ask_zero_at_rest(inquiry, counter, finding);
            else
                ask_zero_at_exit(inquiry, counter, finding);
        }
    if (schedule.profile.exit == model::Exit::drained && schedule.has_launches()) {
        std::map<EventId, std::set<EventId>> by_exit;
        for (const auto& flight : graph.flights())
            for (const std::int32_t chip : {flight.owner, flight.target})
                by_exit[graph.exit(chip, graph.event(flight.over).launch)].insert(flight.over);
        for (const auto& [exit, flights] : by_exit) ask_drained(inquiry, exit, flights);
    }
}

}  // namespace ringproof::checker
