#include "checker/orders/ordered_events.h"

#include <algorithm>
#include <map>

namespace ringproof::checker {

using model::EventId;
using model::Moment;
using model::no_event;

namespace {

using C = model::Concrete;

}  // namespace

OrderedEvents::OrderedEvents(const model::Schedule& schedule, std::int32_t launches, const Deadline& deadline)
    : graph_(schedule, launches) {
    for (EventId event = 0; event < graph_.size(); ++event) {
        events_.push_back(graph_.event(event));
        times_.push_back(graph_.times(event));
        const auto before = graph_.predecessors(event);
        predecessors_.emplace_back(before.begin(), before.end());
    }
    conditions_.resize(events_.size());
    add_cells(deadline);
    split_credits();
    never_.resize(events_.size(), 0);
    close();
    add_groups();
    strengthen(deadline);
}

/// Cells have the numbers of their nodes in the graph, which come before those of groups.
void OrderedEvents::add_cells(const Deadline& deadline) {
    std::map<std::pair<model::Counter, std::int32_t>, std::int32_t> numbers;
    for (const auto& node : graph_.counters()) {
        if (!node.counter) break;
        numbers[{*node.counter, node.launch}] = static_cast<std::int32_t>(cells_.size());
        Cell& cell = cells_.emplace_back(Cell{*node.counter, node.launch, node.init, {}});
        for (const auto& raise : node.raises) cell.effects.push_back({raise.event, Effect::Kind::add, raise.units});
    }
    deadline.check("collecting events");
    split_.assign(cells_.size(), 0);
    std::map<std::pair<std::int32_t, model::Counter>, std::pair<EventId, std::int32_t>> snapshots;  // by agent

    // Launch by launch, agents in program order: the graph numbers events so.
    for (EventId id = 0; id < size(); ++id) {
        const model::Event& event = events_[id];
        if (is_environment(event.moment)) continue;
        const auto cell_of = [&](model::Counter counter) {
            const bool each_launch = schedule().life_of(counter.semaphore) == model::Life::launch;
            return numbers.at({counter, each_launch ? event.launch : 0});
        };
        const auto effect = [&](std::int32_t cell, Effect::Kind kind, std::int64_t amount) {
            cells_[cell].effects.push_back({id, kind, amount});
            if (kind == Effect::Kind::reset) split_[cell] = 1;
        };
        const model::Operation& operation = schedule().agents[event.who].steps[event.step].operation;
        if (const auto* const signal = std::get_if<model::Signal<C>>(&operation)) {
            if (const auto* const assign = std::get_if<model::Assign<C>>(&signal->effect);
                assign != nullptr && event.moment == Moment::deliver)
                effect(cell_of(signal->counter), Effect::Kind::reset, assign->set);
        } else if (const auto* const set = std::get_if<model::Set<C>>(&operation)) {
            effect(cell_of(set->counter), Effect::Kind::reset, set->value);
        } else if (const auto* const snapshot = std::get_if<model::Snapshot<C>>(&operation)) {
            const std::int32_t cell = cell_of(snapshot->counter);
            snapshots[{event.who, snapshot->counter}] = {id, cell};
            split_[cell] = 1;
        } else if (const auto* const poll = std::get_if<model::Poll<C>>(&operation)) {
            std::int64_t slot = poll->src.index;
            for (std::int32_t buffer = 0; buffer < poll->src.buffer; ++buffer) slot += schedule().buffers[buffer].size;
            conditions_[id] = HoldsData{slot};
        } else if (const auto* const wait = std::get_if<model::Wait<C>>(&operation)) {
            const std::int32_t cell = cell_of(wait->counter);
            std::visit(model::Overloaded{
                           [&](const model::AtLeast<C>& until) {
                               conditions_[id] = ReachesValue{cell, until.at_least};
                               if (const auto* const take = std::get_if<std::int32_t>(&until.take)) {
                                   if (*take > 0) effect(cell, Effect::Kind::take, *take);
                               } else {
                                   effect(cell, Effect::Kind::reset, 0);
                               }
                           },
                           [&](const model::Equals<C>& until) {
                               conditions_[id] = EqualsValue{cell, until.equals};
                               split_[cell] = 1;
                           },
                           [&](const model::AboveSnapshot<C>& until) {
                               // Counters are never negative: without a snapshot the base is 0.
                               const auto seen = snapshots.find({event.who, wait->counter});
                               if (seen == snapshots.end())
                                   conditions_[id] = ReachesValue{cell, until.above_snapshot};
                               else
                                   conditions_[id] = ReachesSnapshot{cell, until.above_snapshot, seen->second.first,
                                                                     seen->second.second};
                               split_[cell] = 1;
                           },
                       },
                       wait->until);
        }
    }
}

/// The graph lets the early units of a put rise in one event. Where that differs from one by one, they do.
void OrderedEvents::split_credits() {
    const EventId before = size();
    std::vector<EventId> last_credit(before, no_event);  // by first credit
    for (std::size_t number = 0; number < cells_.size(); ++number) {
        if (split_[number] == 0) continue;
        std::vector<Effect> more;
        for (Effect& effect : cells_[number].effects) {
            if (effect.kind != Effect::Kind::add || events_[effect.event].moment != Moment::credit) continue;
            EventId last = effect.event;
            for (std::int64_t unit = 1; unit < effect.amount; ++unit) {
                const EventId next = size();
                events_.push_back(events_[last]);
                times_.push_back(1);
                predecessors_.push_back({last});
                conditions_.emplace_back();
                more.push_back({next, Effect::Kind::add, 1});
                last = next;
            }
            times_[effect.event] = 1;
            effect.amount = 1;
            last_credit[effect.event] = last;
        }
        cells_[number].effects.insert(cells_[number].effects.end(), more.begin(), more.end());
    }
    for (EventId event = 0; event < before; ++event)
        for (EventId& predecessor : predecessors_[event])
            if (last_credit[predecessor] != no_event) predecessor = last_credit[predecessor];
}

void OrderedEvents::close() {
    const std::size_t words = (events_.size() + 63) / 64;
    after_.assign(events_.size(), std::vector<std::uint64_t>(words, 0));
    std::vector<std::vector<EventId>> successors(events_.size());
    std::vector<std::size_t> missing(events_.size(), 0);
    std::vector<EventId> order;
    for (EventId event = 0; event < size(); ++event) {
        for (const EventId before : predecessors_[event]) successors[before].push_back(event);
        missing[event] = predecessors_[event].size();
        if (missing[event] == 0) order.push_back(event);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const EventId next : successors[order[i]])
            if (--missing[next] == 0) order.push_back(next);
    for (auto event = order.rbegin(); event != order.rend(); ++event)
        for (const EventId next : successors[*event]) {
            auto& row = after_[*event];
            for (std::size_t k = 0; k < words; ++k) row[k] |= after_[next][k];
            row[static_cast<std::size_t>(next) / 64] |= std::uint64_t{1} << (next % 64);
        }
}

bool OrderedEvents::require(EventId before, EventId event) {
    if (never(event) || precedes(before, event)) return false;
    if (before == event || precedes(event, before)) {
        // Each would need the other first.
        never_[event] = 1;
        return true;
    }
    predecessors_[event].push_back(before);
    const auto& later = after_[event];
    for (EventId earlier = 0; earlier < size(); ++earlier) {
        if (earlier != before && !precedes(earlier, before)) continue;
        auto& row = after_[earlier];
        for (std::size_t k = 0; k < row.size(); ++k) row[k] |= later[k];
        row[static_cast<std::size_t>(event) / 64] |= std::uint64_t{1} << (event % 64);
    }
    return true;
}

/// A barrier's round, and what a fence puts first: all members of a group.
void OrderedEvents::add_groups() {
    for (EventId event = 0; event < graph_.size(); ++event) {
        const std::int32_t number = graph_.counter_of(event);
        if (number < 0 || graph_.counters()[number].counter) continue;
        const auto& members = graph_.counters()[number].raises;
        if (graph_.need(event) > static_cast<std::int64_t>(members.size())) never_[event] = 1;
        for (const auto& member : members) require(member.event, event);
    }
}

void OrderedEvents::strengthen(const Deadline& deadline) {
    bool more = true;
    while (more) {
        more = false;
        for (EventId event = 0; event < size(); ++event) {
            deadline.check("ordering events beforehand");
            more |= std::visit(
                model::Overloaded{
                    [&](const ReachesValue& until) { return strengthen(event, cells_[until.cell], until.value); },
                    [&](const EqualsValue& until) { return strengthen(event, cells_[until.cell], until.value); },
                    [&](const ReachesSnapshot& until) { return strengthen(event, cells_[until.cell], until.above); },
                    [](const auto&) { return false; },
                },
                conditions_[event]);
        }
    }
}

bool OrderedEvents::strengthen(EventId event, const Cell& cell, std::int64_t value) {
    if (never(event)) return false;
    // Resets that every execution with the event has before it.
    std::vector<EventId> passed;
    for (const Effect& effect : cell.effects)
        if (effect.kind == Effect::Kind::reset && precedes(effect.event, event)) passed.push_back(effect.event);
    const auto is_wiped_out = [&](EventId earlier) {
        return std::any_of(passed.begin(), passed.end(), [&](EventId reset) { return precedes(earlier, reset); });
    };
    const auto may_count = [&](const Effect& add, EventId base) {
        return add.kind == Effect::Kind::add && !precedes(event, add.event) && !is_wiped_out(add.event) &&
               (base == no_event || !precedes(add.event, base));
    };

    // The counter holds what it held at its last reset before the event, or at first, and what came since.
    std::vector<EventId> bases;
    std::vector<Effect> needed;
    const auto try_base = [&](EventId base, std::int64_t most) {
        for (const Effect& effect : cell.effects) {
            if (may_count(effect, base)) most += effect.amount;
            if (effect.kind == Effect::Kind::take && precedes(effect.event, event) &&
                (base == no_event || precedes(base, effect.event)))
                most -= effect.amount;
        }
        if (most < value) return;
        const auto is_needed = [&](const Effect& effect) {
            return may_count(effect, base) && most - effect.amount < value;
        };
        if (bases.empty())
            std::copy_if(cell.effects.begin(), cell.effects.end(), std::back_inserter(needed), is_needed);
        else
            std::erase_if(needed, [&](const Effect& effect) { return !is_needed(effect); });
        bases.push_back(base);
    };
    if (passed.empty()) try_base(no_event, cell.init);
    for (const Effect& effect : cell.effects)
        if (effect.kind == Effect::Kind::reset && effect.event != event && !precedes(event, effect.event) &&
            !is_wiped_out(effect.event))
            try_base(effect.event, effect.amount);
    if (bases.empty()) {
        never_[event] = 1;
        return true;
    }
    bool more = false;
    if (bases.size() == 1 && bases.front() != no_event) more |= require(bases.front(), event);
    for (const Effect& effect : needed) more |= require(effect.event, event);
    return more;
}

}  // namespace ringproof::checker
