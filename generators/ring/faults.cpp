#include <algorithm>

#include "generators/ring/flow.h"

namespace ringproof::generators {
namespace {

bool has_rules(Pattern pattern) {
    return pattern == Pattern::travel || pattern == Pattern::rotate || pattern == Pattern::all_reduce;
}

bool begins_with_copy(const RingPlan& plan) {
    const Pattern pattern = plan.pattern;
    return !plan.from_input && pattern != Pattern::barrier && pattern != Pattern::permute &&
           pattern != Pattern::all_reduce && pattern != Pattern::accumulate;
}

bool has_credits(const RingPlan& plan) {
    return has_slots(plan) && plan.mover == Mover::put &&
           (plan.credits != Credits::exact || plan.slots < steps_of(plan));
}

bool has_other_block(const RingPlan& plan) {
    switch (plan.pattern) {
        case Pattern::permute:
        case Pattern::accumulate:
        case Pattern::barrier:
            return false;
        case Pattern::broadcast:
            return plan.chunks > 1;
        case Pattern::rotate:
            return steps_of(plan) > 1 && plan.slots > 1;
        default:
            return true;
    }
}

bool has_other_slot(const RingPlan& plan) {
    if (plan.mover != Mover::put) return false;
    if (has_slots(plan)) return std::min(plan.slots, steps_of(plan)) > 1;
    return plan.pattern == Pattern::broadcast
               ? plan.chunks > 1
               : plan.pattern == Pattern::gather || plan.pattern == Pattern::all_to_all ||
                     plan.pattern == Pattern::exchange;
}

}  // namespace

bool applies(const RingPlan& plan, Fault fault) {
    const bool data = plan.pattern != Pattern::barrier, put = data && plan.mover == Mover::put;
    const bool counts = put && plan.notice != Notice::polled;
    switch (fault) {
        case Fault::skip_arrival:
            return put || (data && forwards(plan.pattern));
        case Fault::late_arrival:
            return put || plan.mover == Mover::get;
        case Fault::receive_first:
            return put && plan.pattern != Pattern::broadcast;
        case Fault::weak_arrival:
            return counts;
        case Fault::skip_kept:
            return put || (data && overwrites_source(plan));
        case Fault::late_kept:
            return overwrites_source(plan) ||
                   (plan.pattern == Pattern::rotate && plan.split == Split::halves && has_credits(plan));
        case Fault::few_credits:
            return has_credits(plan) || (data && !put);
        case Fault::no_credit:
        case Fault::many_credits:
        case Fault::early_credit:
            return has_credits(plan);
        case Fault::stray_credit:
            return has_credits(plan) && plan.chips > 2;
        case Fault::shared_counter:
            return counts && steps_of(plan) > 1;
        case Fault::shared_rings:
            return counts && plan.rings > 1;
        case Fault::wrong_slot:
            return has_other_slot(plan);
        case Fault::wrong_block:
            return has_other_block(plan);
        case Fault::short_loop:
        case Fault::wrong_claim:
            return data;
        case Fault::wrong_rule:
            return has_rules(plan.pattern);
        case Fault::swapped:
            return has_rules(plan.pattern) && plan.rules[0] != HopRule::copy;
        case Fault::no_start:
            return begins_with_copy(plan);
        case Fault::no_gate:
            return plan.profile.entry != model::Entry::together || plan.launches > 1;
        case Fault::weak_gate:
            return plan.profile.entry != model::Entry::together && plan.gate != Gate::none &&
                   plan.gate != Gate::barrier;
        case Fault::no_final_quiet:
            return plan.profile.entry != model::Entry::together && plan.profile.exit == model::Exit::drained;
        case Fault::loose_signal:
            return counts && plan.notice != Notice::recv && plan.profile.signal_covers != model::Covers::link;
        case Fault::narrow_counters:
            return true;
        case Fault::late_snapshot:
            return counts && plan.watch == Watch::snapshot;
        case Fault::no_rearm:
            return put && plan.notice == Notice::polled && rearms(plan);
    }
    return false;
}

}  // namespace ringproof::generators
