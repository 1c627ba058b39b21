#include "checker/story/waits_for.h"

#include <algorithm>
#include <deque>
#include <map>

#include "checker/story/words.h"
#include "model/footprint.h"

namespace ringproof::checker {

using namespace model;

using C = Concrete;

namespace {

/// Agents from which a cycle is looked for.
constexpr std::size_t most_starts = 64;

/// Calls `visit(counter, units)` for each counter that the operation changes; 0 units: it sets it.
template <class Visit>
void each_change(const Operation& operation, const Visit& visit) {
    const auto raise = [&](const std::optional<Raise<C>>& raise) {
        if (raise) visit(raise->counter, std::int64_t{raise->add});
    };
    std::visit(Overloaded{[&](const Put<C>& put) { raise(put.send), raise(put.recv); },
                          [&](const Get<C>& get) { raise(get.done); },
                          [&](const Signal<C>& signal) {
                              const auto* const units = std::get_if<Add<C>>(&signal.effect);
                              visit(signal.counter, units == nullptr ? 0 : std::int64_t{units->add});
                          },
                          [&](const Set<C>& set) { visit(set.counter, std::int64_t{0}); }, [](const auto&) {}},
               operation);
}

Moment first_of(const Operation& operation) {
    return std::visit(
        Overloaded{[](const Set<C>&) { return Moment::set; }, [](const Put<C>&) { return Moment::issue; },
                   [](const Get<C>&) { return Moment::issue; }, [](const Signal<C>&) { return Moment::issue; },
                   [](const auto&) { return Moment::start; }},
        operation);
}

}  // namespace

WaitsFor::WaitsFor(const Schedule& schedule, const Finding& deadlock, std::int32_t launches)
    : schedule_(&schedule),
      deadlock_(&deadlock),
      launches_(launches),
      blocked_of_(schedule.agents.size(), -1),
      helpers_(deadlock.blocked.size()),
      absent_(deadlock.blocked.size()),
      never_(deadlock.blocked.size()) {
    for (std::size_t i = 0; i < deadlock.blocked.size(); ++i)
        blocked_of_[deadlock.blocked[i].next.who] = static_cast<std::int32_t>(i);
    place_agents(deadlock);
    find_helpers(deadlock);
    for (std::size_t i = 0; i < deadlock.blocked.size(); ++i)
        if (deadlock.blocked[i].next.moment == Moment::leave) find_absent(i, deadlock.blocked[i]);
}

void WaitsFor::place_agents(const Finding& deadlock) {
    // An agent that is not blocked has ended the launch in which its chip, or with a common entry any chip, is held up.
    std::map<std::int32_t, std::int32_t> launch_of_chip;
    std::int32_t common = launches_;
    for (const Blocked& blocked : deadlock.blocked) {
        launch_of_chip[chip_of(*schedule_, blocked.next)] = blocked.next.launch;
        if (schedule_->profile.entry == Entry::barrier) common = std::min(common, blocked.next.launch);
    }
    for (std::size_t agent = 0; agent < schedule_->agents.size(); ++agent) {
        if (const std::int32_t at = blocked_of_[agent]; at >= 0) {
            positions_.push_back({deadlock.blocked[at].next.launch, deadlock.blocked[at].next.step});
            continue;
        }
        const auto held = launch_of_chip.find(schedule_->agents[agent].chip);
        const bool is_held = schedule_->has_launches() && held != launch_of_chip.end();
        positions_.push_back({std::min(launches_, (is_held ? held->second : common) + 1), 0});
    }
}

template <class Visit>
void WaitsFor::each_ahead(const Visit& visit) const {
    for (std::size_t agent = 0; agent < schedule_->agents.size(); ++agent)
        for (std::int32_t launch = positions_[agent].launch; launch < launches_; ++launch) {
            const auto& steps = schedule_->agents[agent].steps;
            for (auto step = static_cast<std::size_t>(launch == positions_[agent].launch ? positions_[agent].step : 0);
                 step < steps.size(); ++step)
                visit(Event{first_of(steps[step].operation), static_cast<std::int32_t>(agent), launch,
                            static_cast<std::int32_t>(step)},
                      steps[step].operation);
        }
}

void WaitsFor::find_helpers(const Finding& deadlock) {
    std::multimap<Counter, std::size_t> by_counter;
    std::multimap<Place, std::size_t> by_slot;
    for (std::size_t i = 0; i < deadlock.blocked.size(); ++i) {
        const Blocked& blocked = deadlock.blocked[i];
        if (blocked.counter) by_counter.emplace(*blocked.counter, i);
        if (const auto* const poll = std::get_if<Poll<C>>(&operation_of(*schedule_, blocked.next)))
            by_slot.emplace(poll->src, i);
    }
    each_ahead([&](const Event& event, const Operation& operation) {
        each_change(operation, [&](Counter counter, std::int64_t units) {
            const auto [first, last] = by_counter.equal_range(counter);
            for (auto waiting = first; waiting != last; ++waiting) {
                const bool reaches = schedule_->life_of(counter.semaphore) == Life::global ||
                                     event.launch == deadlock.blocked[waiting->second].next.launch;
                if (reaches) helpers_[waiting->second].push_back({event, units});
            }
        });
        if (by_slot.empty()) return;
        each_access(operation, [&](Place place, Mode mode, End) {
            const auto [first, last] = by_slot.equal_range(place);
            for (auto waiting = first; mode != Mode::read && waiting != last; ++waiting)
                helpers_[waiting->second].push_back({event, 0});
        });
    });
}

void WaitsFor::find_absent(std::size_t blocked, const Blocked& at) {
    const Symbol name = std::get<Barrier<C>>(operation_of(*schedule_, at.next)).name;
    const auto named = [&](std::int32_t agent, std::int32_t up_to) {
        const auto& steps = schedule_->agents[agent].steps;
        return std::count_if(steps.begin(), steps.begin() + up_to, [&](const Step& step) {
            const auto* const barrier = std::get_if<Barrier<C>>(&step.operation);
            return barrier != nullptr && barrier->name == name;
        });
    };
    const auto a_launch = [&](std::int32_t agent) {
        return named(agent, static_cast<std::int32_t>(schedule_->agents[agent].steps.size()));
    };
    const auto rounds = at.next.launch * a_launch(at.next.who) + named(at.next.who, at.next.step + 1);
    for (std::int32_t agent = 0; agent < static_cast<std::int32_t>(schedule_->agents.size()); ++agent) {
        if (agent == at.next.who || a_launch(agent) == 0) continue;
        const Position& position = positions_[agent];
        const std::int32_t other = blocked_of_[agent];
        const bool arrived = other >= 0 && deadlock_->blocked[other].next.moment == Moment::leave;
        if (position.launch * a_launch(agent) + named(agent, position.step + (arrived ? 1 : 0)) >= rounds) continue;
        absent_[blocked].push_back(agent);
        if (launches_ * a_launch(agent) < rounds) never_[blocked].push_back(agent);
    }
}

std::int64_t WaitsFor::still_to_come(std::size_t blocked) const {
    std::int64_t units = 0;
    for (const Helper& helper : helpers_[blocked]) {
        if (helper.units == 0) return -1;
        units += helper.units;
    }
    return units;
}

bool WaitsFor::is_root(std::size_t blocked) const {
    const Blocked& at = deadlock_->blocked[blocked];
    if (at.next.moment == Moment::leave) return !never_[blocked].empty();
    if (helpers_[blocked].empty()) return true;
    const std::int64_t units = still_to_come(blocked);
    if (!at.counter || units < 0) return false;
    // Only adds are left: past an exact value there is no way back.
    const bool exact = std::holds_alternative<Equals<C>>(std::get<Wait<C>>(operation_of(*schedule_, at.next)).until);
    return at.value + units < at.need || (exact && at.value > at.need);
}

std::vector<std::int32_t> WaitsFor::next(std::int32_t agent) const {
    std::vector<std::int32_t> list;
    const std::int32_t at = blocked_of_[agent];
    if (at >= 0) {
        for (const Helper& helper : helpers_[at]) list.push_back(helper.operation.who);
        list.insert(list.end(), absent_[at].begin(), absent_[at].end());
    } else {
        // It has ended its launch: what keeps its chip from the next is whoever is blocked on it, or anywhere.
        std::vector<std::int32_t> anywhere;
        for (const Blocked& other : deadlock_->blocked) {
            const bool same = chip_of(*schedule_, other.next) == schedule_->agents[agent].chip;
            (same ? list : anywhere).push_back(other.next.who);
        }
        if (list.empty()) list = std::move(anywhere);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
}

template <class Goal>
std::vector<std::int32_t> WaitsFor::way(std::int32_t from, const Goal& goal) const {
    std::map<std::int32_t, std::int32_t> reached_by;
    std::deque<std::int32_t> open{from};
    while (!open.empty()) {
        const std::int32_t agent = open.front();
        open.pop_front();
        for (const std::int32_t other : next(agent)) {
            if (goal(other)) {
                std::vector<std::int32_t> back{other, agent};
                while (back.back() != from) back.push_back(reached_by.at(back.back()));
                std::reverse(back.begin(), back.end());
                return back;
            }
            if (other != from && reached_by.emplace(other, agent).second) open.push_back(other);
        }
    }
    return {};
}

std::vector<std::int32_t> WaitsFor::cycle() const {
    std::vector<std::int32_t> best;
    for (std::size_t i = 0; i < std::min(deadlock_->blocked.size(), most_starts); ++i) {
        const std::int32_t agent = deadlock_->blocked[i].next.who;
        auto found = way(agent, [&](std::int32_t other) { return other == agent; });
        if (!found.empty()) found.pop_back();
        if (!found.empty() && (best.empty() || found.size() < best.size())) best = std::move(found);
    }
    return best;
}

std::vector<std::int32_t> WaitsFor::way_to_root() const {
    const auto root = [&](std::int32_t agent) { return blocked_of_[agent] >= 0 && is_root(blocked_of_[agent]); };
    for (std::size_t i = 0; i < std::min(deadlock_->blocked.size(), most_starts); ++i)
        if (const std::int32_t agent = deadlock_->blocked[i].next.who; !root(agent))
            if (auto found = way(agent, root); !found.empty()) return found;
    return {};
}

}  // namespace ringproof::checker
