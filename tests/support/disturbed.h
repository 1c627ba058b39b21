#pragma once

#include <random>

#include "model/schedule.h"

/// Schedules that are not monotone, made from monotone ones.
namespace ringproof::tests {

/// The schedule with some of its operations turned into, or followed by, ones that may disable events of others. The
/// same seed gives the same changes.
inline model::Schedule disturbed(model::Schedule schedule, std::uint32_t seed) {
    using C = model::Concrete;
    std::mt19937 random(seed);
    const auto draw = [&](std::uint32_t choices) { return static_cast<std::int32_t>(random() % choices); };
    const auto counter_of = [&](std::int32_t chip) {
        // One semaphore a chip, of three counters.
        return C::Counter{chip, draw(3)};
    };
    const auto slot_of = [&](std::int32_t chip) {
        std::vector<C::Place> places;
        for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
            if (schedule.buffers[id].chip == chip) places.push_back({static_cast<std::int32_t>(id), 0});
        return places[random() % places.size()];
    };
    const auto other_wait = [&](const model::Wait<C>& wait, std::int32_t chip) {
        const auto* const until = std::get_if<model::AtLeast<C>>(&wait.until);
        const std::int32_t units = until == nullptr ? 1 : until->at_least;
        model::Wait<C> other = wait;
        switch (draw(6)) {
            case 0:
                other.until = model::Equals<C>{units};
                break;
            case 1:
                other.until = model::AtLeast<C>{units, model::All{}};
                break;
            case 2:
                other.until = model::AboveSnapshot<C>{units};
                break;
            case 3:
                other.counter = counter_of(chip);
                break;
            default:
                break;
        }
        return other;
    };
    const auto disturb = [&](std::int32_t chip, std::vector<model::Step>& steps) {
        const auto add = [&](model::Operation operation) { steps.push_back({std::move(operation), model::Symbol()}); };
        switch (draw(4)) {
            case 0:
                return add(model::Set<C>{counter_of(chip), draw(2)});
            case 1:
                return add(model::Snapshot<C>{counter_of(chip)});
            case 2:
                return add(model::Poll<C>{slot_of(chip)});
            default:
                return add(model::Write<C>{slot_of(chip), std::nullopt});
        }
    };
    for (model::Agent& agent : schedule.agents) {
        std::vector<model::Step> steps;
        for (model::Step& step : agent.steps) {
            if (const auto* const wait = std::get_if<model::Wait<C>>(&step.operation))
                step.operation = other_wait(*wait, agent.chip);
            else if (auto* const signal = std::get_if<model::Signal<C>>(&step.operation); signal && draw(3) == 0)
                signal->effect = model::Assign<C>{draw(3)};
            steps.push_back(std::move(step));
            if (draw(2) == 0) disturb(agent.chip, steps);
        }
        if (draw(3) == 0) disturb(agent.chip, steps);
        agent.steps = std::move(steps);
    }
    return schedule;
}

}  // namespace ringproof::tests
