#include "checker/cut_formula.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::checker {

using model::EventId;
using smt::Literal;

CutFormula::CutFormula(const model::EventGraph& graph, const model::CutFinder& finder, double seconds)
    : graph_(&graph), finder_(&finder), solver_(seconds), dependents_(graph.size()) {
    for (EventId event = 0; event < graph.size(); ++event) events_.push_back(solver_.make(fmt::format("e{}", event)));
    std::vector<std::pair<std::int64_t, Literal>> enough(graph.counters().size(), {0, {}});
    for (EventId event = 0; event < graph.size(); ++event) {
        for (const EventId before : graph.predecessors(event)) solver_.clause({!events_[event], events_[before]});
        each_support(event, [&](EventId support) { dependents_[support].push_back(event); });
        if (graph.counter_of(event) < 0 || graph.need(event) <= 0) continue;
        // Events that need the same of the same counter (all leaves of a barrier) share one constraint.
        auto& [need, literal] = enough[graph.counter_of(event)];
        if (need != graph.need(event)) {
            need = graph.need(event);
            literal = solver_.make(fmt::format("c{}_at_least_{}", graph.counter_of(event), need));
            std::vector<smt::Weighted> raises;
            for (const auto& raise : graph.counters()[graph.counter_of(event)].raises)
                raises.push_back({events_[raise.event], raise.units});
            solver_.at_least(literal, raises, need);
        }
        solver_.clause({!events_[event], literal});
    }
}

void CutFormula::each_support(EventId event, const auto& visit) const {
    for (const EventId before : graph_->predecessors(event)) visit(before);
    if (graph_->counter_of(event) >= 0 && graph_->need(event) > 0)
        for (const auto& raise : graph_->counters()[graph_->counter_of(event)].raises) visit(raise.event);
}

std::vector<char> CutFormula::in_model() const {
    std::vector<char> set(graph_->size());
    for (EventId event = 0; event < graph_->size(); ++event) set[event] = solver_.value(events_[event]);
    return set;
}

std::vector<EventId> CutFormula::source_component(const std::vector<char>& stuck) const {
    const auto reach = [&](EventId from, const std::vector<char>& inside, bool backwards) {
        std::vector<char> seen(graph_->size(), 0);
        std::vector<EventId> queue{from};
        seen[from] = 1;
        const auto visit = [&](EventId next) {
            if (!inside[next] || seen[next]) return;
            seen[next] = 1;
            queue.push_back(next);
        };
        for (std::size_t i = 0; i < queue.size(); ++i)
            if (backwards)
                each_support(queue[i], visit);
            else
                std::for_each(dependents_[queue[i]].begin(), dependents_[queue[i]].end(), visit);
        return std::pair(seen, queue);
    };
    // What an event needs, without what needs that event in turn, is needed but does not need it: go there. It ends
    // in a set whose events all need each other.
    EventId event = static_cast<EventId>(std::find(stuck.begin(), stuck.end(), 1) - stuck.begin());
    while (true) {
        const auto [needed, list] = reach(event, stuck, true);
        const auto dependent = reach(event, needed, false).first;
        const auto other = std::find_if(list.begin(), list.end(), [&](EventId e) { return !dependent[e]; });
        if (other == list.end()) return list;
        event = *other;
    }
}

void CutFormula::refine(const std::vector<char>& model) {
    ++refinements_;
    std::vector<char> stuck(graph_->size());
    for (EventId event = 0; event < graph_->size(); ++event) stuck[event] = model[event] && !found_.has[event];
    const std::vector<EventId> loop = source_component(stuck);
    std::vector<char> in_loop(graph_->size(), 0);
    for (const EventId event : loop) in_loop[event] = 1;

    // In an execution some event of the loop comes first, with all that it needs from outside the loop.
    std::vector<Literal> entries;
    for (const EventId event : loop) {
        const auto before = graph_->predecessors(event);
        if (std::any_of(before.begin(), before.end(), [&](EventId e) { return in_loop[e]; })) continue;
        std::vector<smt::Weighted> outside;
        std::int64_t units = 0;
        for (const auto& raise : graph_->counters()[graph_->counter_of(event)].raises)
            if (!in_loop[raise.event]) {
                outside.push_back({events_[raise.event], raise.units});
                units += raise.units;
            }
        if (units < graph_->need(event)) continue;
        const Literal entry = solver_.make(fmt::format("r{}_{}", refinements_, event));
        solver_.clause({!entry, events_[event]});
        solver_.at_least(entry, outside, graph_->need(event));
        entries.push_back(entry);
    }
    const Literal supported = solver_.make(fmt::format("r{}", refinements_));
    entries.push_back(!supported);
    solver_.clause(entries);
    for (const EventId event : loop) solver_.clause({!events_[event], supported});
}

}  // namespace ringproof::checker
