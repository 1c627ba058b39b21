#include "generators/ring/flow.h"

#include <algorithm>

#include "generators/ring/names.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;
using model::Role;

}  // namespace

void append(std::vector<model::Step>& steps, model::Operation operation) {
    steps.push_back({std::move(operation), model::Symbol()});
}

bool has_slots(const RingPlan& plan) {
    switch (plan.pattern) {
        case Pattern::gather:
            return plan.slots < plan.hops;
        case Pattern::travel:
        case Pattern::rotate:
        case Pattern::all_reduce:
            return true;
        default:
            return false;
    }
}

bool rearms(const RingPlan& plan) { return has_slots(plan) && plan.pattern != Pattern::rotate; }

bool overwrites_source(const RingPlan& plan) {
    return plan.pattern == Pattern::travel || plan.pattern == Pattern::all_reduce;
}

bool forwards(Pattern pattern) {
    return pattern != Pattern::permute && pattern != Pattern::exchange && pattern != Pattern::accumulate;
}

bool reaches_far(const RingPlan& plan) {
    return (plan.pattern == Pattern::exchange || plan.pattern == Pattern::accumulate) && plan.hops > 1;
}

std::int32_t steps_of(const RingPlan& plan) {
    switch (plan.pattern) {
        case Pattern::barrier:
            return 0;
        case Pattern::permute:
            return 1;
        case Pattern::broadcast:
            return plan.chunks;
        case Pattern::all_reduce:
            return 2 * (plan.chips - 1);
        default:
            return plan.hops;
    }
}

bool hits(const RingPlan& plan, Fault fault, std::int32_t chip, std::int32_t step) {
    return plan.has(fault) && (plan.fault_chip < 0 || plan.fault_chip == chip) &&
           (plan.fault_step < 0 || plan.fault_step == step);
}

Flow::Flow(const RingPlan& plan, std::int32_t ring)
    : plan_(&plan), ring_(ring), width_(plan.pattern == Pattern::broadcast ? plan.len : plan.chunks * plan.len) {}

Flow Flow::of(const RingPlan& plan) const {
    Flow other = *this;
    other.plan_ = &plan;
    return other;
}

std::int32_t Flow::chip(std::int32_t position) const {
    const std::int32_t n = plan_->chips;
    const std::int32_t p = (position % n + n) % n;
    return plan_->order[plan_->backward[ring_] ? n - 1 - p : p];
}

std::int32_t Flow::steps() const { return steps_of(*plan_); }
std::int32_t Flow::steps_done() const { return std::max(steps() - (plan_->has(Fault::short_loop) ? 1 : 0), 0); }

bool Flow::sends(std::int32_t position, std::int32_t) const {
    return plan_->pattern != Pattern::broadcast || position < plan_->hops;
}
bool Flow::receives(std::int32_t position, std::int32_t) const {
    return plan_->pattern != Pattern::broadcast || (position >= 1 && position <= plan_->hops);
}
std::int32_t Flow::transfers(std::int32_t step) const {
    if (plan_->pattern == Pattern::broadcast) return 1;
    return plan_->pattern == Pattern::all_to_all ? (plan_->hops - step) * plan_->chunks : plan_->chunks;
}
std::int32_t Flow::source(std::int32_t position, std::int32_t step) const {
    return position - 1 - (reaches_far(*plan_) ? step : 0);
}

std::int32_t Flow::blocks_of_landing() const {
    if (plan_->pattern == Pattern::all_to_all) return plan_->hops > 1 ? (plan_->hops - 1) * plan_->hops : 0;
    return has_slots(*plan_) ? std::min(plan_->slots, steps()) : 0;
}

