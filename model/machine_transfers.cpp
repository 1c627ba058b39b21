#include <algorithm>

#include "model/machine.h"

// The machine's transfers: puts, gets and signals between their issue and their end.
namespace ringproof::model {
namespace {

using C = Concrete;

}  // namespace

std::int32_t Machine::find_transfer(std::int32_t agent, std::int64_t number) const {
    const auto& in_flight = agents_[agent].in_flight;
    const auto at = std::lower_bound(in_flight.begin(), in_flight.end(), number,
                                     [&](std::int32_t id, std::int64_t n) { return transfers_[id].number < n; });
    return at != in_flight.end() && transfers_[*at].number == number ? *at : -1;
}

std::int32_t Machine::find_transfer(const Event& event) const {
    const auto steps = static_cast<std::int64_t>(schedule_->agents[event.who].steps.size());
    return event.step < steps ? find_transfer(event.who, event.launch * steps + event.step) : -1;
}

void Machine::issue(const Event& event, std::int32_t target) {
    AgentState& agent = agents_[event.who];
    Transfer transfer;
    transfer.issue = event;
    transfer.number = position(event.who);
    transfer.target = target;
    transfer.fences = agent.fences;

    const auto channel_of = [&](const Event& other) {
        return std::visit(
            [](const auto& op) {
                if constexpr (requires { op.channel; }) return op.channel;
                return Symbol();
            },
            operation(other));
    };
    const auto* const signal = std::get_if<Signal<C>>(&operation(event));
    const Covers covers = signal != nullptr ? signal->covers.value_or(schedule_->profile.signal_covers)
                                            : schedule_->profile.signal_covers;
    const bool is_get = std::holds_alternative<Get<C>>(operation(event));
    for (const std::int32_t id : agent.in_flight) {
        const Transfer& earlier = transfers_[id];
        if (earlier.target != target) continue;
        const bool both_push = !is_get && !std::holds_alternative<Get<C>>(operation(earlier.issue));
        if (earlier.fences < agent.fences || (covers == Covers::link && both_push))
            transfer.before_begin.push_back(earlier.number);
        else if (covers == Covers::channel && both_push && channel_of(event) == channel_of(earlier.issue))
            transfer.before_land.push_back(earlier.number);
    }
    if (free_.empty()) {
        free_.push_back(static_cast<std::int32_t>(transfers_.size()));
        transfers_.emplace_back();
    }
    agent.in_flight.push_back(free_.back());
    transfers_[free_.back()] = std::move(transfer);
    free_.pop_back();
}

bool Machine::took_effect(const Transfer& transfer) const {
    // The effect of a get at its target is the read; of everything else, the landing.
    return transfer.landed || (transfer.read && std::holds_alternative<Get<C>>(operation(transfer.issue)));
}

bool Machine::is_detached(const Transfer& transfer) const {
    const auto* const put = std::get_if<Put<C>>(&operation(transfer.issue));
    return put != nullptr && put->recv && schedule_->profile.signal_covers == Covers::none;
}

const Machine::Transfer* Machine::holds_back(const Transfer& transfer, Moment moment) const {
    const auto first_of = [&](const std::vector<std::int64_t>& numbers) -> const Transfer* {
        for (const std::int64_t number : numbers)
            if (const std::int32_t id = find_transfer(transfer.issue.who, number);
                id >= 0 && !took_effect(transfers_[id]))
                return &transfers_[id];
        return nullptr;
    };
    const Transfer* first = nullptr;
    if (moment == Moment::begin || moment == Moment::deliver) first = first_of(transfer.before_begin);
    if (first == nullptr && (moment == Moment::land || moment == Moment::deliver))
        first = first_of(transfer.before_land);
    return first;
}

bool Machine::transfer_enabled(const Transfer& transfer, Moment moment) const {
    if (std::holds_alternative<Signal<C>>(operation(transfer.issue)))
        return moment == Moment::deliver && !transfer.landed && holds_back(transfer, moment) == nullptr;

    const auto* const put = std::get_if<Put<C>>(&operation(transfer.issue));
    switch (moment) {
        case Moment::begin:
            return !transfer.begun && holds_back(transfer, moment) == nullptr;
        case Moment::read:
            return !transfer.read && (put != nullptr || transfer.begun);
        case Moment::credit:
            return put != nullptr && schedule_->profile.credit == Credit::gradual && !is_detached(transfer) &&
                   transfer.begun && !transfer.landed && transfer.credits < early_units(*put);
        case Moment::raise:
            return is_detached(transfer) && transfer.begun && !transfer.raised;
        case Moment::land:
            return transfer.begun && transfer.read && !transfer.landed && holds_back(transfer, moment) == nullptr;
        default:
            return false;
    }
}

struct Machine::Move {
    Machine& machine;
    Transfer& transfer;
    Event event;

