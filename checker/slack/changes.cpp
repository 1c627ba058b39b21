#include "checker/slack/changes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "model/footprint.h"

namespace ringproof::checker::slack {
namespace {

using model::Concrete;
using model::Counter;
using model::Overloaded;
using model::Schedule;
using model::Step;
using model::Symbol;
using Wait = model::Wait<Concrete>;
using AtLeast = model::AtLeast<Concrete>;

/// Units that a wait takes; none: not a number that is known.
std::optional<std::int64_t> taken(const Wait& wait) {
    const auto* const until = std::get_if<AtLeast>(&wait.until);
    const auto* const take = until == nullptr ? nullptr : std::get_if<std::int32_t>(&until->take);
    return take == nullptr ? std::nullopt : std::optional<std::int64_t>(*take);
}

/// The counter of an agent's own operation on one.
std::optional<Counter> own_counter(const model::Operation& operation) {
    if (const auto* const wait = std::get_if<Wait>(&operation)) return wait->counter;
    if (const auto* const set = std::get_if<model::Set<Concrete>>(&operation)) return set->counter;
    if (const auto* const snapshot = std::get_if<model::Snapshot<Concrete>>(&operation)) return snapshot->counter;
    return std::nullopt;
}

/// One agent's program without some of its waits.
class Program {
public:
    Program(const std::vector<Step>& steps, std::vector<char> left_out)
        : steps_(steps), left_out_(std::move(left_out)) {}

    /// False: it cannot be adjusted.
    bool make(const std::set<std::int32_t>& unwatched, Takers& takers) {
        for (std::size_t i = 0; i < steps_.size(); ++i)
            if (!step(i, unwatched, takers)) return false;
        for (const auto& [counter, owed] : owed_) {
            takers.end = true;
            const auto after = steps_.begin() + static_cast<std::ptrdiff_t>(owed.first) + 1;
            takers.only_at_end = takers.only_at_end && std::all_of(after, steps_.end(), [](const Step& step) {
                                     return std::holds_alternative<Wait>(step.operation);
                                 });
            if (!add(Wait{counter, AtLeast{0, 0}}, owed.units, steps_[owed.last].at)) return false;
        }
        return true;
    }
    std::vector<Step> take() { return std::move(made_); }

private:
    struct Owed {
        std::int64_t units = 0;
        std::size_t first = 0, last = 0;  ///< the steps that were left out and owe them
    };

    bool step(std::size_t i, const std::set<std::int32_t>& unwatched, Takers& takers) {
        const auto* const wait = std::get_if<Wait>(&steps_[i].operation);
        if (wait == nullptr) {
            made_.push_back(steps_[i]);
            return true;
        }
        if (left_out_[i] != 0) {
            if (unwatched.contains(wait->counter.semaphore)) {
                takers.nobody = true;
                takers.only_at_end = false;
            } else if (const std::int64_t units = taken(*wait).value_or(0); units > 0) {
                Owed& owed = owed_.try_emplace(wait->counter, Owed{0, i, i}).first->second;
                owed.units += units;
                owed.last = i;
            } else {
                takers.only_at_end = false;
            }
            return true;
        }
        const auto owed = owed_.find(wait->counter);
        if (owed == owed_.end()) {
            made_.push_back(steps_[i]);
            return true;
        }
        takers.next_wait = true;
        takers.only_at_end = false;
        const std::int64_t units = owed->second.units;
        owed_.erase(owed);
        return add(*wait, units, steps_[i].at);
    }

    /// Adds the wait with more to wait for and to take.
    bool add(Wait wait, std::int64_t units, Symbol at) {
        auto* const until = std::get_if<AtLeast>(&wait.until);
        const auto take = taken(wait);
        if (until == nullptr || !take) return false;
        if (until->at_least + units > std::numeric_limits<std::int32_t>::max()) return false;
        until->at_least = static_cast<std::int32_t>(until->at_least + units);
        until->take = static_cast<std::int32_t>(*take + units);
        made_.push_back({wait, at});
        return true;
    }

