#include <algorithm>

#include "generators/ring/names.h"
#include "generators/ring/writer.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

}  // namespace

model::Symbol channel_of(const RingPlan& plan) {
    static const model::Symbol channel("c");
    return plan.channel ? channel : model::Symbol();
}

std::int32_t Writer::slots() const {
    const std::int32_t steps = std::max(steps_of(plan_), 1);
    return has_slots(plan_) ? std::min(plan_.slots, steps) : steps;
}

bool Writer::uses_credits() const {
    if (!has_slots(plan_) || plan_.mover != Mover::put || plan_.has(Fault::no_credit)) return false;
    return plan_.credits != Credits::exact || slots() < steps_of(plan_);
}

bool Writer::gives_credit(std::int32_t step) const {
    return uses_credits() && (plan_.credits == Credits::prepaid || step + slots() < steps_of(plan_));
}

std::int32_t Writer::arrival_index(std::int32_t step) const {
    if (plan_.counters == Counters::per_step) return step;
    return plan_.counters == Counters::per_slot ? step % slots() : 0;
}

bool Writer::signalled() const { return plan_.notice != Notice::recv && plan_.notice != Notice::polled; }

std::int32_t Writer::arrival_units(std::int32_t step) const {
    return signalled() ? 1 : flows_[0].transfers(step) * (plan_.weighed ? plan_.len : 1);
}

bool Writer::receiver_keeps(const View& view) const { return !view.fused() && overwrites_source(plan_); }

void Writer::await(Steps& steps, model::Counter counter, std::int32_t units, std::int32_t take) const {
    append(steps, model::Wait<C>{counter, model::AtLeast<C>{units, take}});
}

void Writer::signal(Steps& steps, model::Counter counter, std::int32_t units) const {
    append(steps, model::Signal<C>{counter, model::Add<C>{units}, model::Symbol(), std::nullopt});
}

void Writer::step(const View& view, std::int32_t s) {
    if (plan_.mover != Mover::put) return fetch(view, s);
    // A broadcast hands on what has arrived in the same step.
    const bool receive_first = plan_.pattern == Pattern::broadcast || hit(Fault::receive_first, view, s);
    if (receive_first) receive(view, s);
    send(view, s);
    if (!receive_first) receive(view, s);
}

void Writer::send(const View& view, std::int32_t s) {
    if (!flow(view).sends(view.position, s)) return;
    if (!view.fused() && forwards(plan_.pattern)) {
        signal(view.receiver, counter(Sem::go, view.ring, view.chip));
        await(view.sender, counter(Sem::go, view.ring, view.chip), 1, 1);
    }
    if (uses_credits() && (plan_.credits != Credits::exact || s >= slots()))
        await(view.sender, counter(Sem::ready, view.ring, view.chip), 1, 1);
    // In a rotation the slot of the step before is free once it has been sent on.
    const bool frees = plan_.pattern == Pattern::rotate && s >= 1 && gives_credit(s - 1);
    if (frees && hit(Fault::early_credit, view, s)) give_credit(view, view.sender, s - 1);
    put_all(view, s);
    if (!receiver_keeps(view) && !hit(Fault::late_kept, view, s)) keep(view.sender, view, s);
    if (frees && !hit(Fault::early_credit, view, s)) give_credit(view, view.sender, s - 1);
    if (!receiver_keeps(view) && hit(Fault::late_kept, view, s) && !view.fused()) keep(view.sender, view, s);
}

void Writer::put_all(const View& view, std::int32_t s) {
    const auto transfers = flow(view).sent(view.position, s);
    if (transfers.empty()) return;
    const model::Symbol channel = channel_of(plan_);
    const std::int32_t there = flow(view).chip(transfers[0].to);
    for (const Transfer& transfer : transfers) {
        model::Put<C> put{transfer.src, transfer.dst, plan_.len, std::nullopt, std::nullopt, channel, false};
        put.accumulate = plan_.pattern == Pattern::accumulate;
        if (plan_.kept == Kept::wait_each || plan_.kept == Kept::wait_end)
            put.send = model::Raise<C>{counter(Sem::sent, view.ring, view.chip), 1};
        if (plan_.notice == Notice::recv)
            put.recv = model::Raise<C>{counter(Sem::arrived, view.ring, there, arrival_index(s)),
                                       plan_.weighed ? plan_.len : 1};
        append(view.sender, put);
    }
    if (!signalled()) return;
    model::Signal<C> signal{counter(Sem::arrived, view.ring, there, arrival_index(s)), model::Add<C>{1}, channel, {}};
    if (plan_.watch == Watch::equals && plan_.assigned) signal.effect = model::Assign<C>{1};
    if (!hit(Fault::loose_signal, view, s)) {
        if (plan_.notice == Notice::fenced) append(view.sender, model::Fence<C>{});
        if (plan_.notice == Notice::quieted) append(view.sender, model::Quiet<C>{model::Until::landed});
        if (plan_.notice == Notice::ordered)
            signal.covers = plan_.link_signal ? model::Covers::link : model::Covers::channel;
        // Its own word is not needed where the profile promises the same.
        if (signal.covers == plan_.profile.signal_covers) signal.covers = std::nullopt;
    }
    append(view.sender, signal);
}

void Writer::keep(Steps& steps, const View& view, std::int32_t s) {
    if (hit(Fault::skip_kept, view, s)) return;
    const std::int32_t transfers = flow(view).transfers(s);
    if (plan_.kept == Kept::wait_each)
        await(steps, counter(Sem::sent, view.ring, view.chip), transfers, transfers);
    else if (plan_.kept == Kept::quiet_each)
        append(steps, model::Quiet<C>{model::Until::read});
}