    void operator()(const Put<C>& put) const {
        switch (event.moment) {
            case Moment::begin:
                machine.check_inside(event, transfer.target);
                machine.open_side(event, End::target);
                break;
            case Moment::read:
                // Late reads of an input are a matter of the race with its next fill.
                if (!is_input(machine.schedule_->buffers[put.src.buffer].role))
                    machine.check_inside(event, machine.schedule_->chip_of(put.src));
                read_all(put.src, put.len);
                machine.close_side(event, End::source);
                if (put.send) machine.raise(event, put.send->counter, put.send->add);
                break;
            case Moment::credit:
                ++transfer.credits;
                machine.raise(event, put.recv->counter, 1);
                break;
            case Moment::raise:
                machine.raise(event, put.recv->counter, put.recv->add);
                break;
            default:
                machine.check_inside(event, transfer.target);
                write_all(put.dst, put.accumulate);
                machine.close_side(event, End::target);
                if (put.recv && !machine.is_detached(transfer))
                    machine.raise(event, put.recv->counter, put.recv->add - transfer.credits);
        }
    }
    void operator()(const Get<C>& get) const {
        switch (event.moment) {
            case Moment::begin:
                machine.check_inside(event, transfer.target);
                machine.open_side(event, End::source);
                break;
            case Moment::read:
                machine.check_inside(event, transfer.target);
                read_all(get.src, get.len);
                machine.close_side(event, End::source);
                break;
            default:
                machine.check_inside(event, machine.schedule_->chip_of(get.dst));
                write_all(get.dst, false);
                machine.close_side(event, End::target);
                if (get.done) machine.raise(event, get.done->counter, get.done->add);
        }
    }
    void operator()(const Signal<C>& signal) const {
        if (const auto* const add = std::get_if<Add<C>>(&signal.effect)) {
            machine.raise(event, signal.counter, add->add);
        } else {
            machine.raise(event, signal.counter, 0);  // for its checks
            machine.assign(event, signal.counter, std::get<Assign<C>>(signal.effect).set);
        }
    }
    void operator()(const auto&) const {}  // no other operation is a transfer

private:
    void read_all(Place src, std::int32_t len) const {
        for (std::int32_t k = 0; k < len; ++k)
            transfer.payload.push_back(machine.read(event, {src.buffer, src.index + k}));
    }
    void write_all(Place dst, bool accumulate) const {
        for (std::size_t k = 0; k < transfer.payload.size(); ++k) {
            const Place place{dst.buffer, dst.index + static_cast<std::int32_t>(k)};
            const Value value = accumulate ? machine.values_->reduce(*find_rule("add"), transfer.payload[k],
                                                                     machine.read(event, place), true)
                                           : transfer.payload[k];
            machine.memory_.store(place, value);
        }
    }
};

void Machine::move(std::int32_t id, Moment moment) {
    Transfer& transfer = transfers_[id];
    std::visit(Move{*this, transfer, transfer.event(moment)}, operation(transfer.issue));
    transfer.begun |= moment == Moment::begin;
    transfer.read |= moment == Moment::read;
    transfer.raised |= moment == Moment::raise;
    transfer.landed |= moment == Moment::land || moment == Moment::deliver;
    if (!transfer.landed || transfer_enabled(transfer, Moment::raise)) return;
    auto& in_flight = agents_[transfer.issue.who].in_flight;
    in_flight.erase(std::find(in_flight.begin(), in_flight.end(), id));
    transfer = {};
    free_.push_back(id);
}

}  // namespace ringproof::model
