#include "generators/ring/simpler.h"

#include <algorithm>
#include <bit>

namespace ringproof::generators {
namespace {

std::int64_t inversions(const RingPlan& plan) {
    std::int64_t count = 0;
    for (std::int32_t i = 0; i < plan.chips; ++i)
        for (std::int32_t k = i + 1; k < plan.chips; ++k)
            count += plan.order[static_cast<std::size_t>(i)] > plan.order[static_cast<std::size_t>(k)] ? 1 : 0;
    return count;
}

template <class... Choices>
std::int64_t sum(Choices... choices) {
    return (static_cast<std::int64_t>(choices) + ...);
}

}  // namespace

std::int64_t size(const RingPlan& plan) {
    const model::Profile& profile = plan.profile;
    std::int64_t choices =
        sum(plan.split, plan.mover, plan.notice, plan.watch, plan.counters, plan.kept, plan.credits, plan.gate,
            plan.from_input, plan.channel, plan.weighed, plan.assigned, plan.link_signal, plan.one_sent,
            plan.final_quiet, plan.bounded, plan.named_contract) +
        sum(profile.signal_covers, profile.credit, profile.entry, profile.exit, profile.counter_life);
    for (const HopRule rule : plan.rules) choices += static_cast<std::int64_t>(rule);
    choices += std::count(plan.backward.begin(), plan.backward.end(), true) + inversions(plan) +
               (RingPlan::most_hops - plan.slots);
    choices += (plan.fault_chip < 0 ? 0 : 1) + (plan.fault_step < 0 ? 0 : 1);
    // What makes schedules longer counts more than any choices together.
    constexpr std::int64_t much = 1'000;
    return choices +
           much * (2 * (plan.chips - 2) + 2 * (plan.rings - 1) + 2 * (plan.launches - 1) + (plan.hops - 1) +
                   (plan.chunks - 1) + (plan.len - 1) + std::popcount(plan.faults)) +
           100 * static_cast<std::int64_t>(plan.pattern);
}

std::vector<RingPlan> simpler(const RingPlan& plan) {
    std::vector<RingPlan> found;
    const std::int64_t most = size(plan);
    const auto change = [&](auto&& by) {
        RingPlan other = plan;
        by(other);
        other = settled(other);
        if (size(other) < most && std::find(found.begin(), found.end(), other) == found.end()) found.push_back(other);
    };
    change([](RingPlan& p) { p.chips = 2; });
    change([](RingPlan& p) { p.launches = 1; });
    change([](RingPlan& p) { p.rings = 1; });
    change([](RingPlan& p) { p.chunks = p.len = 1; });
    change([](RingPlan& p) { p.hops = 1; });
    change([](RingPlan& p) { --p.chips; });
    change([](RingPlan& p) { --p.rings; });
    change([](RingPlan& p) { --p.hops; });
    change([](RingPlan& p) { --p.chunks; });
    change([](RingPlan& p) { --p.len; });
    for (std::int32_t k = 0; k < fault_kinds; ++k) change([k](RingPlan& p) { p.faults &= ~(1U << k); });
    change([](RingPlan& p) { p.profile = {}; });
    change([](RingPlan& p) { p.split = Split::one; });
    change([](RingPlan& p) { p.mover = Mover::put; });
    change([](RingPlan& p) { p.notice = Notice::recv; });
    change([](RingPlan& p) { p.watch = Watch::take; });
    change([](RingPlan& p) { p.counters = Counters::per_step; });
    change([](RingPlan& p) { p.kept = Kept::wait_each; });
    change([](RingPlan& p) { p.credits = Credits::exact; });
    change([](RingPlan& p) { p.slots = RingPlan::most_hops; });
    change([](RingPlan& p) { p.gate = Gate::none; });
    change([](RingPlan& p) { p.gate = Gate::barrier; });
    change([](RingPlan& p) { p.rules = {}; });
    change([](RingPlan& p) { p.backward = {}; });
    change([](RingPlan& p) { std::sort(p.order.begin(), p.order.end()); });
    change([](RingPlan& p) { p.profile.entry = model::Entry::barrier; });
    change([](RingPlan& p) { p.profile.exit = model::Exit::zero; });
    change([](RingPlan& p) { p.profile.signal_covers = model::Covers::own; });
    change([](RingPlan& p) { p.profile.credit = model::Credit::whole; });
    change([](RingPlan& p) { p.profile.counter_life = model::Life::launch; });
    for (const auto member :
         {&RingPlan::from_input, &RingPlan::channel, &RingPlan::weighed, &RingPlan::assigned, &RingPlan::link_signal,
          &RingPlan::one_sent, &RingPlan::final_quiet, &RingPlan::bounded, &RingPlan::named_contract})
        change([member](RingPlan& p) { p.*member = false; });
    change([](RingPlan& p) { p.fault_chip = -1; });
    change([](RingPlan& p) { p.fault_step = -1; });
    for (std::int32_t pattern = 0; pattern < static_cast<std::int32_t>(plan.pattern); ++pattern)
        change([pattern](RingPlan& p) { p.pattern = static_cast<Pattern>(pattern); });
    return found;
}

}  // namespace ringproof::generators
