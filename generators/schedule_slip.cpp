#include "generators/schedule_slip.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "generators/operation_parts.h"
#include "model/validity.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;
using model::Operation;

/// A choice by a number, which is used up.
std::int32_t chosen(std::uint32_t& number, std::size_t choices) {
    const auto among = static_cast<std::uint32_t>(choices);
    const auto choice = static_cast<std::int32_t>(number % among);
    number /= among;
    return choice;
}

/// The index moved on by 1 to size - 1, round the end.
std::int32_t other_index(std::int32_t index, std::int32_t size, std::uint32_t& number) {
    return size < 2 ? index : (index + 1 + chosen(number, static_cast<std::size_t>(size) - 1)) % size;
}

/// What is declared of that name on another chip, or -1.
template <class Declaration>
std::int32_t of_that_name(const std::vector<Declaration>& all, std::int32_t id, std::int32_t chip) {
    const Declaration& one = all[static_cast<std::size_t>(id)];
    for (std::size_t other = 0; other < all.size(); ++other)
        if (all[other].chip == chip && all[other].name == one.name) return static_cast<std::int32_t>(other);
    return -1;
}

/// Changes one operation in place; false where there is nothing to change.
class Change {
public:
    Change(const model::Schedule& schedule, std::uint32_t how) : schedule_(schedule), how_(how) {}

    bool amount(Operation& operation) {
        const auto amounts = amounts_of(operation);
        if (amounts.empty()) return false;
        std::int32_t& number = *amounts[static_cast<std::size_t>(chosen(how_, amounts.size()))];
        number += chosen(how_, 2) == 0 ? 1 : -1;
        return true;
    }
    bool counter(Operation& operation) {
        const auto counters = counters_of(operation);
        if (counters.empty()) return false;
        model::Counter& one = *counters[static_cast<std::size_t>(chosen(how_, counters.size()))];
        // One of its chip: where it counts is given by the operation.
        std::vector<model::Counter> others;
        for (std::size_t id = 0; id < schedule_.semaphores.size(); ++id)
            if (schedule_.semaphores[id].chip == schedule_.chip_of(one))
                for (std::int32_t index = 0; index < schedule_.semaphores[id].size; ++index)
                    if (const model::Counter other{static_cast<std::int32_t>(id), index}; other != one)
                        others.push_back(other);
        if (others.empty()) return false;
        one = others[static_cast<std::size_t>(chosen(how_, others.size()))];
        return true;
    }
    bool slot(Operation& operation) {
        const auto places = places_of(operation);
        if (places.empty()) return false;
        model::Place& one = *places[static_cast<std::size_t>(chosen(how_, places.size()))];
        const std::int32_t size = schedule_.buffers[static_cast<std::size_t>(one.buffer)].size;
        const std::int32_t chip = schedule_.chip_of(one);
        if (size > 1 && chosen(how_, 4) != 0) {
            one.index = other_index(one.index, size, how_);
            return true;
        }
        std::vector<std::int32_t> others;
        for (std::size_t id = 0; id < schedule_.buffers.size(); ++id)
            if (schedule_.buffers[id].chip == chip && static_cast<std::int32_t>(id) != one.buffer)
                others.push_back(static_cast<std::int32_t>(id));
        if (others.empty()) return false;
        one.buffer = others[static_cast<std::size_t>(chosen(how_, others.size()))];
        one.index = std::min(one.index, schedule_.buffers[static_cast<std::size_t>(one.buffer)].size - 1);
        return true;
    }
    bool chip(Operation& operation) {
        return std::visit(
            model::Overloaded{
                [&](model::Put<C>& put) {
                    // Its counter goes along.
                    const std::int32_t to = other_index(schedule_.chip_of(put.dst), schedule_.chips, how_);
                    return turn(put.dst, to) && (!put.recv || turn(put.recv->counter, to));
                },
                [&](model::Get<C>& get) {
                    return turn(get.src, other_index(schedule_.chip_of(get.src), schedule_.chips, how_));
                },
                [&](model::Signal<C>& signal) {
                    return turn(signal.counter, other_index(schedule_.chip_of(signal.counter), schedule_.chips, how_));
                },
                [&](model::Copy<C>& copy) {
                    return turn(copy.src, other_index(schedule_.chip_of(copy.src), schedule_.chips, how_));
                },
                [](auto&) { return false; }},
            operation);
    }
    bool rule(Operation& operation) {
        static const std::array names{model::Symbol("max"), model::Symbol("compose"), model::Symbol("add")};
        auto* const reduce = std::get_if<model::Reduce<C>>(&operation);
        if (reduce == nullptr) return false;
        reduce->rule = names[static_cast<std::size_t>(chosen(how_, names.size()))];
        return true;
    }
    bool raise(Operation& operation) {
        if (auto* const put = std::get_if<model::Put<C>>(&operation)) {
            auto& one = chosen(how_, 2) == 0 ? put->recv : put->send;
            const bool had = one.has_value();
            one.reset();
            return had;
        }
        auto* const get = std::get_if<model::Get<C>>(&operation);
        if (get == nullptr || !get->done) return false;
        get->done.reset();
        return true;
    }
    bool assign(Operation& operation) {
        if (auto* const signal = std::get_if<model::Signal<C>>(&operation)) {
            const auto* const add = std::get_if<model::Add<C>>(&signal->effect);
            if (add == nullptr) return false;
            signal->effect = model::Assign<C>{add->add};
            return true;
        }
        auto* const wait = std::get_if<model::Wait<C>>(&operation);
        auto* const until = wait == nullptr ? nullptr : std::get_if<model::AtLeast<C>>(&wait->until);
        if (until == nullptr) return false;
        if (chosen(how_, 2) == 0)
            until->take = model::All{};
        else
            wait->until = model::Equals<C>{until->at_least};
        return true;
    }

private:
    bool turn(model::Place& place, std::int32_t chip) const {
        const std::int32_t there = of_that_name(schedule_.buffers, place.buffer, chip);
        if (there >= 0) place.buffer = there;
        return there >= 0;
    }
    bool turn(model::Counter& counter, std::int32_t chip) const {
        const std::int32_t there = of_that_name(schedule_.semaphores, counter.semaphore, chip);
        if (there >= 0) counter.semaphore = there;
        return there >= 0;
    }

