#include "generators/ring/writer.h"

#include <algorithm>
#include <ostream>

#include "generators/ring/names.h"
#include "model/json/json.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

constexpr std::array<std::string_view, 11> semaphore_stems{
    "sent", "arrived", "ready", "go", "filled", "fetched", "released", "from_left", "from_right", "bar", "heard"};

std::int32_t rounds(std::int32_t chips) {
    std::int32_t count = 0;
    while (1 << count < chips) ++count;
    return count;
}

}  // namespace

Writer::Writer(const RingPlan& plan) : plan_(plan), clean_(plan) {
    clean_.faults = 0;
    for (std::int32_t ring = 0; ring < plan.rings; ++ring) flows_.emplace_back(plan_, ring);
}

model::Schedule Writer::write() {
    schedule_.name = "ring";
    schedule_.chips = plan_.chips;
    schedule_.profile = plan_.profile;
    schedule_.launches = plan_.launches;
    for (Flow& flow : flows_) flow.declare(schedule_);
    declare_agents();
    for (std::int32_t chip = 0; chip < plan_.chips; ++chip) {
        gate(chip);
        for (std::int32_t ring = 0; ring < plan_.rings; ++ring) before(view(ring, chip));
        for (std::int32_t s = 0; s < flows_[0].steps_done(); ++s)
            for (std::int32_t ring = 0; ring < plan_.rings; ++ring) step(view(ring, chip), s);
        for (std::int32_t ring = 0; ring < plan_.rings; ++ring) after(view(ring, chip));
        finish(chip);
    }
    for (const Flow& flow : flows_) flow.promise(schedule_);
    if (plan_.bounded || plan_.has(Fault::narrow_counters)) schedule_.profile.counter_values = width();
    return std::move(schedule_);
}

void Writer::declare_agents() {
    static const std::array names{model::Symbol("a"), model::Symbol("b"), model::Symbol("c")};
    agents_ = plan_.split == Split::one ? 1 : plan_.split == Split::halves ? 2 : plan_.rings;
    for (std::int32_t chip = 0; chip < plan_.chips; ++chip)
        for (std::int32_t agent = 0; agent < agents_; ++agent)
            schedule_.agents.push_back({chip, names[static_cast<std::size_t>(agent)], {}});
}

Writer::Steps& Writer::program(std::int32_t chip, std::int32_t agent) {
    return schedule_.agents[static_cast<std::size_t>(chip) * agents_ + agent].steps;
}

Writer::View Writer::view(std::int32_t ring, std::int32_t chip) {
    std::int32_t position = 0;
    while (flows_[static_cast<std::size_t>(ring)].chip(position) != chip) ++position;
    const std::int32_t sender = plan_.split == Split::rings ? ring : 0;
    return {ring, chip, position, program(chip, sender), program(chip, plan_.split == Split::halves ? 1 : sender)};
}

std::int32_t Writer::size_of(Sem kind) const {
    if (kind == Sem::arrived) {
        if (plan_.counters == Counters::per_step) return std::max(steps_of(plan_), 1);
        return plan_.counters == Counters::per_slot ? slots() : 1;
    }
    if (kind == Sem::bar) return 2;
    return kind == Sem::heard ? rounds(plan_.chips) : 1;
}

model::Counter Writer::counter(Sem kind, std::int32_t ring, std::int32_t chip, std::int32_t index) {
    static const auto names = [] {
        std::array<RingNames, kinds> all;
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = each_ring(semaphore_stems[k]);
        return all;
    }();
    if (kind == Sem::sent && plan_.one_sent) ring = 0;
    if (kind == Sem::arrived && plan_.has(Fault::shared_rings)) ring = 0;
    std::int32_t& first = first_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(ring)];
    if (first == 0) {
        first = static_cast<std::int32_t>(schedule_.semaphores.size()) + 1;
        const std::int32_t init = kind == Sem::ready && plan_.credits == Credits::prepaid ? slots() : 0;
        std::optional<model::Life> life;
        if (kind >= Sem::from_left) life = model::Life::global;
        for (std::int32_t c = 0; c < plan_.chips; ++c)
            schedule_.semaphores.push_back(
                {c, names[static_cast<std::size_t>(kind)][static_cast<std::size_t>(ring)], size_of(kind), init, life});
    }
    return {first - 1 + chip, index};
}

