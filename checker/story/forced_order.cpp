#include "checker/story/forced_order.h"

#include <algorithm>
#include <tuple>

#include "model/monotone.h"

namespace ringproof::checker {

using namespace model;

namespace {

/// Events, counters and slots of which dozens of closures take about a second.
constexpr std::int64_t most_parts = 150'000;

/// Agents of a chip that are looked at, where the chip as a whole is meant.
constexpr std::size_t most_agents = 8;

/// In which order the events of a chip come in one launch, as far as they are chained.
auto rank(const Event& event) {
    const bool ends = event.moment == Moment::exit || event.moment == Moment::collect;
    const int part = !is_environment(event.moment) ? 1 : ends ? 2 : 0;
    return std::tuple(event.launch, part, event.step, static_cast<int>(event.moment));
}

}  // namespace

ForcedOrder::ForcedOrder(const Schedule& schedule, std::int32_t launches)
    : graph_(schedule, launches), finder_(graph_), places_(finder_.largest().places()) {
    for (EventId id = 0; id < graph_.size(); ++id) ids_.emplace(graph_.event(id), id);
}

bool ForcedOrder::is_small(const Schedule& schedule, std::int32_t launches) {
    return EventGraph::estimate(schedule, launches) <= most_parts;
}

bool ForcedOrder::suits(const Schedule& schedule, std::int32_t launches) {
    return is_small(schedule, launches) && why_not_monotone(schedule).empty();
}

EventId ForcedOrder::find(Event event) const {
    if (event.moment == Moment::enter && graph_.schedule().profile.entry == Entry::barrier) event.who = 0;
    const auto found = ids_.find(event);
    return found == ids_.end() ? no_event : found->second;
}

Cut ForcedOrder::without(EventId id) const {
    std::vector<char> allowed(graph_.size(), 1);
    allowed[id] = 0;
    return finder_.largest(allowed);
}

std::vector<EventId> ForcedOrder::program(std::int32_t agent) const {
    std::vector<EventId> list;
    for (EventId id = 0; id < graph_.size(); ++id)
        if (const Event& event = graph_.event(id);
            event.who == agent && !is_environment(event.moment) && !is_asynchronous(event.moment))
            list.push_back(id);
    std::sort(list.begin(), list.end(),
              [&](EventId a, EventId b) { return rank(graph_.event(a)) < rank(graph_.event(b)); });
    return list;
}

std::vector<EventId> ForcedOrder::environment(std::int32_t chip) const {
    std::vector<EventId> list;
    for (std::int32_t launch = 0; launch < graph_.launches(); ++launch)
        for (const Moment moment : {Moment::fill, Moment::enter, Moment::exit, Moment::collect})
            if (const EventId id = find({moment, chip, launch, 0}); id != no_event) list.push_back(id);
    return list;
}

std::vector<EventId> ForcedOrder::by_themselves(const Event& issue) const {
    std::vector<EventId> list;
    for (const Moment moment :
         {Moment::begin, Moment::read, Moment::credit, Moment::raise, Moment::land, Moment::deliver})
        if (const EventId id = find({moment, issue.who, issue.launch, issue.step}); id != no_event) list.push_back(id);
    return list;
}

ForcedOrder::Lacking ForcedOrder::lacking(EventId wait, EventId needed) const { return lacking(wait, without(needed)); }

ForcedOrder::Lacking ForcedOrder::lacking(EventId wait, const Cut& rest) const {
    Lacking lacking{{}, false};
    const std::int32_t counter = graph_.counter_of(wait);
    if (counter < 0) return lacking;
    std::int64_t without = 0, with = 0;
    for (const auto& raise : graph_.counters()[counter].raises) {
        if (places_[raise.event] < 0) continue;
        (rest.has[raise.event] != 0 ? without : with) += raise.units;
        if (rest.has[raise.event] == 0) lacking.raises.push_back(raise.event);
    }
    if (without >= graph_.need(wait)) return {{}, false};
    std::sort(lacking.raises.begin(), lacking.raises.end(),
              [&](EventId a, EventId b) { return places_[a] < places_[b]; });
    lacking.all = without + with == graph_.need(wait);
    return lacking;
}

std::vector<EventId> ForcedOrder::chain(EventId needed, EventId event) const {
    const Cut rest = without(needed);
    std::vector<EventId> chain{event};
    while (chain.back() != needed) {
        const EventId last = chain.back();
        const auto before = graph_.predecessors(last);
        // Of several, the one that comes first of all: it is nearest to what is needed.
        EventId next = no_event;
        for (const EventId candidate : before)
            if (rest.has[candidate] == 0 && (next == no_event || places_[candidate] < places_[next])) next = candidate;
        // Else it is for want of raises; of these one comes before it in the run, because the run passes it.
        if (next == no_event) next = lacking(last, rest).raises.at(0);
        chain.push_back(next);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
}

std::optional<Nearest> nearest(const ForcedOrder& order, const Event& of, EventId other) {
    const EventGraph& graph = order.graph();
    const Schedule& schedule = graph.schedule();
    const Event& target = graph.event(other);
    std::vector<EventId> candidates;
    // What is ordered before `other` is the first part of each chain.
    const auto last_of = [&](const std::vector<EventId>& chain) {
        std::size_t low = 0, high = chain.size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (chain[middle] != other && order.before(chain[middle], other))
                low = middle + 1;
            else
                high = middle;
        }
        if (low == 0) return;
        const EventId last = chain[low - 1];
        candidates.push_back(last);
        if (is_environment(graph.event(last).moment)) return;
        for (const EventId late : order.by_themselves(graph.event(last)))
            if (late != other && order.before(late, other)) candidates.push_back(late);
    };
    const bool of_environment = is_environment(of.moment);
    const bool same = is_environment(target.moment) ? target.who == chip_of(schedule, of) : target.who == of.who;
    if (!of_environment && same) {
        for (const Moment moment : {Moment::issue, Moment::start})
            if (const EventId id = order.find({moment, of.who, of.launch, of.step});
                id != no_event && id != other && order.before(id, other))
                candidates.push_back(id);
        for (const EventId id : order.by_themselves(of))
            if (id != other && order.before(id, other)) candidates.push_back(id);
    } else {
        const std::int32_t chip = chip_of(schedule, of);
        last_of(order.environment(chip));
        std::size_t agents = 0;
        for (std::int32_t agent = 0; agent < static_cast<std::int32_t>(schedule.agents.size()); ++agent)
            if (of_environment ? schedule.agents[agent].chip == chip && agents++ < most_agents : agent == of.who)
                last_of(order.program(agent));
    }
    if (candidates.empty()) return std::nullopt;
    const EventId best = *std::max_element(candidates.begin(), candidates.end(), [&](EventId a, EventId b) {
        return rank(graph.event(a)) < rank(graph.event(b));
    });
    const Event& event = graph.event(best);
    const bool together =
        event.moment == Moment::enter && event.launch == 0 && schedule.profile.entry == Entry::barrier;
    if (event.moment == Moment::fill || together) return std::nullopt;
    return Nearest{best, order.chain(best, other)};
}

}  // namespace ringproof::checker
