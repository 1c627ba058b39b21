#include <algorithm>

#include "generators/ring/flow.h"

// A plan made consistent. Each rule below says what a choice needs in order to be right; where it does not have that,
// the choice gives way. What specs/semantics.md promises of a mechanism is named beside it.
namespace ringproof::generators {
namespace {

using model::Covers;
using model::Credit;
using model::Entry;
using model::Exit;
using model::Life;

void keep_in_range(RingPlan& plan) {
    plan.chips = std::clamp(plan.chips, 2, RingPlan::most_chips);
    plan.rings = std::clamp(plan.rings, 1, RingPlan::most_rings);
    plan.launches = std::clamp(plan.launches, 1, 2);
    plan.chunks = std::clamp(plan.chunks, 1, plan.pattern == Pattern::broadcast ? 3 : 2);
    plan.len = std::clamp(plan.len, 1, 2);
    plan.hops = std::clamp(plan.hops, 1, plan.chips - 1);
    plan.slots = std::clamp(plan.slots, 1, RingPlan::most_hops);
    std::stable_partition(plan.order.begin(), plan.order.end(), [&](std::int32_t chip) { return chip < plan.chips; });
    std::sort(plan.order.begin() + plan.chips, plan.order.end());
    std::fill(plan.backward.begin() + plan.rings, plan.backward.end(), false);
}

void fit_pattern(RingPlan& plan) {
    const bool rules = plan.pattern == Pattern::travel || plan.pattern == Pattern::rotate;
    switch (plan.pattern) {
        case Pattern::permute:
            plan.hops = 1;
            break;
        case Pattern::all_reduce:
            plan.hops = plan.chips - 1;
            if (plan.rules[0] == HopRule::copy) plan.rules[0] = HopRule::add;
            std::fill(plan.rules.begin() + 1, plan.rules.end(), HopRule::add);
            break;
        case Pattern::barrier:
            plan.hops = plan.chunks = plan.len = plan.rings = 1;
            plan.backward = {};
            if (plan.gate == Gate::none) plan.gate = Gate::barrier;
            if (plan.profile.entry == Entry::together) plan.profile.entry = Entry::none;
            break;
        default:
            break;
    }
    if (plan.pattern != Pattern::all_reduce)
        std::fill(plan.rules.begin() + (rules ? plan.hops : 0), plan.rules.end(), HopRule::add);
    const bool slotted = plan.pattern == Pattern::gather || rules || plan.pattern == Pattern::all_reduce;
    if (plan.pattern != Pattern::travel) plan.from_input = false;
    if (!slotted) plan.slots = RingPlan::most_hops;
    // A chip's only slot is free when it has been sent on, for which the next chip's must be free: round the ring.
    if (plan.pattern == Pattern::rotate && plan.hops > 1) plan.slots = std::max(plan.slots, 2);
    // Without launches inputs are not filled again, so what adds to them adds twice.
    if (plan.profile.entry == Entry::together &&
        (plan.pattern == Pattern::all_reduce || plan.pattern == Pattern::accumulate))
        plan.launches = 1;
}

void fit_mover(RingPlan& plan) {
    const bool fetched =
        plan.pattern == Pattern::permute || plan.pattern == Pattern::gather || plan.pattern == Pattern::travel;
    if (!fetched) plan.mover = Mover::put;
    if (plan.rings == 1 && plan.split == Split::rings) plan.split = Split::one;
    if (plan.pattern == Pattern::barrier) plan.split = Split::one;
    if (plan.mover == Mover::put) return;
    plan.slots = RingPlan::most_hops;
    if (plan.split == Split::halves) plan.split = Split::one;
    if (plan.mover == Mover::load) plan.channel = false;
    plan.notice = Notice::recv;
    plan.watch = Watch::take;
    plan.counters = Counters::per_step;
    plan.kept = Kept::wait_each;
    plan.credits = Credits::exact;
    plan.weighed = false;
}

/// Whether slots that nobody empties hold nothing when a launch begins.
bool memory_is_fresh(const RingPlan& plan) {
    return plan.launches == 1 || (plan.profile.entry != Entry::together && plan.profile.counter_life == Life::launch);
}

void fit_notice(RingPlan& plan) {
    if (plan.notice == Notice::polled) {
        bool told = plan.pattern != Pattern::accumulate && plan.pattern != Pattern::barrier;
        if (plan.pattern == Pattern::rotate) told = plan.slots >= plan.hops && plan.credits == Credits::exact;
        if (!rearms(plan) && !memory_is_fresh(plan)) told = false;
        if (!told) plan.notice = Notice::recv;
    }
    // There a raised counter says nothing of data.
    if (plan.notice == Notice::recv && plan.profile.signal_covers == Covers::none && plan.mover == Mover::put)
        plan.notice = Notice::fenced;
    if (plan.notice == Notice::polled) {
        plan.watch = Watch::take;
        plan.counters = Counters::per_step;
    }
    if (plan.notice != Notice::recv || plan.len == 1) plan.weighed = false;
    if (plan.notice != Notice::ordered) plan.link_signal = false;
}

void fit_watch(RingPlan& plan) {
    // Snapshots leave counters as they are.
    if (plan.watch == Watch::snapshot && plan.profile.exit == Exit::zero) plan.watch = Watch::take;
    const bool alone = plan.counters != Counters::shared || steps_of(plan) <= 1;
    if (plan.watch == Watch::equals && !alone) plan.counters = Counters::per_step;
    if (plan.watch != Watch::equals || plan.notice == Notice::recv || plan.notice == Notice::polled)
        plan.assigned = false;
    if (plan.counters != Counters::shared || plan.has(Fault::shared_counter)) return;
    // One counter for all arrivals does when they cannot overtake each other, or when nothing is used before all are
    // in.
    const bool early_units = plan.weighed && plan.profile.credit == Credit::gradual;
    const Covers covers = plan.profile.signal_covers;
    const bool in_order = plan.notice != Notice::recv || covers == Covers::link ||
                          (covers == Covers::channel && !early_units) || (has_slots(plan) && plan.slots == 1);
    if (!in_order && forwards(plan.pattern)) plan.counters = Counters::per_step;
}

void fit_credits(RingPlan& plan) {
    if (!has_slots(plan)) plan.credits = Credits::exact;
    // The last units are on their way when a chip leaves, and stay.
    if (plan.credits == Credits::prepaid &&
        (plan.profile.exit != Exit::any || plan.profile.counter_life != Life::global))
        plan.credits = Credits::exact;
    const bool credits = has_slots(plan) && (plan.credits != Credits::exact || plan.slots < steps_of(plan));
    if (overwrites_source(plan) || (plan.pattern == Pattern::rotate && credits)) {
        if (plan.kept == Kept::wait_end) plan.kept = Kept::wait_each;
        if (plan.kept == Kept::quiet_end) plan.kept = Kept::quiet_each;
    }
    // A quiet waits for its own agent's puts.
    if (overwrites_source(plan) && plan.split == Split::halves) plan.kept = Kept::wait_each;
    const bool counted = plan.kept == Kept::wait_each || plan.kept == Kept::wait_end;
    if (plan.rings == 1 || plan.split != Split::one || !counted || plan.mover != Mover::put) plan.one_sent = false;
}

void fit_gate(RingPlan& plan) {
    if (plan.has(Fault::no_gate) && plan.profile.entry == Entry::barrier) plan.profile.entry = Entry::none;
    const bool together = plan.profile.entry == Entry::together;
    const bool needed = plan.profile.entry == Entry::none || (together && plan.launches > 1) ||
                        plan.watch == Watch::snapshot || plan.pattern == Pattern::barrier;
    if (needed && plan.gate == Gate::none) plan.gate = Gate::barrier;
    if (plan.split != Split::one && plan.gate != Gate::none) plan.gate = Gate::barrier;
    const bool nearby = plan.gate == Gate::neighbours || plan.gate == Gate::doubled;
    if (nearby && reaches_far(plan)) plan.gate = Gate::barrier;
    // The contract's neighbours are those by number.
    if (nearby && plan.pattern == Pattern::barrier) std::sort(plan.order.begin(), plan.order.end());
    plan.final_quiet = plan.final_quiet || plan.profile.exit == Exit::drained;
}

RingPlan fitted_once(RingPlan plan) {
    keep_in_range(plan);
    fit_pattern(plan);
    fit_mover(plan);
    fit_notice(plan);
    fit_watch(plan);
    fit_credits(plan);
    fit_gate(plan);
    plan.profile.counter_values = std::nullopt;
    for (std::int32_t k = 0; k < fault_kinds; ++k)
        if (!applies(plan, static_cast<Fault>(k))) plan.faults &= ~(1U << k);
    if (plan.has(Fault::shared_counter)) plan.counters = Counters::shared;
    plan.fault_chip = plan.faults == 0 ? -1 : std::clamp(plan.fault_chip, -1, plan.chips - 1);
    plan.fault_step = plan.faults == 0 ? -1 : std::clamp(plan.fault_step, -1, std::max(steps_of(plan) - 1, 0));
    if (plan.pattern == Pattern::barrier) plan.named_contract = true;
    if (collective_of(plan).empty() || plan.has(Fault::wrong_claim)) plan.named_contract = false;
    return plan;
}

}  // namespace

RingPlan settled(RingPlan plan) {
    // A choice that gives way may be what another leaned on. Choices give way towards the plainest, so this ends.
    for (RingPlan next = fitted_once(plan); next != plan; next = fitted_once(plan)) plan = next;
    return plan;
}

}  // namespace ringproof::generators
