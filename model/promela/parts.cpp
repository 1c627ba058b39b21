#include "model/promela/parts.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::model::promela {

using C = Concrete;

Parts::Parts(const Schedule& schedule, std::int32_t launches)
    : schedule_(schedule), launches_(launches), codes_(schedule, launches), first_slot_{0}, first_counter_{0} {
    for (const Buffer& buffer : schedule.buffers) first_slot_.push_back(first_slot_.back() + buffer.size);
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id) {
        const bool each_launch = schedule.life_of(static_cast<std::int32_t>(id)) == Life::launch;
        first_counter_.push_back(first_counter_.back() + schedule.semaphores[id].size * (each_launch ? launches : 1));
    }
    find_transfers();
    for (const Transfer& transfer : transfers_)
        if (const auto* const put = std::get_if<Put<C>>(&operation(transfer)))
            has_adders_ = has_adders_ || put->accumulate;
}

// ---- Transfers and their order -----------------------------------------------------------------------------------

void Parts::find_transfers() {
    for (std::int32_t agent = 0; agent < static_cast<std::int32_t>(schedule_.agents.size()); ++agent) {
        const auto first = static_cast<std::int32_t>(transfers_.size());
        for (std::int32_t launch = 0; launch < launches_; ++launch) {
            const auto& steps = schedule_.agents[agent].steps;
            for (std::int32_t step = 0; step < static_cast<std::int32_t>(steps.size()); ++step) {
                const std::int32_t target =
                    std::visit(Overloaded{[&](const Put<C>& put) { return schedule_.chip_of(put.dst); },
                                          [&](const Get<C>& get) { return schedule_.chip_of(get.src); },
                                          [&](const Signal<C>& signal) { return schedule_.chip_of(signal.counter); },
                                          [](const auto&) { return -1; }},
                               steps[step].operation);
                if (target < 0) continue;
                Transfer transfer{agent, launch, step, target, {}, {}};
                find_orders(transfer, first);
                transfers_.push_back(std::move(transfer));
            }
        }
    }
}

/// Fence, link and channel, section 4: which of the agent's earlier transfers to the same chip it has to follow.
void Parts::find_orders(Transfer& later, std::int32_t first_of_agent) const {
    const auto channel_of = [](const Operation& operation) {
        return std::visit(
            Overloaded{[](const Put<C>& put) { return put.channel; },
                       [](const Signal<C>& signal) { return signal.channel; }, [](const auto&) { return Symbol(); }},
            operation);
    };
    const auto& steps = schedule_.agents[later.agent].steps;
    const auto position = [&](const Transfer& transfer) {
        return transfer.launch * static_cast<std::int64_t>(steps.size()) + transfer.step;
    };
    const auto fence_between = [&](const Transfer& earlier) {
        for (std::int64_t at = position(earlier) + 1; at < position(later); ++at)
            if (std::holds_alternative<Fence<C>>(steps[at % steps.size()].operation)) return true;
        return false;
    };
    Covers covers = schedule_.profile.signal_covers;
    if (const auto* const signal = std::get_if<Signal<C>>(&operation(later))) covers = signal->covers.value_or(covers);
    for (auto id = first_of_agent; id < static_cast<std::int32_t>(transfers_.size()); ++id) {
        const Transfer& earlier = transfers_[id];
        if (earlier.target != later.target) continue;
        const bool both_push = !is_get(earlier) && !is_get(later);
        if (fence_between(earlier) || (both_push && covers == Covers::link))
            later.before_begin.push_back(id);
        else if (both_push && covers == Covers::channel &&
                 channel_of(operation(earlier)) == channel_of(operation(later)))
            later.before_land.push_back(id);
    }
}

std::int32_t Parts::transfer(std::int32_t agent, std::int32_t launch, std::int32_t step) const {
    const auto found = std::find_if(transfers_.begin(), transfers_.end(), [&](const Transfer& transfer) {
        return transfer.agent == agent && transfer.launch == launch && transfer.step == step;
    });
    return static_cast<std::int32_t>(found - transfers_.begin());
}

const Operation& Parts::operation(const Transfer& transfer) const {
    return schedule_.agents[transfer.agent].steps[transfer.step].operation;
}
bool Parts::is_get(const Transfer& transfer) const { return std::holds_alternative<Get<C>>(operation(transfer)); }
bool Parts::is_signal(const Transfer& transfer) const { return std::holds_alternative<Signal<C>>(operation(transfer)); }

// ---- Names -------------------------------------------------------------------------------------------------------

