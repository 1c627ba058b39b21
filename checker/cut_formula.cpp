#include "checker/cut_formula.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::checker {

using model::EventId;
using smt::Literal;

namespace {

/// Of a formula that a solver is still at ease with, and that memory holds.
constexpr std::int64_t most_terms = 10'000'000;

}  // namespace

CutFormula::CutFormula(const model::EventGraph& graph, const model::CutFinder& finder, const Deadline& deadline,
                       smt::Transcript* transcript)
    : graph_(&graph),
      finder_(&finder),
      deadline_(&deadline),
      solver_(deadline, smt::Theory::counting, transcript),
      dependents_(graph.size()) {
    for (EventId event = 0; event < graph.size(); ++event) events_.push_back(solver_.make(fmt::format("e{}", event)));
    std::vector<std::pair<std::int64_t, Literal>> enough(graph.counters().size(), {0, {}});
    std::int64_t terms = 0;
    for (EventId event = 0; event < graph.size(); ++event) {
        if (event % 256 == 0) deadline.check("writing the formula of cuts");
        terms += static_cast<std::int64_t>(graph.predecessors(event).size());
        if (graph.counter_of(event) >= 0 && graph.need(event) > 0)
            terms += static_cast<std::int64_t>(graph.counters()[graph.counter_of(event)].raises.size());
        if (terms > most_terms)
            throw GaveUp(model::Code::over_limit,
                         fmt::format("a formula of more than {} terms, because many events may help each of many waits",
                                     most_terms));
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

void CutFormula::strengthen(const model::Cut& complete_run) {
    // The events of each agent's own chain, in program order: what needs a wait on such a chain, all after it needs
    // too.
    std::vector<std::vector<EventId>> chains(graph_->schedule().agents.size());
    for (const EventId event : complete_run.order)
        if (const model::Event& e = graph_->event(event); !is_asynchronous(e.moment) && !is_environment(e.moment))
            chains[e.who].push_back(event);

    std::vector<std::pair<EventId, std::vector<smt::Weighted>>> lemmas;
    std::vector<char> allowed(graph_->size(), 1);
    for (const EventId wait : complete_run.order) {
        if (graph_->counter_of(wait) < 0 || graph_->need(wait) <= 0) continue;
        deadline_->check("looking for what raises need");
        allowed[wait] = 0;
        const model::Cut without = finder_->largest(allowed);
        allowed[wait] = 1;
        std::vector<smt::Weighted> early;
        std::vector<EventId> late;
        for (const auto& raise : graph_->counters()[graph_->counter_of(wait)].raises)
            if (without.has[raise.event])
                early.push_back({events_[raise.event], raise.units});
            else
                late.push_back(raise.event);
        if (late.empty()) continue;

        std::vector<char> agents_done(chains.size(), 0);
        const bool all_proved = std::all_of(late.begin(), late.end(), [&](EventId raise) {
            const std::int32_t agent = graph_->event(raise).who;
            const auto& chain = chains[agent];
            const auto first =
                std::partition_point(chain.begin(), chain.end(), [&](EventId event) { return without.has[event]; });
            // The raise comes after its own issue, and that after the first event of the agent that needs the wait.
            if (first != chain.end() && std::pair(graph_->event(raise).launch, graph_->event(raise).step) >=
                                            std::pair(graph_->event(*first).launch, graph_->event(*first).step)) {
                if (agents_done[agent]) return true;
                agents_done[agent] = 1;
                return prove_needs(*first, wait);
            }
            return prove_needs(raise, wait);
        });
        if (all_proved) lemmas.push_back({wait, std::move(early)});
    }
    // Stated together at the end: a solver that is asked and told in turns starts afresh each time.
    for (const auto& [wait, early] : lemmas) solver_.at_least(events_[wait], early, graph_->need(wait));
}

bool CutFormula::prove_needs(EventId late, EventId wait) {
    const auto holds = [&](const model::Cut& cut) { return cut.has[late] && !cut.has[wait]; };
    return ask(fmt::format("event {} without event {}", late, wait), {events_[late], !events_[wait]}, holds) ==
           smt::Answer::proved;
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
