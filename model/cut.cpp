#include "model/cut.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

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

std::vector<EventId> Cut::places() const {
    std::vector<EventId> places(has.size(), -1);
    for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<EventId>(i);
    return places;
}

Cut CutFinder::largest(const std::vector<char>& allowed, bool waits_last) const {
    Cut cut;
    std::deque<EventId> deferred;
    cut.has.assign(graph_->size(), 0);
    std::vector<std::int32_t> missing(graph_->size());  // predecessors, and one for the units
    std::vector<std::int64_t> raised(graph_->counters().size(), 0);
    std::vector<std::size_t> released(graph_->counters().size(), 0);
    const auto ready = [&](EventId event) {
        if (!allowed[event]) return;
        if (waits_last && graph_->event(event).moment == Moment::wait) {
            deferred.push_back(event);
            return;
        }
        cut.has[event] = 1;
        cut.order.push_back(event);
    };
    for (EventId event = 0; event < graph_->size(); ++event) {
        missing[event] = static_cast<std::int32_t>(graph_->predecessors(event).size()) +
                         (graph_->counter_of(event) >= 0 && graph_->need(event) > 0);
        if (missing[event] == 0) ready(event);
    }
    for (std::size_t next = 0; next < cut.order.size() || !deferred.empty(); ++next) {
        if (next == cut.order.size()) {
            cut.has[deferred.front()] = 1;
            cut.order.push_back(deferred.front());
            deferred.pop_front();
        }
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

namespace {

/// Events that attempts to leave some out may look at, which takes about a second.
constexpr std::size_t most_work = 50'000'000;

/// Cuts of a few events of a large graph: what each costs is linear in those events, not in the graph.
class SmallCuts {
public:
    SmallCuts(const EventGraph& graph, const Cut& cut)
        : graph_(graph), place_(cut.places()), has_(graph.size(), 0), raised_(graph.counters().size(), 0) {}

    /// What `wanted` needs inside the cut: predecessors, and of each counter the raises that come first.
    std::vector<EventId> support(const Cut& cut, const std::vector<EventId>& wanted) {
        std::vector<EventId> open = wanted;
        std::vector<char> needed(graph_.size(), 0);
        std::vector<std::int64_t> taken(graph_.counters().size(), 0);  // the highest need met so far
        for (const EventId event : wanted) needed[event] = 1;
        const auto need = [&](EventId event) {
            if (needed[event] == 0) {
                needed[event] = 1;
                open.push_back(event);
            }
        };
        while (!open.empty()) {
            const EventId event = open.back();
            open.pop_back();
            for (const EventId before : graph_.predecessors(event)) need(before);
            const std::int32_t counter = graph_.counter_of(event);
            if (counter < 0 || graph_.need(event) <= taken[counter]) continue;
            taken[counter] = graph_.need(event);
            auto raises = graph_.counters()[counter].raises;
            std::erase_if(raises, [&](const auto& raise) { return place_[raise.event] < 0; });
            std::sort(raises.begin(), raises.end(),
                      [&](const auto& a, const auto& b) { return place_[a.event] < place_[b.event]; });
            std::int64_t units = 0;
            for (const auto& raise : raises) {
                if (units >= graph_.need(event)) break;
                need(raise.event);
                units += raise.units;
            }
        }
        std::vector<EventId> list;
        for (const EventId event : cut.order)
            if (needed[event] != 0) list.push_back(event);
        for (const EventId event : list) {
            const std::int32_t counter = graph_.counter_of(event);
            if (counter < 0 || graph_.need(event) <= 0 || known_[counter]++ > 0) continue;
            for (const auto& raise : graph_.counters()[counter].raises)
                if (needed[raise.event] != 0) effects_[raise.event].push_back({counter, raise.units});
        }
        return list;
    }

    /// The largest executable cut of the events in `list`, in an order of execution.
    std::vector<EventId> largest(std::vector<EventId> list) {
        std::vector<EventId> order, later;
        for (bool more = true; more;) {
            more = false;
            later.clear();
            for (const EventId event : list) {
                if (!enabled(event)) {
                    later.push_back(event);
                    continue;
                }
                more = true;
                has_[event] = 1;
                order.push_back(event);
                if (const auto effects = effects_.find(event); effects != effects_.end())
                    for (const auto& [counter, units] : effects->second) raised_[counter] += units;
            }
            list.swap(later);
        }
        for (const EventId event : order) {
            has_[event] = 0;
            if (const auto effects = effects_.find(event); effects != effects_.end())
                for (const auto& [counter, units] : effects->second) raised_[counter] = 0;
        }
        return order;
    }

private:
    bool enabled(EventId event) const {
        const std::int32_t counter = graph_.counter_of(event);
        if (counter >= 0 && graph_.need(event) > 0 && raised_[counter] < graph_.need(event)) return false;
        const auto before = graph_.predecessors(event);
        return std::all_of(before.begin(), before.end(), [&](EventId e) { return has_[e] != 0; });
    }

    const EventGraph& graph_;
    std::vector<std::int32_t> place_;  ///< in the order of the cut, or -1
    std::vector<char> has_;
    std::vector<std::int64_t> raised_;
    std::unordered_map<std::int32_t, int> known_;  ///< counters whose effects are listed
    std::unordered_map<EventId, std::vector<std::pair<std::int32_t, std::int64_t>>> effects_;
};

}  // namespace

Cut shrink(const EventGraph& graph, const Cut& cut, const std::vector<EventId>& wanted) {
    SmallCuts cuts(graph, cut);
    std::vector<EventId> best = cuts.support(cut, wanted);
    std::vector<char> left_out(graph.size(), 0);
    std::size_t work = 0;
    // Late events first, in runs that halve in length: most go in the first few attempts. What cannot be left out of
    // a larger cut cannot be left out of a smaller one, so a last round with runs of one event is enough.
    for (std::size_t run = std::max<std::size_t>(best.size() / 2, 1); run > 0; run /= 2) {
        const std::vector<EventId> candidates(best.rbegin(), best.rend());
        std::vector<char> in_best(graph.size(), 0);
        for (const EventId event : best) in_best[event] = 1;
        for (std::size_t first = 0; first < candidates.size() && work < most_work; first += run) {
            work += best.size();
            const auto end = std::min(first + run, candidates.size());
            bool changed = false;
            for (std::size_t i = first; i < end; ++i) {
                changed = changed || in_best[candidates[i]] != 0;
                left_out[candidates[i]] = 1;
            }
            if (changed) {
                std::vector<EventId> rest;
                for (const EventId event : best)
                    if (left_out[event] == 0) rest.push_back(event);
                std::vector<EventId> smaller = cuts.largest(std::move(rest));
                std::vector<char> has(graph.size(), 0);
                for (const EventId event : smaller) has[event] = 1;
                if (std::all_of(wanted.begin(), wanted.end(), [&](EventId event) { return has[event] != 0; })) {
                    best = std::move(smaller);
                    in_best = std::move(has);
                }
            }
            for (std::size_t i = first; i < end; ++i) left_out[candidates[i]] = 0;
        }
    }
    Cut small;
    small.order = std::move(best);
    small.has.assign(graph.size(), 0);
    for (const EventId event : small.order) small.has[event] = 1;
    return small;
}

Trace trace_of(const EventGraph& graph, const std::vector<EventId>& order) {
    Trace trace;
    for (const EventId event : order) trace.insert(trace.end(), graph.times(event), graph.event(event));
    return trace;
}

}  // namespace ringproof::model
