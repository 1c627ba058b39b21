#include "generators/smaller.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "generators/operation_parts.h"
#include "generators/removal.h"
#include "model/validity.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

/// Makes a schedule simpler in place; false where there is nothing to do.
using Change = std::function<bool(model::Schedule&)>;
using Changes = std::vector<Change>;

/// Makes it plain; false where it is.
template <class T>
bool plain(T& value, const T& plainest = T{}) {
    if (value == plainest) return false;
    value = plainest;
    return true;
}

bool drop(std::optional<model::Raise<C>>& raise) {
    const bool had = raise.has_value();
    raise.reset();
    return had;
}

void remove_steps(Changes& changes, std::size_t agent, std::size_t first, std::size_t last) {
    changes.push_back([=](model::Schedule& schedule) {
        auto& steps = schedule.agents[agent].steps;
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(first),
                    steps.begin() + static_cast<std::ptrdiff_t>(last));
        return true;
    });
}

/// Whole programs first, then their halves, and so on to each operation.
void fewer_steps(Changes& changes, const model::Schedule& schedule) {
    std::size_t most = 0;
    for (const model::Agent& agent : schedule.agents) most = std::max(most, agent.steps.size());
    std::set<std::size_t> sizes;
    for (std::size_t parts = 1; parts <= most; parts *= 2) sizes.insert((most + parts - 1) / parts);
    if (most > 0) sizes.insert(1);
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size)
        for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent) {
            const std::size_t count = schedule.agents[agent].steps.size();
            if (count == 0 || (*size != most && *size >= count)) continue;
            for (std::size_t first = 0; first < count; first += *size)
                remove_steps(changes, agent, first, std::min(first + *size, count));
        }
}

template <class T>
void fewer(Changes& changes, std::vector<T> model::Schedule::*list, std::size_t count) {
    if (count > 1)
        changes.push_back([list](model::Schedule& schedule) {
            (schedule.*list).clear();
            return true;
        });
    for (std::size_t k = 0; k < count; ++k)
        changes.push_back([list, k](model::Schedule& schedule) {
            (schedule.*list).erase((schedule.*list).begin() + static_cast<std::ptrdiff_t>(k));
            return true;
        });
}

/// Buffers that some term speaks of, by chip and name.
class Spoken {
public:
    void operator()(const model::Atom&) {}
    void operator()(const model::Input& input) { inputs_.emplace(input.chip, input.buffer); }
    void operator()(const model::Reduction& reduction) { all(reduction.operands); }
    void operator()(const model::Application& application) { all(application.arguments); }
    void optional(const C::Value& value) {
        if (value) std::visit(*this, value->node);
    }
    bool has(const model::Buffer& buffer) const { return inputs_.contains({buffer.chip, buffer.name}); }

private:
    void all(const std::vector<model::Term>& terms) {
        for (const model::Term& term : terms) std::visit(*this, term.node);
    }
    std::set<std::pair<std::int32_t, model::Symbol>> inputs_;
};

/// How many slots of each buffer, and counters of each semaphore, something reaches; 0: none.
struct Reached {
    std::vector<std::int32_t> slots, counters;
    Spoken spoken;

    explicit Reached(const model::Schedule& schedule)
        : slots(schedule.buffers.size()), counters(schedule.semaphores.size()) {
        const auto reach = [](std::vector<std::int32_t>& sizes, std::int32_t id, std::int32_t size) {
            std::int32_t& most = sizes[static_cast<std::size_t>(id)];
            most = std::max(most, size);
        };
        for (const model::Agent& agent : schedule.agents)
            for (const model::Step& step : agent.steps) {
                model::Operation operation = step.operation;
                std::int32_t len = 1;
                std::visit(
                    [&](const auto& one) {
                        if constexpr (requires { one.len; }) len = one.len;
                        if constexpr (requires { one.expect; }) spoken.optional(one.expect);
                        if constexpr (requires { one.dst, one.value; }) spoken.optional(one.value);
                    },
                    operation);
                for (const model::Place* place : places_of(operation)) reach(slots, place->buffer, place->index + len);
                for (const model::Counter* counter : counters_of(operation))
                    reach(counters, counter->semaphore, counter->index + 1);
            }
        for (const model::Claim& claim : schedule.claims) {
            reach(slots, claim.place.buffer, claim.place.index + 1);
            spoken.optional(claim.value);
        }
        for (const model::Buffer& buffer : schedule.buffers)
            for (const C::Value& value : buffer.init) spoken.optional(value);
    }
};

/// What nothing reaches. Contracts name their buffers: without one, the schedule is not valid.
void fewer_declarations(Changes& changes, const model::Schedule& schedule) {
    for (std::size_t id = 0; id < schedule.agents.size(); ++id)
        if (schedule.agents[id].steps.empty())
            changes.push_back([id](model::Schedule& s) {
                s.agents.erase(s.agents.begin() + static_cast<std::ptrdiff_t>(id));
                return true;
            });
    const Reached reached(schedule);
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id) {
        if (reached.spoken.has(schedule.buffers[id])) continue;
        changes.push_back([id, size = reached.slots[id]](model::Schedule& s) {
            if (size == 0) {
                remove_buffer(s, static_cast<std::int32_t>(id));
                return true;
            }
            model::Buffer& buffer = s.buffers[id];
            if (!buffer.init.empty()) buffer.init.resize(static_cast<std::size_t>(size));
            return plain(buffer.size, size);
        });
    }
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id)
        changes.push_back([id, size = reached.counters[id]](model::Schedule& s) {
            if (size != 0) return plain(s.semaphores[id].size, size);
            remove_semaphore(s, static_cast<std::int32_t>(id));
            return true;
        });
}