    const model::Schedule& schedule_;
    std::uint32_t how_;
};

model::Profile other_profile(model::Profile profile, std::uint32_t how) {
    switch (chosen(how, 5)) {
        case 0:
            profile.signal_covers = static_cast<model::Covers>(chosen(how, 4));
            break;
        case 1:
            profile.credit = static_cast<model::Credit>(chosen(how, 2));
            break;
        case 2:
            // Not from or to `together`: contracts and claims need not fit there.
            if (profile.entry != model::Entry::together) profile.entry = static_cast<model::Entry>(chosen(how, 2));
            break;
        case 3:
            profile.exit = static_cast<model::Exit>(chosen(how, 3));
            break;
        default:
            profile.counter_life = static_cast<model::Life>(chosen(how, 2));
            break;
    }
    return profile;
}

/// Whether the operation at that place was changed.
bool changed(const model::Schedule& schedule, const ScheduleSlip& slip, Operation& operation) {
    Change change(schedule, slip.how);
    switch (slip.kind) {
        case SlipKind::amount:
            return change.amount(operation);
        case SlipKind::other_counter:
            return change.counter(operation);
        case SlipKind::other_slot:
            return change.slot(operation);
        case SlipKind::other_chip:
            return change.chip(operation);
        case SlipKind::other_rule:
            return change.rule(operation);
        case SlipKind::no_raise:
            return change.raise(operation);
        case SlipKind::assign:
            return change.assign(operation);
        default:
            return false;
    }
}

void rearrange(std::vector<model::Step>& steps, std::size_t at, const ScheduleSlip& slip) {
    const auto here = steps.begin() + static_cast<std::ptrdiff_t>(at);
    switch (slip.kind) {
        case SlipKind::drop:
            steps.erase(here);
            break;
        case SlipKind::repeat:
            steps.insert(here, model::Step(*here));
            break;
        case SlipKind::swap:
            if (at + 1 < steps.size()) std::swap(steps[at], steps[at + 1]);
            break;
        default: {
            const auto to = steps.begin() + static_cast<std::ptrdiff_t>(slip.how % steps.size());
            if (to < here) std::rotate(to, here, here + 1);
            if (here < to) std::rotate(here, here + 1, to + 1);
            break;
        }
    }
}

}  // namespace

ScheduleSlip draw_slip(Draws& draws) {
    const auto kind = draws.weighted_as<SlipKind>({6, 2, 5, 5, 3, 4, 5, 3, 2, 3, 1, 3});
    return {kind, draws.number(), draws.number()};
}

model::Schedule slipped(model::Schedule schedule, const ScheduleSlip& slip) {
    if (slip.kind == SlipKind::profile) {
        schedule.profile = other_profile(schedule.profile, slip.how);
        return schedule;
    }
    std::size_t steps = 0;
    for (const model::Agent& agent : schedule.agents) steps += agent.steps.size();
    if (steps == 0) return schedule;
    const bool order = slip.kind == SlipKind::drop || slip.kind == SlipKind::repeat || slip.kind == SlipKind::swap ||
                       slip.kind == SlipKind::move;
    // From the place that was drawn on, the first operation where the slip can be made.
    for (std::size_t k = 0; k < steps; ++k) {
        std::size_t at = (slip.where + k) % steps;
        auto agent = schedule.agents.begin();
        while (at >= agent->steps.size()) at -= (agent++)->steps.size();
        if (order) {
            rearrange(agent->steps, at, slip);
            break;
        }
        Operation operation = agent->steps[at].operation;
        if (!changed(schedule, slip, operation) || model::complaint(schedule, agent->chip, operation)) continue;
        agent->steps[at].operation = std::move(operation);
        break;
    }
    return schedule;
}

}  // namespace ringproof::generators
