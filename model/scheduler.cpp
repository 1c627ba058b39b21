#include "model/scheduler.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>

namespace ringproof::model {
namespace {

void fire(Machine& machine, const Event& event, const Observer& observe) {
    if (observe) observe(event);
    machine.fire(event);
}

/// Lets an agent's transfers go as far as they can. Whether one of its transfers may move depends on its own transfers
/// only, so nothing is missed.
void drain(Machine& machine, std::int32_t agent, const Observer& observe) {
    while (true) {
        std::optional<Event> next;
        machine.each_in_flight(agent, [&](const Event& event) {
            if (!next) next = event;
        });
        if (!next) return;
        fire(machine, *next, observe);
    }
}

/// Who moves by an event, told by one that all of its events share: an agent, the environment of a chip, or one moment
/// of a transfer.
Event mover(const Event& event) {
    if (is_environment(event.moment)) return {Moment::fill, event.who, 0, 0};
    if (is_asynchronous(event.moment)) return event;
    return {Moment::start, event.who, 0, 0};
}

}  // namespace

void run_in_order(Machine& machine, const Observer& observe) {
    const auto agents = static_cast<std::int32_t>(machine.schedule().agents.size());
    bool moved = true;
    while (moved) {
        moved = false;
        for (std::int32_t chip = 0; chip < machine.schedule().chips; ++chip)
            for (auto next = machine.next_of_chip(chip); next && machine.enabled(*next);
                 next = machine.next_of_chip(chip)) {
                fire(machine, *next, observe);
                moved = true;
            }
        for (std::int32_t agent = 0; agent < agents; ++agent)
            for (auto next = machine.next_of_agent(agent); next && machine.enabled(*next);
                 next = machine.next_of_agent(agent)) {
                fire(machine, *next, observe);
                drain(machine, agent, observe);
                moved = true;
            }
    }
    machine.rest();
}

void run_random(Machine& machine, std::uint64_t seed, const Observer& observe) {
    std::mt19937_64 random(seed);
    for (auto enabled = machine.enabled(); !enabled.empty(); enabled = machine.enabled())
        // Not uniform_int_distribution, whose numbers differ between libraries.
        fire(machine, enabled[random() % enabled.size()], observe);
    machine.rest();
}

void run_adversarial(Machine& machine, std::uint64_t seed, const Observer& observe) {
    constexpr std::uint64_t moves_with_one_priority = 8;  // on average
    std::mt19937_64 random(seed);
    std::map<Event, std::uint64_t> priorities;
    for (auto enabled = machine.enabled(); !enabled.empty(); enabled = machine.enabled()) {
        for (const Event& event : enabled)
            if (const Event who = mover(event); !priorities.contains(who)) priorities.emplace(who, random());
        const Event next = *std::max_element(enabled.begin(), enabled.end(), [&](const Event& a, const Event& b) {
            return priorities.at(mover(a)) < priorities.at(mover(b));
        });
        if (random() % moves_with_one_priority == 0) priorities.at(mover(next)) = random();
        fire(machine, next, observe);
    }
    machine.rest();
}

std::size_t run_trace(Machine& machine, const Trace& trace) {
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (!machine.enabled(trace[i])) return i;
        machine.fire(trace[i]);
    }
    return trace.size();
}

}  // namespace ringproof::model