    const std::vector<Step>& steps_;
    std::vector<char> left_out_;
    std::map<Counter, Owed> owed_;
    std::vector<Step> made_;
};

/// The semaphores of the names that are waited for, but by none that stays, and not set or looked at either.
std::set<std::int32_t> find_unwatched(const Schedule& schedule, const std::vector<std::vector<char>>& left_out) {
    std::set<Symbol> gone, watched;
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
        for (std::size_t i = 0; i < schedule.agents[agent].steps.size(); ++i)
            if (const auto counter = own_counter(schedule.agents[agent].steps[i].operation))
                (left_out[agent][i] != 0 ? gone : watched).insert(schedule.semaphores[counter->semaphore].name);
    std::set<std::int32_t> found;
    for (std::size_t i = 0; i < schedule.semaphores.size(); ++i)
        if (gone.contains(schedule.semaphores[i].name) && !watched.contains(schedule.semaphores[i].name))
            found.insert(static_cast<std::int32_t>(i));
    return found;
}

void leave_raises_out(Schedule& schedule, const std::set<std::int32_t>& semaphores) {
    const auto drop = [&](std::optional<model::Raise<Concrete>>& raise) {
        if (raise && semaphores.contains(raise->counter.semaphore)) raise.reset();
    };
    for (model::Agent& agent : schedule.agents) {
        std::erase_if(agent.steps, [&](const Step& step) {
            const auto* const signal = std::get_if<model::Signal<Concrete>>(&step.operation);
            return signal != nullptr && semaphores.contains(signal->counter.semaphore);
        });
        for (Step& step : agent.steps)
            std::visit(Overloaded{[&](model::Put<Concrete>& put) {
                                      drop(put.send);
                                      drop(put.recv);
                                  },
                                  [&](model::Get<Concrete>& get) { drop(get.done); }, [](auto&) {}},
                       step.operation);
    }
}

using Touched = std::map<model::Place, model::Mode>;

/// What an operation does to each slot; where it does several things, the strongest.
Touched touched(const model::Operation& operation) {
    Touched slots;
    each_access(operation, [&](model::Place place, model::Mode mode, model::End) {
        const auto [known, fresh] = slots.emplace(place, mode);
        if (!fresh && known->second != mode) known->second = model::Mode::write;
    });
    return slots;
}

bool conflict(const Touched& one, const Touched& other) {
    return std::any_of(one.begin(), one.end(), [&](const auto& access) {
        const auto found = other.find(access.first);
        if (found == other.end()) return false;
        return access.second != found->second || access.second == model::Mode::write;
    });
}

}  // namespace

std::optional<Without> without(const Schedule& schedule, const std::vector<LineKey>& waits) {
    std::vector<std::vector<char>> left_out;
    for (const model::Agent& agent : schedule.agents) left_out.emplace_back(agent.steps.size(), 0);
    for (const Line& line : lines_of(schedule))
        if (std::find(waits.begin(), waits.end(), line.key) != waits.end())
            for (const Instance& instance : line.instances) left_out[instance.agent][instance.step] = 1;
    const std::set<std::int32_t> unwatched = find_unwatched(schedule, left_out);
    Without result{schedule, {}};
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent) {
        Program program(schedule.agents[agent].steps, left_out[agent]);
        if (!program.make(unwatched, result.takers)) return std::nullopt;
        result.schedule.agents[agent].steps = program.take();
    }
    leave_raises_out(result.schedule, unwatched);
    return result;
}

std::int32_t room(const Schedule& schedule, Kind kind, Instance instance) {
    const auto& steps = schedule.agents[instance.agent].steps;
    const model::Operation& mine = steps[instance.step].operation;
    if (kind == Kind::wait) {
        const auto size = static_cast<std::int32_t>(steps.size());
        std::int32_t next = instance.step + 1;
        while (next < size && own_counter(steps[next].operation) != own_counter(mine)) ++next;
        return next - 1 - instance.step;
    }
    const Touched slots = touched(mine);
    std::int32_t before = instance.step - 1;
    while (before >= 0 && !conflict(slots, touched(steps[before].operation))) --before;
    return instance.step - before - 1;
}

Moved moved(const Schedule& schedule, const LineKey& line, std::int32_t by) {
    Moved result{schedule, 0, {}, {}};
    // The place of each step that moves: behind (before) the step with that number.
    std::map<std::int32_t, std::map<std::int32_t, std::int32_t>> places;
    for (const Line& known : lines_of(schedule)) {
        if (known.key != line) continue;
        for (const Instance& instance : known.instances) {
            const std::int32_t distance = std::min(by, room(schedule, line.kind, instance));
            const std::int32_t place = instance.step + (line.kind == Kind::wait ? distance : -distance);
            if (distance > 0) places[instance.agent][instance.step] = place;
            if (distance <= result.furthest) continue;
            result.furthest = distance;
            result.example = instance;
            result.behind = Instance{instance.agent, place};
        }
    }
    for (const auto& [agent, targets] : places) {
        const std::vector<Step>& steps = schedule.agents[agent].steps;
        std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> order;
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(steps.size()); ++i) {
            const auto target = targets.find(i);
            if (target == targets.end())
                order.emplace_back(i, 0, i);
            else
                order.emplace_back(target->second, line.kind == Kind::wait ? 1 : -1, i);
        }
        std::sort(order.begin(), order.end());
        std::vector<Step>& made = result.schedule.agents[agent].steps;
        made.clear();
        for (const auto& [place, side, i] : order) made.push_back(steps[i]);
    }
    return result;
}

}  // namespace ringproof::checker::slack