std::int32_t Parts::counter(Counter counter, std::int32_t launch) const {
    const bool each_launch = schedule_.life_of(counter.semaphore) == Life::launch;
    return first_counter_[counter.semaphore] + counter.index +
           (each_launch ? launch * schedule_.semaphores[counter.semaphore].size : 0);
}

std::string Parts::value(Place place) const { return fmt::format("value[{}]", slot(place)); }

std::string Parts::did(const char* what, std::int32_t transfer) { return fmt::format("{}_{}", what, transfer); }

std::string Parts::is_over(std::int32_t transfer) const {
    const auto* const put = std::get_if<Put<C>>(&operation(transfers_[transfer]));
    const bool rises_apart = put != nullptr && put->recv && schedule_.profile.signal_covers == Covers::none;
    return did("landed", transfer) + (rises_apart ? " && " + did("raised", transfer) : "");
}

std::string Parts::took_effect(std::int32_t transfer) const {
    return did(is_get(transfers_[transfer]) ? "was_read" : "landed", transfer);
}

std::string Parts::stage(std::int32_t chip) { return fmt::format("chip[{}]", chip); }

std::string Parts::agents_finished(std::int32_t chip, std::int32_t launches) const {
    const auto agents = std::count_if(schedule_.agents.begin(), schedule_.agents.end(),
                                      [&](const Agent& agent) { return agent.chip == chip && !agent.steps.empty(); });
    return fmt::format("finished[{}] == {}", chip, agents * launches);
}

// ---- Statements --------------------------------------------------------------------------------------------------

std::string Parts::check(const std::string& condition, const char* name) {
    return fmt::format("assert(({}) || {}); ", condition, name);
}

std::string Parts::no_conflict(Place place, Mode mode, const Own& own) const {
    const std::int32_t at = slot(place);
    std::string none;
    if (mode != Mode::read) none += fmt::format("readers[{}] == {} && ", at, own.readers);
    if (has_adders_ && mode != Mode::accumulate) none += fmt::format("adders[{}] == {} && ", at, own.adders);
    return check(none + fmt::format("writers[{}] == {}", at, own.writers), "race");
}

namespace {

const char* who(Mode mode) { return mode == Mode::read ? "readers" : mode == Mode::write ? "writers" : "adders"; }

}  // namespace

std::string Parts::open(Place place, Mode mode) const { return fmt::format("{}[{}]++; ", who(mode), slot(place)); }
std::string Parts::close(Place place, Mode mode) const { return fmt::format("{}[{}]--; ", who(mode), slot(place)); }

std::string Parts::holds(Place place) const { return check(value(place) + " != 0", "uninitialised"); }

std::string Parts::raise(Counter counter, const std::string& units, std::int32_t launch) const {
    const std::int32_t at = this->counter(counter, launch);
    std::string out;
    if (schedule_.life_of(counter.semaphore) == Life::launch) out += inside(schedule_.chip_of(counter), launch);
    out += fmt::format("counter[{0}] = counter[{0}] + {1}; ", at, units);
    if (schedule_.profile.counter_values)
        out += check(fmt::format("counter[{}] < {}", at, *schedule_.profile.counter_values), "counter_range");
    return out;
}

std::string Parts::inside(std::int32_t chip, std::int32_t launch) const {
    return check(fmt::format("{} >= {}", stage(chip), entered(launch)), "not_entered") +
           check(fmt::format("{} <= {}", stage(chip), entered(launch)), "left_already");
}

std::string Parts::memory_inside(std::int32_t chip, std::int32_t launch) const {
    return schedule_.has_launches() && !schedule_.memory_is_global() ? inside(chip, launch) : "";
}

std::string in_comment(std::string text) {
    std::replace_if(
        text.begin(), text.end(),
        [](unsigned char c) { return c < ' ' || c > '~' || c == '*' || c == '\\' || c == '\'' || c == '"'; }, ' ');
    return text;
}

std::string step(const Guarded& event) {
    std::string body = event.guard.empty() ? "" : event.guard + " -> ";
    body += event.effect.empty() ? "skip; " : event.effect;
    return fmt::format("d_step {{ {}}} /* {} */\n", body, in_comment(event.about));
}

std::string sequence(const std::vector<Guarded>& events) {
    std::string out;
    for (const Guarded& event : events) {
        std::string line = step(event);
        // A semicolon after each but the last is what Promela asks for; it takes one after the last as well.
        line.insert(line.find(" /*"), ";");
        out += "  " + line;
    }
    return out;
}

}  // namespace ringproof::model::promela