void Flow::declare(model::Schedule& schedule) {
    const std::int32_t n = plan_->chips;
    std::int32_t in = 1, out = 1;
    Role in_role = Role::in, out_role = Role::out;
    switch (plan_->pattern) {
        case Pattern::barrier:
            return;
        case Pattern::broadcast:
            in = out = plan_->chunks;
            break;
        case Pattern::gather:
            out = n;
            break;
        case Pattern::travel:
            in = n;
            break;
        case Pattern::all_reduce:
            in = n;
            in_role = Role::inout;
            out = 0;
            break;
        case Pattern::all_to_all:
        case Pattern::exchange:
            in = out = n;
            break;
        case Pattern::accumulate:
            out_role = Role::inout;
            break;
        case Pattern::permute:
        case Pattern::rotate:
            break;
    }
    const auto add = [&](std::int32_t c, const RingNames& name, std::int32_t blocks, Role role) {
        if (blocks == 0) return -1;
        schedule.buffers.push_back({c, name[ring_], blocks * width_, role, {}});
        return static_cast<std::int32_t>(schedule.buffers.size()) - 1;
    };
    for (std::int32_t c = 0; c < n; ++c) {
        RingBuffers& ids = buffers_[c];
        ids.in = add(c, in_names(), in, in_role);
        ids.out = out == 0 ? ids.in : add(c, out_names(), out, out_role);
        ids.landing = add(c, landing_names(), blocks_of_landing(), Role::scratch);
    }
}

model::Place Flow::place(std::int32_t buffer, std::int32_t block, std::int32_t chunk) const {
    return {buffer, block * width_ + chunk * plan_->len};
}

bool Flow::hit(Fault fault, std::int32_t position, std::int32_t step) const {
    return hits(*plan_, fault, chip(position), step);
}

std::vector<Transfer> Flow::sent(std::int32_t p, std::int32_t s) const {
    std::vector<Transfer> list;
    const std::int32_t n = plan_->chips, slots = std::max(blocks_of_landing(), 1);
    const std::int32_t off = hit(Fault::wrong_block, p, s) ? 1 : 0, aside = hit(Fault::wrong_slot, p, s) ? 1 : 0;
    const std::int32_t slot = (s + aside) % slots;
    const auto block = [&](std::int32_t position) { return chip(position); };
    const auto add = [&](std::int32_t src, std::int32_t src_block, std::int32_t to, std::int32_t dst,
                         std::int32_t dst_block) {
        const std::int32_t chunks = plan_->pattern == Pattern::broadcast ? 1 : plan_->chunks;
        for (std::int32_t k = 0; k < chunks; ++k)
            list.push_back({place(src, src_block, k), place(dst, dst_block, k), to});
    };
    const RingBuffers &own = at(p), &next = at(p + 1);
    switch (plan_->pattern) {
        case Pattern::barrier:
            break;
        case Pattern::permute:
            add(own.in, 0, p + 1, next.out, 0);
            break;
        case Pattern::broadcast:
            add(own.out, (s + off) % plan_->chunks, p + 1, next.out, (s + aside) % plan_->chunks);
            break;
        case Pattern::gather:
            if (has_slots(*plan_))
                add(own.out, block(p - s + off), p + 1, next.landing, slot);
            else
                add(own.out, block(p - s + off), p + 1, next.out, block(p - s + aside));
            break;
        case Pattern::travel:
            if (s == 0 && plan_->from_input)
                add(own.in, block(p + plan_->hops), p + 1, next.landing, slot);
            else
                add(own.out, 0, p + 1, next.landing, slot);
            break;
        case Pattern::rotate:
            add(s == 0 ? own.in : own.landing, s == 0 ? 0 : (s - 1 + off) % slots, p + 1, next.landing, slot);
            break;
        case Pattern::all_reduce:
            add(own.in, block(p - s + off), p + 1, next.landing, slot);
            break;
        case Pattern::all_to_all:
            for (std::int32_t d = s + 1; d <= plan_->hops; ++d) {
                const auto bank = [&](std::int32_t step) { return step * plan_->hops + d - 1; };
                const std::int32_t src = s == 0 ? own.in : own.landing;
                const std::int32_t src_block = s == 0 ? block(p + d + off) : bank(s - 1);
                if (d == s + 1)
                    add(src, src_block, p + 1, next.out, block(p - s + aside));
                else
                    add(src, src_block, p + 1, next.landing, bank(s));
            }
            break;
        case Pattern::exchange:
            add(own.in, block(p + s + 1 + off), p + s + 1, at(p + s + 1).out, (chip(p) + aside) % n);
            break;
        case Pattern::accumulate:
            add(own.in, 0, p + s + 1, at(p + s + 1).out, 0);
            break;
    }
    return list;
}

