#include <algorithm>

#include "generators/ring/flow.h"
#include "generators/ring/names.h"

// What a flow promises, by closed formulas: nothing is run.
namespace ringproof::generators {

std::string_view collective_of(const RingPlan& plan) {
    const bool full = plan.hops == plan.chips - 1;
    const auto rules = plan.rules.begin();
    const bool one_rule = std::all_of(rules, rules + plan.hops, [&](HopRule rule) { return rule == *rules; });
    // The library's results are folds in the order of the chips, and sums begin anywhere on the ring.
    const bool commutes = one_rule && (*rules == HopRule::add || *rules == HopRule::max);
    switch (plan.pattern) {
        case Pattern::permute:
            return std::is_sorted(plan.order.begin(), plan.order.begin() + plan.chips) ? "permute" : "";
        case Pattern::broadcast:
            return full ? "broadcast" : "";
        case Pattern::gather:
            return full ? "all_gather" : "";
        case Pattern::travel:
            return full && commutes ? "reduce_scatter" : "";
        case Pattern::rotate:
            return full && commutes ? "all_reduce" : "";
        case Pattern::all_reduce:
            return *rules == HopRule::add || *rules == HopRule::max ? "all_reduce" : "";
        case Pattern::all_to_all:
        case Pattern::exchange:
            return full ? "all_to_all" : "";
        case Pattern::accumulate:
            return "";
        case Pattern::barrier:
            return "barrier";
    }
    return "";
}

model::Term Flow::input(std::int32_t position, std::int32_t block, std::int32_t slot) const {
    return {model::Input{chip(position), in_names()[ring_], block * width_ + slot}};
}

model::Term Flow::applied(std::int32_t step, model::Term arrived, model::Term own) const {
    switch (const HopRule rule = plan_->rules[step % RingPlan::most_hops]) {
        case HopRule::copy:
            return arrived;
        case HopRule::user:
            return {model::Application{user_label(), 0, {std::move(arrived), std::move(own)}}};
        default:
            return {model::Reduction{rule_name(rule), {std::move(arrived), std::move(own)}}};
    }
}

void Flow::results(std::int32_t p, auto&& emit) const {
    for (std::int32_t k = 0; k < width_; ++k) switch (plan_->pattern) {
            case Pattern::barrier:
                break;
            case Pattern::permute:
                emit(0, k, input(p - 1, 0, k));
                break;
            case Pattern::broadcast:
                if (p > plan_->hops) break;
                for (std::int32_t chunk = 0; chunk < plan_->chunks; ++chunk) emit(chunk, k, input(0, chunk, k));
                break;
            case Pattern::gather:
                for (std::int32_t d = 0; d <= plan_->hops; ++d) emit(chip(p - d), k, input(p - d, 0, k));
                break;
            case Pattern::travel: {
                model::Term sum = input(p - plan_->hops, chip(p), k);
                for (std::int32_t s = 0; s < plan_->hops; ++s)
                    sum = applied(s, std::move(sum), input(p - plan_->hops + s + 1, chip(p), k));
                emit(0, k, std::move(sum));
                break;
            }
            case Pattern::rotate: {
                model::Term sum = input(p, 0, k);
                for (std::int32_t s = 0; s < plan_->hops; ++s) sum = applied(s, input(p - s - 1, 0, k), std::move(sum));
                emit(0, k, std::move(sum));
                break;
            }
            case Pattern::all_reduce:
                for (std::int32_t q = 0; q < plan_->chips; ++q) {
                    model::Term sum = input(q, chip(q), k);
                    for (std::int32_t d = 1; d < plan_->chips; ++d)
                        sum = applied(0, std::move(sum), input(q + d, chip(q), k));
                    emit(chip(q), k, std::move(sum));
                }
                break;
            case Pattern::all_to_all:
            case Pattern::exchange:
                for (std::int32_t d = 0; d <= plan_->hops; ++d) emit(chip(p - d), k, input(p - d, chip(p), k));
                break;
            case Pattern::accumulate: {
                std::vector<model::Term> parts{{model::Input{chip(p), out_names()[ring_], k}}};
                for (std::int32_t d = 1; d <= plan_->hops; ++d) parts.push_back(input(p - d, 0, k));
                emit(0, k, model::Term{model::Reduction{rule_name(HopRule::add), std::move(parts)}});
                break;
            }
        }
}

void Flow::promise(model::Schedule& schedule) const {
    if (plan_->named_contract) {
        model::Contract contract;
        contract.collective = model::Symbol(collective_of(*plan_));
        if (plan_->pattern == Pattern::barrier) {
            contract.distance = plan_->gate == Gate::neighbours || plan_->gate == Gate::doubled ? 1 : 0;
            if (ring_ == 0) schedule.contracts.push_back(contract);
            return;
        }
        const bool in_place = plan_->pattern == Pattern::all_reduce;
        contract.in = in_names()[ring_];
        contract.out = in_place ? contract.in : out_names()[ring_];
        if (in_place || plan_->pattern == Pattern::travel || plan_->pattern == Pattern::rotate)
            contract.rule = rule_name(plan_->rules[0]);
        if (plan_->pattern == Pattern::broadcast) contract.root = chip(0);
        if (plan_->pattern == Pattern::permute) contract.distance = plan_->backward[ring_] ? -1 : 1;
        schedule.contracts.push_back(contract);
        return;
    }
    for (std::int32_t p = 0; p < plan_->chips; ++p)
        results(p, [&](std::int32_t block, std::int32_t slot, model::Term value) {
            if (hit(Fault::wrong_claim, p)) {
                const model::Term other = input(p + 1, 0, slot);
                value = value == other ? input(p, 0, slot) : other;
            }
            schedule.claims.push_back({{at(p).out, block * width_ + slot}, std::move(value)});
        });
}

}  // namespace ringproof::generators
