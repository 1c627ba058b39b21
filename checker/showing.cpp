#include "checker/showing.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace ringproof::checker {

using model::Code;
using model::Cut;
using model::EventGraph;
using model::EventId;
using model::Finding;

namespace {

/// Raises of `cut`, first come first, that add up to `units`.
std::vector<EventId> raises_up_to(const EventGraph::CounterNode& counter, const Cut& cut, std::int64_t units) {
    std::map<EventId, std::int64_t> weights;
    for (const auto& raise : counter.raises) weights[raise.event] += raise.units;
    std::vector<EventId> list;
    for (const EventId event : cut.order) {
        if (units <= 0) break;
        const auto raise = weights.find(event);
        if (raise == weights.end()) continue;
        list.push_back(event);
        units -= raise->second;
    }
    return list;
}

/// The machine may name the memory or the counter that is touched: only the event and the kind of fault count.
auto at_the_same_event(const Finding& expected) {
    return [expected](const Finding& seen) { return seen.code == expected.code && seen.event == expected.event; };
}

}  // namespace

std::int64_t raised(const EventGraph::CounterNode& counter, const Cut& cut) {
    std::int64_t units = 0;
    for (const auto& raise : counter.raises) units += cut.has[raise.event] ? raise.units : 0;
    return units;
}

std::int64_t units_past_width(const model::Schedule& schedule, const EventGraph::CounterNode& counter, EventId wait) {
    const auto at = std::find(counter.waits.begin(), counter.waits.end(), wait);
    const std::int64_t taken = at == counter.waits.end() ? counter.takes : counter.taken[at - counter.waits.begin()];
    return taken + *schedule.profile.counter_values - counter.init;
}

// ---- One kind of violation after the other -----------------------------------------------------------------------

void Showing::deadlock(const Cut& run) {
    evidence_->replay(expect(Code::deadlock, 0), trace_of(*graph_, run.order), true,
                      [](const Finding& seen) { return seen.code == Code::deadlock; });
}

void Showing::race(const EventGraph::AccessNode& x, const EventGraph::AccessNode& y) {
    // What a launch writes is meant to be there when its output is read, even if the run came there first.
    const bool output_first = x.access.opened.moment == model::Moment::exit &&
                              !model::is_environment(y.access.opened.moment) &&
                              y.access.opened.launch == x.access.opened.launch;
    if (output_first && without({x.opens}).has[y.opens]) return race_in_order(y, x);
    race_in_order(x, y);
}

void Showing::race_in_order(const EventGraph::AccessNode& x, const EventGraph::AccessNode& y) {
    const Cut both = without({x.closes, y.closes});
    if (!both.has[x.opens] || !both.has[y.opens])
        throw Disagreement("a race was found whose accesses cannot be open at once");
    Finding finding{};
    finding.code = race_code(question_->schedule, x.access, y.access);
    finding.first = x.access;
    finding.second = y.access;
    finding.place = x.access.place;
    show(finding, both, {x.opens, y.opens});
}

void Showing::not_entered(EventId early, EventId enter) {
    const Finding finding = expect(Code::not_entered, early);
    show(finding, without({enter}), {early}, {}, at_the_same_event(finding));
}

void Showing::left_already(EventId late, EventId exit) {
    // The chip can leave without it, and it comes after that. Whatever else it needs comes before the chip leaves,
    // unless that needs the exit itself: else more than `late` would be late.
    const Finding finding = expect(Code::left_already, late);
    const Cut before = without({late}), neither = without({late, exit});
    std::vector<EventId> wanted = support_of(late, before);
    if (!neither.has_all(wanted)) {
        wanted.push_back(exit);
        return show(finding, before, wanted, {late}, at_the_same_event(finding));
    }
    wanted = support_of(late, neither);
    const auto leads_there = graph_->predecessors(exit);
    wanted.insert(wanted.end(), leads_there.begin(), leads_there.end());
    show(finding, neither, wanted, {exit, late}, at_the_same_event(finding));
}