void Flow::begin(std::int32_t p, std::vector<model::Step>& steps) const {
    if (hit(Fault::no_start, p)) return;
    const RingBuffers& own = at(p);
    const auto copy = [&](std::int32_t from, std::int32_t to, std::int32_t slots) {
        append(steps, model::Copy<C>{place(own.in, from, 0), place(own.out, to, 0), slots});
    };
    switch (plan_->pattern) {
        case Pattern::broadcast:
            if (p == 0) copy(0, 0, plan_->chunks * plan_->len);
            break;
        case Pattern::gather:
            copy(0, chip(p), width_);
            break;
        case Pattern::travel:
            if (!plan_->from_input) copy(chip(p + plan_->hops), 0, width_);
            break;
        case Pattern::rotate:
            copy(0, 0, width_);
            break;
        case Pattern::all_to_all:
        case Pattern::exchange:
            copy(chip(p), chip(p), width_);
            break;
        default:
            break;
    }
}

void Flow::apply(std::int32_t p, std::int32_t s, model::Place arrived, model::Place own, model::Place result,
                 std::vector<model::Step>& steps) const {
    HopRule rule = plan_->rules[s % RingPlan::most_hops];
    if (hit(Fault::wrong_rule, p, s)) rule = rule == HopRule::max ? HopRule::add : HopRule::max;
    if (hit(Fault::swapped, p, s)) std::swap(arrived, own);
    switch (rule) {
        case HopRule::copy:
            return append(steps, model::Copy<C>{arrived, result, width_});
        case HopRule::user:
            for (std::int32_t k = 0; k < width_; ++k)
                append(steps, model::Compute<C>{{{arrived.buffer, arrived.index + k}, {own.buffer, own.index + k}},
                                                {{result.buffer, result.index + k}},
                                                0,
                                                user_label()});
            return;
        default: {
            std::optional<model::Place> with;
            if (own != result) with = own;
            return append(steps, model::Reduce<C>{arrived, result, with, width_, rule_name(rule)});
        }
    }
}

void Flow::take_in(std::int32_t p, std::int32_t s, std::vector<model::Step>& steps) const {
    const RingBuffers& own = at(p);
    const std::int32_t slot = s % std::max(blocks_of_landing(), 1);
    const std::int32_t off = hit(Fault::wrong_block, p, s) ? 1 : 0;
    const model::Place arrived = place(own.landing, slot, 0);
    switch (plan_->pattern) {
        case Pattern::gather:
            if (has_slots(*plan_)) append(steps, model::Copy<C>{arrived, place(own.out, chip(p - s - 1), 0), width_});
            break;
        case Pattern::travel:
            apply(p, s, arrived, place(own.in, chip(p - s - 1 + plan_->hops + off), 0), place(own.out, 0, 0), steps);
            break;
        case Pattern::rotate:
            apply(p, s, arrived, place(own.out, 0, 0), place(own.out, 0, 0), steps);
            break;
        case Pattern::all_reduce: {
            const model::Place mine = place(own.in, chip(p - s - 1), 0);
            if (s < plan_->chips - 1)
                apply(p, 0, arrived, mine, mine, steps);
            else
                append(steps, model::Copy<C>{arrived, mine, width_});
            break;
        }
        default:
            break;
    }
}

}  // namespace ringproof::generators
