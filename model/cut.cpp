#include "model/cut.h"

#include <algorithm>

namespace ringproof::model {

CutFinder::CutFinder(const EventGraph& graph)
    : graph_(&graph), successors_(graph.size()), effects_(graph.size()), waiting_(graph.counters().size()) {
    for (EventId event = 0; event < graph.size(); ++event) {
        for (const EventId before : graph.predecessors(event)) successors_[before].push_back(event);
        if (graph.counter_of(event) >= 0 && graph.need(event) > 0)
            waiting_[graph.counter_of(event)].push_back({graph.need(event), event});
    }
    for (std::size_t counter = 0; counter < graph.counters().size(); ++counter) {
        for (const auto& raise : graph.counters()[counter].raises)
            effects_[raise.event].push_back({static_cast<std::int32_t>(counter), raise.units});
        std::stable_sort(waiting_[counter].begin(), waiting_[counter].end(),
                         [](const Waiting& a, const Waiting& b) { return a.need < b.need; });
    }
}

bool Cut::has_all(const std::vector<EventId>& events) const {
    return std::all_of(events.begin(), events.end(), [&](EventId event) { return has[event] != 0; });
}

Cut CutFinder::largest(const std::vector<char>& allowed) const {
    Cut cut;
    cut.has.assign(graph_->size(), 0);
    std::vector<std::int32_t> missing(graph_->size());  // predecessors, and one for the units
    std::vector<std::int64_t> raised(graph_->counters().size(), 0);
    std::vector<std::size_t> released(graph_->counters().size(), 0);
    const auto ready = [&](EventId event) {
        if (allowed[event]) {
            cut.has[event] = 1;
            cut.order.push_back(event);
        }
    };
    for (EventId event = 0; event < graph_->size(); ++event) {
        missing[event] = static_cast<std::int32_t>(graph_->predecessors(event).size()) +
                         (graph_->counter_of(event) >= 0 && graph_->need(event) > 0);
        if (missing[event] == 0) ready(event);
    }
    for (std::size_t next = 0; next < cut.order.size(); ++next) {
        const EventId event = cut.order[next];
        for (const EventId successor : successors_[event])
            if (--missing[successor] == 0) ready(successor);
        for (const Effect& effect : effects_[event]) {
            raised[effect.counter] += effect.units;
            const auto& waiting = waiting_[effect.counter];
            for (std::size_t& index = released[effect.counter];
                 index < waiting.size() && waiting[index].need <= raised[effect.counter]; ++index)
                if (--missing[waiting[index].event] == 0) ready(waiting[index].event);
        }
    }
    return cut;
}

Cut shrink(const CutFinder& finder, const Cut& cut, const std::vector<EventId>& wanted) {
    Cut best = cut;
    // Late events first, in runs that halve in length: most go in the first few attempts. What cannot be left out of
    // a larger cut cannot be left out of a smaller one, so a last round with runs of one event is enough.
    for (std::size_t run = std::max<std::size_t>(best.order.size() / 2, 1); run > 0; run /= 2) {
        const std::vector<EventId> candidates(best.order.rbegin(), best.order.rend());
        for (std::size_t first = 0; first < candidates.size(); first += run) {
            std::vector<char> allowed = best.has;
            bool changed = false;
            for (std::size_t i = first; i < std::min(first + run, candidates.size()); ++i) {
                changed = changed || allowed[candidates[i]];
                allowed[candidates[i]] = 0;
            }
            if (!changed) continue;
            Cut smaller = finder.largest(allowed);
            if (smaller.has_all(wanted)) best = std::move(smaller);
        }
    }
    return best;
}

Trace trace_of(const EventGraph& graph, const std::vector<EventId>& order) {
    Trace trace;
    for (const EventId event : order) trace.insert(trace.end(), graph.times(event), graph.event(event));
    return trace;
}

}  // namespace ringproof::model