/// One step towards 1, or 0 where that is less: half the way, then by one. What it is taken from comes first.
bool less(std::int32_t& amount, bool half) {
    if (amount <= 1) return false;
    amount = half ? (amount + 1) / 2 : amount - 1;
    return true;
}

/// At least and take go down together, since neither may pass the other; other waits become such.
bool plainer_wait(model::Wait<C>& wait) {
    if (const auto* const equals = std::get_if<model::Equals<C>>(&wait.until)) {
        wait.until = model::AtLeast<C>{equals->equals, equals->equals};
        return true;
    }
    auto* const until = std::get_if<model::AtLeast<C>>(&wait.until);
    if (until == nullptr) return false;
    auto* const take = std::get_if<std::int32_t>(&until->take);
    if (take == nullptr) {
        until->take = until->at_least;
        return true;
    }
    return *take > 1 && less(until->at_least, false) && less(*take, false);
}

void plainer_operation(Changes& changes, std::size_t agent, std::size_t step, const model::Operation& operation) {
    const auto change = [&](auto how) {
        changes.push_back([=](model::Schedule& schedule) {
            return std::visit([&](auto& one) { return how(one); }, schedule.agents[agent].steps[step].operation);
        });
    };
    model::Operation copy = operation;
    for (std::size_t k = 0; k < amounts_of(copy).size(); ++k)
        for (const bool half : {true, false})
            changes.push_back([=](model::Schedule& schedule) {
                return less(*amounts_of(schedule.agents[agent].steps[step].operation)[k], half);
            });
    if (std::holds_alternative<model::Wait<C>>(operation))
        changes.push_back([=](model::Schedule& schedule) {
            return plainer_wait(std::get<model::Wait<C>>(schedule.agents[agent].steps[step].operation));
        });
    change([](auto& one) {
        if constexpr (requires { one.send; }) return drop(one.send);
        return false;
    });
    change([](auto& one) {
        if constexpr (requires { one.recv; }) return drop(one.recv);
        return false;
    });
    change([](auto& one) {
        if constexpr (requires { one.done; }) return drop(one.done);
        return false;
    });
    change([](auto& one) {
        if constexpr (requires { one.channel; }) return plain(one.channel);
        return false;
    });
    change([](auto& one) {
        if constexpr (requires { one.covers; }) return plain(one.covers);
        return false;
    });
    change([](auto& one) {
        if constexpr (requires { one.accumulate; }) return plain(one.accumulate);
        return false;
    });
    change([](auto& one) {
        if constexpr (requires { one.rule; }) return plain(one.rule);
        return false;
    });
}

void plainer_options(Changes& changes, const model::Schedule& schedule) {
    const auto option = [&](auto member) {
        changes.push_back([member](model::Schedule& s) { return plain(s.profile.*member); });
    };
    changes.push_back([](model::Schedule& s) { return plain(s.profile); });
    option(&model::Profile::signal_covers);
    option(&model::Profile::credit);
    option(&model::Profile::entry);
    option(&model::Profile::exit);
    option(&model::Profile::counter_values);
    option(&model::Profile::counter_life);
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id) {
        changes.push_back([id](model::Schedule& s) { return plain(s.semaphores[id].init); });
        changes.push_back([id](model::Schedule& s) { return plain(s.semaphores[id].life); });
    }
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
        changes.push_back([id](model::Schedule& s) { return plain(s.buffers[id].init); });
}

Changes changes_of(const model::Schedule& schedule) {
    Changes changes;
    if (schedule.launches > 1) changes.push_back([](model::Schedule& s) { return plain(s.launches, 1); });
    if (schedule.chips > 1)
        for (std::int32_t chip = schedule.chips - 1; chip >= 0; --chip)
            changes.push_back([chip](model::Schedule& s) {
                remove_chip(s, chip);
                return true;
            });
    fewer(changes, &model::Schedule::contracts, schedule.contracts.size());
    fewer(changes, &model::Schedule::claims, schedule.claims.size());
    fewer_steps(changes, schedule);
    fewer_declarations(changes, schedule);
    plainer_options(changes, schedule);
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
        for (std::size_t step = 0; step < schedule.agents[agent].steps.size(); ++step)
            plainer_operation(changes, agent, step, schedule.agents[agent].steps[step].operation);
    return changes;
}

}  // namespace

bool is_valid(const model::Schedule& schedule) {
    try {
        model::validate_declarations(schedule);
    } catch (const model::Fault&) {
        return false;
    }
    for (const model::Agent& agent : schedule.agents)
        for (const model::Step& step : agent.steps)
            if (model::complaint(schedule, agent.chip, step.operation)) return false;
    return true;
}

rc::Seq<model::Schedule> smaller(const model::Schedule& schedule) {
    return rc::seq::mapMaybe(rc::seq::fromContainer(changes_of(schedule)),
                             [schedule](const Change& change) -> rc::Maybe<model::Schedule> {
                                 model::Schedule other = schedule;
                                 if (!change(other) || !is_valid(other)) return rc::Nothing;
                                 return other;
                             });
}

}  // namespace ringproof::generators