void Writer::receive(const View& view, std::int32_t s) {
    const bool arrives = flow(view).receives(view.position, s);
    const bool late = hit(Fault::late_arrival, view, s);
    if (arrives && !late) await_arrival(view, s);
    if (receiver_keeps(view) && !hit(Fault::late_kept, view, s)) keep(view.receiver, view, s);
    const bool frees = plan_.pattern != Pattern::rotate && gives_credit(s);
    if (frees && hit(Fault::early_credit, view, s)) give_credit(view, view.receiver, s);
    if (arrives) flow(view).take_in(view.position, s, view.receiver);
    if (arrives && late) await_arrival(view, s);
    if (hit(Fault::late_kept, view, s) && (view.fused() || receiver_keeps(view)) && flow(view).sends(view.position, s))
        keep(view.receiver, view, s);
    if (plan_.notice == Notice::polled && rearms(plan_) && !hit(Fault::no_rearm, view, s)) poll(view, s, true);
    if (frees && !hit(Fault::early_credit, view, s)) give_credit(view, view.receiver, s);
    if (plan_.pattern == Pattern::rotate && s + 1 == steps_of(plan_) && gives_credit(s))
        give_credit(view, view.receiver, s);
}

void Writer::give_credit(const View& view, Steps& steps, std::int32_t s) {
    const std::int32_t times = hit(Fault::few_credits, view, s) ? 0 : hit(Fault::many_credits, view, s) ? 2 : 1;
    const std::int32_t to = view.position + (hit(Fault::stray_credit, view, s) ? 1 : -1);
    for (std::int32_t k = 0; k < times; ++k) signal(steps, counter(Sem::ready, view.ring, flow(view).chip(to)));
}

void Writer::poll(const View& view, std::int32_t s, bool rearm) {
    const Flow clean = flow(view).of(clean_);
    for (const Transfer& transfer : clean.sent(clean.source(view.position, s), s))
        if (rearm)
            append(view.receiver, model::Write<C>{transfer.dst, std::nullopt});
        else
            append(view.receiver, model::Poll<C>{transfer.dst});
}

void Writer::await_arrival(const View& view, std::int32_t s) {
    if (hit(Fault::skip_arrival, view, s)) return;
    if (plan_.notice == Notice::polled) return poll(view, s, false);
    const model::Counter counter = this->counter(Sem::arrived, view.ring, view.chip, arrival_index(s));
    const std::int32_t units = arrival_units(s);
    std::int32_t so_far = 0, later = 0;
    for (std::int32_t other = 0; other < steps_of(plan_); ++other)
        if (arrival_index(other) == arrival_index(s)) (other <= s ? so_far : later) += arrival_units(other);
    const bool weak = hit(Fault::weak_arrival, view, s);
    switch (plan_.watch) {
        case Watch::take:
            if (weak) return await(view.receiver, counter, std::max(units - 1, 1), std::max(units - 1, 0));
            return await(view.receiver, counter, units, units);
        case Watch::cumulative:
            return await(view.receiver, counter, weak ? std::max(so_far - 1, 0) : so_far,
                         later == 0 && !weak ? so_far : 0);
        case Watch::equals:
            append(view.receiver, model::Wait<C>{counter, model::Equals<C>{units}});
            if (!weak) append(view.receiver, model::Set<C>{counter, 0});
            return;
        case Watch::snapshot:
            return append(view.receiver,
                          model::Wait<C>{counter, model::AboveSnapshot<C>{weak ? std::max(so_far - 1, 0) : so_far}});
    }
}

void Writer::fetch(const View& view, std::int32_t s) {
    const Flow& ring = flow(view);
    Steps& steps = view.receiver;
    const std::int32_t left = ring.chip(view.position - 1), right = ring.chip(view.position + 1);
    if (forwards(plan_.pattern)) {
        signal(steps, counter(Sem::filled, view.ring, right));
        if (!hit(Fault::skip_arrival, view, s)) await(steps, counter(Sem::filled, view.ring, view.chip), 1, 1);
    }
    const auto transfers = ring.sent(view.position - 1, s);
    const auto count = static_cast<std::int32_t>(transfers.size());
    for (const Transfer& transfer : transfers)
        if (plan_.mover == Mover::load)
            append(steps, model::Copy<C>{transfer.src, transfer.dst, plan_.len});
        else
            append(steps,
                   model::Get<C>{transfer.src, transfer.dst, plan_.len,
                                 model::Raise<C>{counter(Sem::fetched, view.ring, view.chip), 1}, channel_of(plan_)});
    const bool late = hit(Fault::late_arrival, view, s);
    const auto await_fetched = [&] {
        if (plan_.mover == Mover::get) await(steps, counter(Sem::fetched, view.ring, view.chip), count, count);
    };
    if (!late) await_fetched();
    if (!hit(Fault::few_credits, view, s)) signal(steps, counter(Sem::released, view.ring, left));
    const bool asks = overwrites_source(plan_) && !hit(Fault::skip_kept, view, s);
    if (asks && !hit(Fault::late_kept, view, s)) await(steps, counter(Sem::released, view.ring, view.chip), 1, 1);
    ring.take_in(view.position, s, steps);
    if (asks && hit(Fault::late_kept, view, s)) await(steps, counter(Sem::released, view.ring, view.chip), 1, 1);
    if (late) await_fetched();
}

}  // namespace ringproof::generators