void Showing::dirty_at_exit(const EventGraph::CounterNode& counter, EventId exit) {
    Finding finding{};
    finding.code = Code::dirty_counter;
    finding.counter = counter.counter;
    const Cut before = without({exit});
    std::vector<EventId> wanted = raises_up_to(counter, before, counter.takes - counter.init + 1);
    const auto leads_there = graph_->predecessors(exit);
    wanted.insert(wanted.end(), leads_there.begin(), leads_there.end());
    show(finding, before, wanted, {exit});
}

void Showing::dirty_at_rest(const EventGraph::CounterNode& counter, const Cut& run) {
    Finding finding{};
    finding.code = Code::dirty_counter;
    finding.counter = counter.counter;
    evidence_->replay(finding, trace_of(*graph_, run.order), true,
                      [&](const Finding& seen) { return seen.same_fault(finding); });
}

void Showing::in_flight(const EventGraph::Flight& flight, EventId exit) {
    const auto leads_there = graph_->predecessors(exit);
    std::vector<EventId> wanted(leads_there.begin(), leads_there.end());
    wanted.push_back(flight.issue);
    show(expect(Code::still_in_flight, flight.issue), without({flight.over, exit}), wanted, {exit});
}

void Showing::barrier_passed(EventId exit, EventId enter) {
    show(expect(Code::barrier_passed, exit), without({enter}), {exit});
}

void Showing::counter_width(const EventGraph::CounterNode& counter, EventId wait) {
    Finding finding{};
    finding.code = Code::counter_width;
    finding.counter = counter.counter;
    const Cut cut = wait == model::no_event ? finder_->largest() : without({wait});
    // On the way there another counter may pass its width, and the machine goes another way: that is the one to show.
    show(finding, cut, raises_up_to(counter, cut, units_past_width(question_->schedule, counter, wait)), {},
         [](const Finding& seen) { return seen.code == Code::counter_width; });
}

void Showing::value(const Finding& finding, const Cut& run) {
    const auto at = std::find_if(run.order.begin(), run.order.end(),
                                 [&](EventId event) { return graph_->event(event) == finding.event; });
    const bool judged_at_rest = !question_->schedule.has_launches() && is_environment(finding.event.moment);
    if (judged_at_rest || at == run.order.end())
        return evidence_->replay(finding, trace_of(*graph_, run.order), true,
                                 [&](const Finding& seen) { return seen.same_fault(finding); });
    show(finding, run, {*at});
}

// ---- How ---------------------------------------------------------------------------------------------------------

Finding Showing::expect(Code code, EventId event) const {
    Finding finding{};
    finding.code = code;
    finding.event = graph_->event(event);
    return finding;
}

Cut Showing::without(std::initializer_list<EventId> events) const {
    std::vector<char> allowed(graph_->size(), 1);
    for (const EventId event : events) allowed[event] = 0;
    return finder_->largest(allowed);
}

std::vector<EventId> Showing::support_of(EventId event, const Cut& cut) const {
    const auto before = graph_->predecessors(event);
    std::vector<EventId> wanted(before.begin(), before.end());
    if (graph_->counter_of(event) >= 0) {
        const auto raises = raises_up_to(graph_->counters()[graph_->counter_of(event)], cut, graph_->need(event));
        wanted.insert(wanted.end(), raises.begin(), raises.end());
    }
    return wanted;
}

void Showing::show(const Finding& expected, const Cut& cut, const std::vector<EventId>& wanted,
                   const std::vector<EventId>& last, const std::function<bool(const Finding&)>& matches) {
    Cut small = shrink(*graph_, cut, wanted);
    small.order.insert(small.order.end(), last.begin(), last.end());
    evidence_->replay(expected, trace_of(*graph_, small.order), false, matches);
}

void Showing::show(const Finding& expected, const Cut& cut, const std::vector<EventId>& wanted,
                   const std::vector<EventId>& last) {
    show(expected, cut, wanted, last, [&](const Finding& seen) { return seen.same_fault(expected); });
}

}  // namespace ringproof::checker
