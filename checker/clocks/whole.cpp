#include "checker/clocks/whole.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace ringproof::checker {

using model::EventGraph;
using model::EventId;

namespace {

/// The one of `list` for which `same` holds.
template <class Thing>
const Thing& find_one(const std::vector<Thing>& list, const auto& same) {
    const auto found = std::find_if(list.begin(), list.end(), same);
    if (found == list.end()) throw std::logic_error("a graph modulo rotations has what the whole graph has not");
    return *found;
}

}  // namespace

std::size_t Whole::Hash::operator()(const model::Event& event) const {
    std::size_t hash = static_cast<std::size_t>(event.moment);
    for (const std::int32_t part : {event.who, event.launch, event.step})
        hash = (hash ^ static_cast<std::size_t>(part)) * 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 31);
}

Whole::Made::Made(const EventGraph& modulo) : graph(modulo.schedule(), modulo.launches()), finder(graph) {
    for (EventId id = 0; id < graph.size(); ++id) ids.emplace(graph.event(id), id);
}

Whole::Made& Whole::made() {
    if (made_) return *made_;
    const std::int64_t size = EventGraph::estimate(modulo_.schedule(), modulo_.launches());
    if (size > most_parts_)
        throw GaveUp(model::Code::over_limit,
                     fmt::format("a question about single chips came up, and about {} events, counters and slots are "
                                 "too many for it; ask a smaller number of chips",
                                 size));
    return made_.emplace(modulo_);
}

const model::Cut& Whole::run() {
    if (!run_) run_ = finder().largest();
    return *run_;
}

const model::Cut& Whole::without(EventId event) {
    if (event == left_out_) return without_;
    std::vector<char> allowed(graph().size(), 1);
    allowed[event] = 0;
    without_ = finder().largest(allowed);
    left_out_ = event;
    return without_;
}

EventId Whole::event(Rotated event) { return made().ids.at(modulo_.rotated(event.event, event.rotation)); }

const EventGraph::AccessNode& Whole::access(const EventGraph::AccessNode& access) {
    // Turned so that the slot is the base chip's own.
    const EventId opens = event({access.opens, access.shift}), closes = event({access.closes, access.shift});
    return find_one(graph().accesses(), [&](const auto& other) {
        return other.opens == opens && other.closes == closes && other.slot == access.slot &&
               other.access.mode == access.access.mode;
    });
}

const EventGraph::CounterNode& Whole::counter(const EventGraph::CounterNode& counter) {
    return find_one(graph().counters(), [&](const auto& other) {
        return other.counter == counter.counter && other.launch == counter.launch;
    });
}

const EventGraph::Flight& Whole::flight(const EventGraph::Flight& flight) {
    const EventId issue = event({flight.issue, 0}), over = event({flight.over, 0});
    return find_one(graph().flights(), [&](const auto& other) { return other.issue == issue && other.over == over; });
}

}  // namespace ringproof::checker
