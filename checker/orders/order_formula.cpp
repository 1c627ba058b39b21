#include "checker/orders/order_formula.h"

#include <algorithm>
#include <queue>

#include <fmt/format.h>

namespace ringproof::checker {

using model::EventId;
using smt::Literal;

namespace {

bool same(Literal a, Literal b) { return a.variable == b.variable && a.negated == b.negated; }

}  // namespace

OrderFormula::OrderFormula(const OrderedEvents& events, const Deadline& deadline, std::int64_t most_orders,
                           smt::Transcript* transcript)
    : events_(events),
      deadline_(deadline),
      most_orders_(most_orders),
      solver_(deadline, smt::Theory::orders, transcript),
      yes_(solver_.make("yes")) {
    solver_.clause({yes_});
    for (EventId event = 0; event < events.size(); ++event)
        events_in_.push_back(solver_.make(fmt::format("e{}", event)));
    for (EventId event = 0; event < events.size(); ++event) {
        for (const EventId before : events.predecessors(event)) solver_.clause({!in(event), in(before)});
        if (events.never(event)) solver_.clause({!in(event)});
    }
    for (EventId event = 0; event < events.size(); ++event)
        if (!events.never(event)) meet(in(event), events.condition(event), event);
}

Literal OrderFormula::before(EventId a, EventId b) {
    if (a == b) return no();
    if (b == end()) return in(a);
    if (a == end()) return !in(b);
    if (events_.precedes(a, b)) return yes();
    if (events_.precedes(b, a)) return no();
    if (a > b) return !before(b, a);
    const auto known = pairs_.find({a, b});
    if (known != pairs_.end()) return known->second;
    if (orders() >= most_orders_)
        throw GaveUp(
            model::Code::over_limit,
            fmt::format("more than {} pairs of events whose order matters and is not known beforehand", most_orders_));
    if (orders() % 256 == 0) deadline_.check("writing down the orders of events");
    const Literal first = solver_.make(fmt::format("{}_before_{}", a, b));
    pairs_.emplace(std::pair(a, b), first);
    add_time(a);
    add_time(b);
    solver_.before(first, times_.at(a), times_.at(b));
    solver_.before(!first, times_.at(b), times_.at(a));
    // What has not happened comes after all that has.
    solver_.clause({!first, !in(b), in(a)});
    solver_.clause({first, !in(a), in(b)});
    return first;
}

/// Events have a time only if some pair asks for it: what is known of their order is said from one such event to the
/// next.
void OrderFormula::add_time(EventId event) {
    if (times_.contains(event)) return;
    std::vector<EventId> earlier, later;
    for (const auto& [other, time] : times_) {
        if (events_.precedes(other, event)) earlier.push_back(other);
        if (events_.precedes(event, other)) later.push_back(other);
    }
    const smt::Time time = solver_.make_time(fmt::format("t{}", event));
    for (const EventId other : earlier)
        if (std::none_of(earlier.begin(), earlier.end(), [&](EventId e) { return events_.precedes(other, e); }))
            solver_.before(times_.at(other), time);
    for (const EventId other : later)
        if (std::none_of(later.begin(), later.end(), [&](EventId e) { return events_.precedes(e, other); }))
            solver_.before(time, times_.at(other));
    times_.emplace(event, time);
}

Literal OrderFormula::all_of(std::vector<Literal> literals) {
    std::erase_if(literals, [&](Literal literal) { return same(literal, yes()); });
    std::vector<std::pair<std::int32_t, bool>> key;
    for (const Literal literal : literals) {
        if (same(literal, no())) return no();
        key.emplace_back(literal.variable, literal.negated);
    }
    std::sort(key.begin(), key.end());
    key.erase(std::unique(key.begin(), key.end()), key.end());
    if (key.empty()) return yes();
    if (key.size() == 1) return literals.front();
    for (std::size_t i = 1; i < key.size(); ++i)
        if (key[i].first == key[i - 1].first) return no();
    const auto known = conjunctions_.find(key);
    if (known != conjunctions_.end()) return known->second;
    const Literal all = solver_.make(fmt::format("all{}", conjunctions_.size()));
    std::vector<Literal> or_not{all};
    for (const Literal literal : literals) {
        solver_.clause({!all, literal});
        or_not.push_back(!literal);
    }
    solver_.clause(or_not);
    conjunctions_.emplace(std::move(key), all);
    return all;
}

Literal OrderFormula::any_of(std::vector<Literal> literals) {
    for (Literal& literal : literals) literal = !literal;
    return !all_of(std::move(literals));
}

std::vector<EventId> OrderFormula::order() const {
    std::vector<std::vector<EventId>> successors(events_in_.size());
    std::vector<std::size_t> missing(events_in_.size(), 0);
    const auto follows = [&](EventId earlier, EventId later) {
        successors[earlier].push_back(later);
        ++missing[later];
    };
    std::vector<char> happened(events_in_.size());
    for (EventId event = 0; event < end(); ++event) happened[event] = has(event) ? 1 : 0;
    std::size_t members = 0;
    for (EventId event = 0; event < end(); ++event) {
        if (!happened[event]) continue;
        ++members;
        for (const EventId earlier : events_.predecessors(event)) follows(earlier, event);
    }
    for (const auto& [pair, first] : pairs_)
        if (happened[pair.first] && happened[pair.second]) {
            const bool in_order = solver_.value(first);
            follows(in_order ? pair.first : pair.second, in_order ? pair.second : pair.first);
        }
    std::priority_queue<EventId, std::vector<EventId>, std::greater<>> ready;
    for (EventId event = 0; event < end(); ++event)
        if (happened[event] && missing[event] == 0) ready.push(event);
    std::vector<EventId> order;
    while (!ready.empty()) {
        order.push_back(ready.top());
        ready.pop();
        for (const EventId next : successors[order.back()])
            if (--missing[next] == 0) ready.push(next);
    }
    if (order.size() != members) throw std::logic_error("a model orders events in a circle");
    return order;
}

}  // namespace ringproof::checker
