#include "generators/ring/plans.h"

#include <algorithm>

#include "generators/agent_events.h"
#include "generators/ring/flow.h"
#include "generators/ring/simpler.h"
#include "model/profile.h"

namespace ringproof::generators {
namespace {

using model::Covers;
using model::Credit;
using model::Entry;
using model::Exit;
using model::Life;

void draw_profile(Draws& draws, RingPlan& plan) {
    if (draws.percent(40)) {
        const auto named = model::named_profiles();
        plan.profile = named[static_cast<std::size_t>(draws.below(static_cast<std::int32_t>(named.size())))].profile;
        return;
    }
    plan.profile.signal_covers = draws.weighted_as<Covers>({5, 2, 2, 1});
    plan.profile.credit = draws.weighted_as<Credit>({1, 1});
    plan.profile.entry = draws.weighted_as<Entry>({4, 4, 1});
    plan.profile.exit = draws.weighted_as<Exit>({4, 2, 2});
    plan.profile.counter_life = draws.weighted_as<Life>({2, 1});
}

void draw_ring(Draws& draws, RingPlan& plan) {
    plan.chips = 2 + draws.weighted({5, 6, 2, 1});
    plan.hops = draws.percent(60) ? plan.chips - 1 : 1 + draws.below(plan.chips - 1);
    plan.launches = 1 + draws.weighted({3, 1});
    plan.rings = 1 + draws.weighted({7, 2, 1});
    plan.chunks = 1 + draws.weighted({4, 1, 1});
    plan.len = 1 + draws.weighted({3, 1});
    if (draws.percent(40))
        for (std::int32_t i = plan.chips - 1; i > 0; --i)
            std::swap(plan.order[static_cast<std::size_t>(i)],
                      plan.order[static_cast<std::size_t>(draws.below(i + 1))]);
    const std::uint32_t directions = draws.number();
    for (std::size_t ring = 0; ring < plan.backward.size(); ++ring)
        plan.backward[ring] = (directions >> ring & 1U) != 0;
    // Two rings are most often one in each direction.
    if (plan.rings == 2 && draws.percent(70)) plan.backward[1] = !plan.backward[0];
}

void draw_rules(Draws& draws, RingPlan& plan) {
    const bool mixed = draws.percent(25);
    for (std::size_t hop = 0; hop < plan.rules.size(); ++hop)
        plan.rules[hop] = mixed || hop == 0 ? draws.weighted_as<HopRule>({4, mixed ? 3 : 1, 2, 2, 1}) : plan.rules[0];
}

void draw_protocol(Draws& draws, RingPlan& plan) {
    plan.slots = 1 + draws.weighted({2, 3, 1, 2});
    plan.split = draws.weighted_as<Split>({4, 3, 2});
    plan.mover = draws.weighted_as<Mover>({7, 2, 1});
    plan.notice = draws.weighted_as<Notice>({10, 2, 1, 2, 1});
    plan.watch = draws.weighted_as<Watch>({12, 3, 2, 1});
    plan.counters = draws.weighted_as<Counters>({2, 2, 3});
    plan.kept = draws.weighted_as<Kept>({4, 3, 1, 1});
    plan.credits = draws.weighted_as<Credits>({3, 2, 1});
    plan.gate = draws.weighted_as<Gate>({4, 2, 2, 1, 1});
    const std::uint32_t bits = draws.number();
    plan.from_input = (bits >> 13 & 1U) == 0;
    plan.channel = (bits & 3U) == 0;
    plan.weighed = (bits >> 2 & 1U) == 0;
    plan.assigned = (bits >> 3 & 1U) == 0;
    plan.link_signal = (bits >> 4 & 1U) == 0;
    plan.one_sent = (bits >> 5 & 1U) == 0;
    plan.final_quiet = (bits >> 6 & 7U) == 0;
    plan.bounded = (bits >> 9 & 7U) == 0;
    plan.named_contract = (bits >> 12 & 1U) == 0;
}

/// Makes it small, so that there is room for steps that use a slot again.
void draw_tight_slots(Draws& draws, RingPlan& plan) {
    plan.pattern = draws.percent(30) ? Pattern::all_reduce : draws.percent(50) ? Pattern::travel : Pattern::gather;
    plan.chips = plan.pattern == Pattern::all_reduce ? 2 : 3;
    plan.hops = plan.chips - 1;
    plan.slots = plan.rings = plan.chunks = plan.launches = 1;
    plan.from_input = true;
    plan.split = Split::one;
    plan.mover = Mover::put;
    plan.notice = draws.percent(80) ? Notice::recv : Notice::polled;
    if (plan.pattern == Pattern::gather) plan.kept = Kept::wait_end;
    if (plan.profile.entry == Entry::none) plan.profile.entry = Entry::barrier;
    plan.gate = Gate::none;
    plan.final_quiet = false;
}

/// Makes the plan such that the fault can show.
void prepare(RingPlan& plan, Fault fault) {
    switch (fault) {
        case Fault::no_gate:
            if (plan.profile.entry == Entry::barrier) plan.profile.entry = Entry::none;
            break;
        case Fault::weak_gate:
            if (plan.gate == Gate::none || plan.gate == Gate::barrier) plan.gate = Gate::neighbours;
            plan.profile.entry = Entry::none;
            plan.launches = 2;
            plan.split = Split::one;
            break;
        case Fault::no_final_quiet:
            plan.profile.exit = Exit::drained;
            break;
        default:
            break;
    }
}

/// False where the plan has no place for it.
bool try_fault(Draws& draws, RingPlan& plan, Fault fault) {
    RingPlan other = plan;
    prepare(other, fault);
    other.faults |= 1U << static_cast<int>(fault);
    other.fault_chip = draws.percent(50) ? -1 : draws.below(plan.chips);
    other.fault_step = draws.percent(70) ? -1 : draws.below(std::max(steps_of(plan), 1));
    other = settled(other);
    if (!other.has(fault)) return false;
    plan = other;
    return true;
}

void draw_fault(Draws& draws, RingPlan& plan) {
    for (int attempt = 0; attempt < 8; ++attempt) {
        if (applies(plan, Fault::no_credit) && draws.percent(40)) {
            // Slots that are used again are rare, and what is done wrong with them is of many kinds.
            const auto first = static_cast<std::int32_t>(Fault::no_credit);
            const auto fault = static_cast<Fault>(first + draws.below(5));
            if (try_fault(draws, plan, fault)) return;
        }
        // By Fault, in its order.
        const auto fault = draws.weighted_as<Fault>({
            6, 3, 2, 2, 6, 4,        // arrivals, sources
            4, 3, 3, 3, 1,           // credits
            4, 2, 3, 3, 2, 3, 2, 4,  // counters, slots, values
            5, 2, 3, 4, 3, 2, 1, 2,  // gates, ends, claims, the rest
        });
        if (try_fault(draws, plan, fault)) return;
    }
}

/// Smaller until its schedule is.
RingPlan fitted(RingPlan plan) {
    while (agent_events(schedule_of(plan)) > most_ring_events) {
        if (plan.launches > 1)
            --plan.launches;
        else if (plan.chunks > 1)
            --plan.chunks;
        else if (plan.rings > 1)
            --plan.rings;
        else if (plan.hops > 1 && plan.pattern != Pattern::all_reduce)
            --plan.hops;
        else if (plan.chips > 2)
            --plan.chips;
        else
            plan.pattern = Pattern::permute;
        plan = settled(plan);
    }
    return plan;
}

}  // namespace

RingPlan draw_ring_plan(Draws& draws) {
    RingPlan plan;
    plan.pattern = draws.weighted_as<Pattern>({2, 3, 4, 5, 4, 2, 3, 2, 2, 1});
    draw_ring(draws, plan);
    draw_rules(draws, plan);
    draw_protocol(draws, plan);
    draw_profile(draws, plan);
    if (draws.percent(12)) draw_tight_slots(draws, plan);
    plan = settled(plan);
    for (std::int32_t faults = draws.weighted({40, 45, 15}); faults > 0; --faults) draw_fault(draws, plan);
    return fitted(plan);
}

rc::Gen<RingPlan> ring_plans() {
    return [](const rc::Random& random, int) {
        Draws draws(random);
        return rc::shrinkable::shrinkRecur(draw_ring_plan(draws),
                                           [](const RingPlan& plan) { return rc::seq::fromContainer(simpler(plan)); });
    };
}

}  // namespace ringproof::generators
