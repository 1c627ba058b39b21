#include <algorithm>

#include <fmt/format.h>

#include "checker/orders/order_formula.h"

// What counters hold at a moment, and what that says of the events that wait for it.
namespace ringproof::checker {

using model::EventId;
using smt::Literal;

/// One reading for each change that may be the last reset before that moment, and one for none; exactly one `last`
/// holds.
const std::vector<OrderFormula::Reading>& OrderFormula::readings(std::int32_t cell, EventId at) {
    const auto known = readings_.find({cell, at});
    if (known != readings_.end()) return known->second;
    const auto& effects = events_.cells()[cell].effects;
    std::vector<const Effect*> resets;
    for (const Effect& effect : effects)
        if (effect.kind == Effect::Kind::reset && effect.event != at) resets.push_back(&effect);
    // Another reset that lies between in every execution.
    const auto is_passed = [&](EventId earlier) {
        return at != end() && std::any_of(resets.begin(), resets.end(), [&](const Effect* reset) {
                   return events_.precedes(reset->event, at) &&
                          (earlier == model::no_event || events_.precedes(earlier, reset->event));
               });
    };

    std::vector<Reading> list;
    std::vector<Literal> some;
    const auto add = [&](EventId base, std::int64_t value) {
        std::vector<Literal> last;
        if (base != model::no_event) last.push_back(before(base, at));
        for (const Effect* const reset : resets) {
            if (reset->event == base) continue;
            last.push_back(base == model::no_event ? before(at, reset->event)
                                                   : any_of({before(reset->event, base), before(at, reset->event)}));
        }
        Reading reading{all_of(last), value, {}};
        if (reading.last.variable == no().variable && reading.last.negated == no().negated) return;
        for (const Effect& effect : effects) {
            if (effect.kind == Effect::Kind::reset || effect.event == at) continue;
            std::vector<Literal> counts{before(effect.event, at)};
            if (base != model::no_event) counts.push_back(before(base, effect.event));
            reading.terms.push_back(
                {all_of(counts), effect.kind == Effect::Kind::add ? effect.amount : -effect.amount});
        }
        some.push_back(reading.last);
        list.push_back(std::move(reading));
    };
    if (!is_passed(model::no_event)) add(model::no_event, events_.cells()[cell].init);
    for (const Effect* const reset : resets)
        if (!is_passed(reset->event)) add(reset->event, reset->amount);
    solver_.clause(some);  // it follows from the order, but not at once
    return readings_.emplace(std::pair(cell, at), std::move(list)).first->second;
}

void OrderFormula::at_least(Literal guard, const std::vector<Term>& terms, std::int64_t bound) {
    std::vector<smt::Weighted> positive;
    for (const Term& term : terms) {
        if (term.literal.variable == yes().variable) {
            if (!term.literal.negated) bound -= term.weight;
        } else if (term.weight > 0) {
            positive.push_back({term.literal, term.weight});
        } else if (term.weight < 0) {
            bound -= term.weight;
            positive.push_back({!term.literal, -term.weight});
        }
    }
    solver_.at_least(guard, positive, bound);
}

void OrderFormula::at_most(Literal guard, std::vector<Term> terms, std::int64_t bound) {
    for (Term& term : terms) term.weight = -term.weight;
    at_least(guard, terms, -bound);
}

void OrderFormula::above_snapshot(Literal guard, const ReachesSnapshot& until, EventId at, bool met) {
    for (const Reading& now : readings(until.cell, at))
        for (const Reading& then : readings(until.snapshot_cell, until.snapshot)) {
            std::vector<Term> terms = now.terms;
            for (const Term& term : then.terms) terms.push_back({term.literal, -term.weight});
            const Literal both = all_of({guard, now.last, then.last});
            const std::int64_t bound = until.above + then.base - now.base;
            met ? at_least(both, terms, bound) : at_most(both, terms, bound - 1);
        }
}

void OrderFormula::meet(Literal guard, const Condition& condition, EventId at) {
    std::visit(model::Overloaded{
                   [](std::monostate) {},
                   [&](const ReachesValue& until) {
                       for (const Reading& now : readings(until.cell, at))
                           at_least(all_of({guard, now.last}), now.terms, until.value - now.base);
                   },
                   [&](const EqualsValue& until) {
                       for (const Reading& now : readings(until.cell, at)) {
                           const Literal both = all_of({guard, now.last});
                           at_least(both, now.terms, until.value - now.base);
                           at_most(both, now.terms, until.value - now.base);
                       }
                   },
                   [&](const ReachesSnapshot& until) { above_snapshot(guard, until, at, true); },
                   [&](const HoldsData& until) {
                       solver_.clause({!guard, holds_data(until.slot, at)});
                   },
               },
               condition);
}

void OrderFormula::miss(Literal guard, const Condition& condition, EventId at) {
    std::visit(model::Overloaded{
                   [&](std::monostate) { solver_.clause({!guard}); },
                   [&](const ReachesValue& until) {
                       for (const Reading& now : readings(until.cell, at))
                           at_most(all_of({guard, now.last}), now.terms, until.value - 1 - now.base);
                   },
                   [&](const EqualsValue& until) {
                       const Literal above = solver_.make(fmt::format("above{}", misses_++));
                       for (const Reading& now : readings(until.cell, at)) {
                           at_least(all_of({guard, now.last, above}), now.terms, until.value + 1 - now.base);
                           at_most(all_of({guard, now.last, !above}), now.terms, until.value - 1 - now.base);
                       }
                   },
                   [&](const ReachesSnapshot& until) { above_snapshot(guard, until, at, false); },
                   [&](const HoldsData& until) {
                       solver_.clause({!guard, !holds_data(until.slot, at)});
                   },
               },
               condition);
}

}  // namespace ringproof::checker