void Writer::gate(std::int32_t chip) {
    static const model::Symbol everybody("everybody");
    const View first = view(0, chip);
    const Flow& ring = flow(first);
    if (!plan_.has(Fault::late_snapshot)) snapshots(first);
    const bool skipped = hits(plan_, Fault::no_gate, chip, plan_.fault_step);
    const std::int32_t left = ring.chip(first.position - 1), right = ring.chip(first.position + 1);
    switch (skipped ? Gate::none : plan_.gate) {
        case Gate::none:
            break;
        case Gate::barrier:
            for (std::int32_t agent = 0; agent < agents_; ++agent)
                append(program(chip, agent), model::Barrier<C>{everybody});
            break;
        case Gate::neighbours:
            if (plan_.has(Fault::weak_gate)) {
                for (const std::int32_t to : {left, right}) signal(first.sender, counter(Sem::bar, 0, to));
                await(first.sender, counter(Sem::bar, 0, chip), 2, 2);
                break;
            }
            signal(first.sender, counter(Sem::from_right, 0, left));
            signal(first.sender, counter(Sem::from_left, 0, right));
            await(first.sender, counter(Sem::from_left, 0, chip), 1, 1);
            await(first.sender, counter(Sem::from_right, 0, chip), 1, 1);
            break;
        case Gate::doubled:
            for (std::int32_t bar = 0; bar < (plan_.has(Fault::weak_gate) ? 1 : 2); ++bar) {
                for (const std::int32_t to : {left, right}) signal(first.sender, counter(Sem::bar, 0, to, bar));
                await(first.sender, counter(Sem::bar, 0, chip, bar), 2, 2);
            }
            break;
        case Gate::dissemination:
            for (std::int32_t r = 0; r < rounds(plan_.chips); ++r) {
                // The weak one hears of every round on one counter.
                const std::int32_t index = plan_.has(Fault::weak_gate) ? 0 : r;
                signal(first.sender, counter(Sem::heard, 0, ring.chip(first.position + (1 << r)), index));
                await(first.sender, counter(Sem::heard, 0, chip, index), 1, 1);
            }
            break;
    }
    if (plan_.has(Fault::late_snapshot)) snapshots(first);
}

void Writer::snapshots(const View& first) {
    if (plan_.watch != Watch::snapshot) return;
    for (std::int32_t ring = 0; ring < plan_.rings; ++ring)
        for (std::int32_t index = 0; index < size_of(Sem::arrived); ++index)
            append(view(ring, first.chip).receiver, model::Snapshot<C>{counter(Sem::arrived, ring, first.chip, index)});
}

void Writer::before(const View& view) {
    flow(view).begin(view.position, view.receiver);
    if (uses_credits() && plan_.credits == Credits::announced)
        for (std::int32_t k = 0; k < slots(); ++k)
            signal(view.receiver, counter(Sem::ready, view.ring, flow(view).chip(view.position - 1)));
}

void Writer::after(const View& view) {
    std::int32_t sent = 0, received = 0;
    for (std::int32_t s = 0; s < flow(view).steps_done(); ++s) {
        if (flow(view).sends(view.position, s)) sent += flow(view).transfers(s);
        received += 1;
    }
    if (plan_.mover != Mover::put) {
        // What was fetched from here step by step has been asked for where it was overwritten.
        if (!overwrites_source(plan_))
            await(view.receiver, counter(Sem::released, view.ring, view.chip), received, received);
        return;
    }
    if (sent == 0 || hits(plan_, Fault::skip_kept, view.chip, plan_.fault_step)) return;
    if (plan_.kept == Kept::wait_end)
        await(view.sender, counter(Sem::sent, view.ring, view.chip), sent, sent);
    else if (plan_.kept == Kept::quiet_end)
        append(view.sender, model::Quiet<C>{model::Until::landed});
}

void Writer::finish(std::int32_t chip) {
    if (!plan_.final_quiet || hits(plan_, Fault::no_final_quiet, chip, plan_.fault_step)) return;
    for (std::int32_t agent = 0; agent < agents_; ++agent)
        if (!program(chip, agent).empty()) append(program(chip, agent), model::Quiet<C>{model::Until::landed});
}

std::int32_t Writer::width() const {
    if (plan_.has(Fault::narrow_counters)) {
        std::int32_t most = 0;
        for (const model::Semaphore& semaphore : schedule_.semaphores) most = std::max(most, semaphore.init);
        return std::max(most + 1, 2);
    }
    // All that is ever raised, on whatever counter, and one more.
    std::int32_t units = 2;
    const auto add = [&](const std::optional<model::Raise<C>>& raise) { units += raise ? raise->add : 0; };
    for (const model::Semaphore& semaphore : schedule_.semaphores) units += semaphore.init;
    for (const model::Agent& agent : schedule_.agents)
        for (const model::Step& step : agent.steps) {
            if (const auto* const put = std::get_if<model::Put<C>>(&step.operation)) {
                add(put->send);
                add(put->recv);
            } else if (const auto* const get = std::get_if<model::Get<C>>(&step.operation)) {
                add(get->done);
            } else if (std::holds_alternative<model::Signal<C>>(step.operation)) {
                units += 1;
            }
        }
    return units * plan_.launches;
}

model::Schedule schedule_of(const RingPlan& plan) { return Writer(plan).write(); }

}  // namespace ringproof::generators
