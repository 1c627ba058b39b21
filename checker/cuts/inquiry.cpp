#include "checker/cuts/inquiry.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace ringproof::checker {

using model::Cut;
using model::EventId;
using model::Finding;
using smt::Literal;

GaveUp no_answer(const std::string& question, const std::string& complaint) {
    return {model::Code::solver_gave_up, fmt::format("no answer to \"{}\": {}", question, complaint)};
}

Inquiry::Inquiry(const Question& question, Evidence& evidence)
    : question_(question),
      evidence_(evidence),
      deadline_(question.options.timeout),
      graph_(question.schedule, question.launches),
      finder_(graph_),
      formula_(graph_, finder_, deadline_),
      run_(finder_.largest()) {}

Literal Inquiry::any_of(std::vector<Literal> literals) {
    const Literal any = formula_.solver().make(fmt::format("any{}", fresh_++));
    literals.push_back(!any);
    formula_.solver().clause(literals);
    return any;
}

Literal Inquiry::both(Literal first, Literal second) {
    const Literal both = formula_.solver().make(fmt::format("both{}", fresh_++));
    formula_.solver().clause({!both, first});
    formula_.solver().clause({!both, second});
    return both;
}

Literal Inquiry::reaches(const model::EventGraph::CounterNode& counter, std::int64_t units) {
    std::vector<smt::Weighted> raises;
    for (const auto& raise : counter.raises) raises.push_back({formula_.in(raise.event), raise.units});
    const Literal reached = formula_.solver().make(fmt::format("reached{}", fresh_++));
    formula_.solver().at_least(reached, raises, units);
    return reached;
}

std::string Inquiry::name_of(EventId event) const {
    const model::Event& e = graph_.event(event);
    return is_environment(e.moment)
               ? fmt::format("{} of chip {} in launch {}", word(e.moment), e.who, e.launch)
               : fmt::format("{} of step {} of agent {} in launch {}", word(e.moment), e.step, e.who, e.launch);
}

std::vector<EventId> Inquiry::predecessors(EventId event) const {
    const auto before = graph_.predecessors(event);
    return {before.begin(), before.end()};
}

std::vector<EventId> Inquiry::support_of(EventId event, const Cut& cut) const {
    std::vector<EventId> wanted = predecessors(event);
    if (graph_.counter_of(event) >= 0) {
        const auto raises = raises_up_to(graph_.counters()[graph_.counter_of(event)], cut, graph_.need(event));
        wanted.insert(wanted.end(), raises.begin(), raises.end());
    }
    return wanted;
}

Cut Inquiry::without(std::initializer_list<EventId> events) const {
    std::vector<char> allowed(graph_.size(), 1);
    for (const EventId event : events) allowed[event] = 0;
    return finder_.largest(allowed);
}

Finding Inquiry::expect(model::Code code, EventId event) const {
    Finding finding{};
    finding.code = code;
    finding.event = graph_.event(event);
    return finding;
}

void Inquiry::show(const Finding& expected, const Cut& cut, const std::vector<EventId>& wanted,
                   const std::vector<EventId>& last) {
    show(expected, cut, wanted, last, [&](const Finding& seen) { return seen.same_fault(expected); });
}

std::int64_t raised(const model::EventGraph::CounterNode& counter, const Cut& cut) {
    std::int64_t units = 0;
    for (const auto& raise : counter.raises) units += cut.has[raise.event] ? raise.units : 0;
    return units;
}

std::vector<EventId> raises_up_to(const model::EventGraph::CounterNode& counter, const Cut& cut, std::int64_t units) {
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

}  // namespace ringproof::checker
