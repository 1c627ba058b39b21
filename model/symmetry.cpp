#include "model/symmetry.h"

#include <algorithm>
#include <tuple>

#include "model/compare.h"
#include "model/footprint.h"

namespace ringproof::model {
namespace {

template <class T>
inline constexpr bool is_variant = false;
template <class... Ts>
inline constexpr bool is_variant<std::variant<Ts...>> = true;

/// Whether two operations do the same apart from where: same kind, amounts, channels and flags. Calls
/// `counters(a, b)` for each pair of counters that stand for each other, and goes on as long as it returns true.
template <class T, class Counters>
bool alike(const T& a, const T& b, const Counters& counters) {
    if constexpr (std::is_same_v<T, Place> || std::is_same_v<T, Concrete::Value>) {
        return true;  // slots are compared one by one, see each_access; values steer nothing
    } else if constexpr (std::is_same_v<T, Counter>) {
        return counters(a, b);
    } else if constexpr (requires { a.has_value(); }) {
        return a.has_value() == b.has_value() && (!a || alike(*a, *b, counters));
    } else if constexpr (is_variant<T>) {
        return a.index() == b.index() &&
               std::visit([&](const auto& x) { return alike(x, std::get<std::decay_t<decltype(x)>>(b), counters); }, a);
    } else if constexpr (requires { a.begin()->index; }) {
        return a.size() == b.size();  // places
    } else if constexpr (Described<T>) {
        bool same = true;
        each_pair(a, b, [&](std::string_view, const auto& x, const auto& y) {
            if (same) same = alike(x, y, counters);
        });
        return same;
    } else {
        return a == b;
    }
}

/// The slots of an operation, in the order of each_access.
void slots_of(const Operation& operation, std::vector<Place>& slots) {
    slots.clear();
    each_access(operation, [&](Place place, Mode, End) { slots.push_back(place); });
    if (const auto* const poll = std::get_if<Poll<Concrete>>(&operation)) slots.push_back(poll->src);
}

constexpr std::int32_t unknown = -1;

}  // namespace

Symmetry::Symmetry(const Schedule& schedule) : step_(schedule.chips) {}

/// Tries one step.
class Symmetry::Finder {
public:
    Finder(const Schedule& schedule, std::int32_t step) : schedule_(schedule), found_(schedule) {
        found_.step_ = step;
        found_.order_ = schedule.chips / step;
        found_.agents_.resize(static_cast<std::size_t>(schedule.chips));
        for (std::size_t id = 0; id < schedule.agents.size(); ++id) {
            const std::int32_t chip = schedule.agents[id].chip;
            found_.chip_of_agent_.push_back(chip);
            found_.place_of_agent_.push_back(static_cast<std::int32_t>(found_.agents_[chip].size()));
            found_.agents_[chip].push_back(static_cast<std::int32_t>(id));
        }
    }

    bool works() {
        if (!same_agents()) return false;
        if (!same_things(schedule_.buffers, [](const Buffer& b) { return std::tuple(b.name, b.size, b.role); }))
            return false;
        if (!same_things(schedule_.semaphores,
                         [](const Semaphore& s) { return std::tuple(s.name, s.size, s.init, s.life); }))
            return false;
        prepare(schedule_.buffers, found_.first_slot_, found_.base_slots_);
        prepare(schedule_.semaphores, found_.first_counter_, found_.base_counters_);
        for (std::int32_t chip = 0; chip < found_.step_; ++chip)
            for (const std::int32_t agent : found_.agents_[chip])
                for (std::size_t step = 0; step < schedule_.agents[agent].steps.size(); ++step)
                    if (!maps(agent, step)) return false;
        match_the_rest(schedule_.buffers, found_.first_slot_, found_.base_slots_);
        match_the_rest(schedule_.semaphores, found_.first_counter_, found_.base_counters_);
        return true;
    }

    Symmetry take() { return std::move(found_); }

private:
    bool same_agents() const {
        for (std::int32_t chip = found_.step_; chip < schedule_.chips; ++chip) {
            const auto &there = found_.agents_[chip], &here = found_.agents_[found_.base(chip)];
            if (there.size() != here.size()) return false;
            for (std::size_t k = 0; k < here.size(); ++k)
                if (schedule_.agents[here[k]].steps.size() != schedule_.agents[there[k]].steps.size()) return false;
        }
        return true;
    }

    /// Every chip declares what its base declares.
    template <class Thing>
    bool same_things(const std::vector<Thing>& things, const auto& key) const {
        std::vector<std::vector<decltype(key(things.front()))>> by_chip(schedule_.chips);
        for (const Thing& thing : things) by_chip[thing.chip].push_back(key(thing));
        for (auto& list : by_chip) std::sort(list.begin(), list.end());
        for (std::int32_t chip = found_.step_; chip < schedule_.chips; ++chip)
            if (by_chip[chip] != by_chip[found_.base(chip)]) return false;
        return true;
    }

    template <class Thing, class Index>
    static void prepare(const std::vector<Thing>& things, std::vector<std::size_t>& first, std::vector<Index>& base) {
        std::size_t total = 0;
        for (const Thing& thing : things) {
            first.push_back(total);
            total += static_cast<std::size_t>(thing.size);
        }
        base.assign(total, {unknown, 0});
    }

    /// Whether what this agent of the base does at this step is what its rotations do, with slots and counters that
    /// stand for each other everywhere.
    bool maps(std::int32_t agent, std::size_t step) {
        const Operation& here = schedule_.agents[agent].steps[step].operation;
        slots_.resize(static_cast<std::size_t>(found_.order_));
        counters_.resize(static_cast<std::size_t>(found_.order_));
        for (std::int32_t rotation = 0; rotation < found_.order_; ++rotation) {
            const Operation& there = schedule_.agents[found_.rotated_agent(agent, rotation)].steps[step].operation;
            auto& counters = counters_[static_cast<std::size_t>(rotation)];
            counters.clear();
            if (!alike(here, there, [&](Counter, Counter counter) {
                    counters.push_back(counter);
                    return true;
                }))
                return false;
            slots_of(there, slots_[static_cast<std::size_t>(rotation)]);
            if (slots_[static_cast<std::size_t>(rotation)].size() != slots_.front().size()) return false;
        }
        return join(slots_, schedule_.buffers, found_.first_slot_, found_.base_slots_) &&
               join(counters_, schedule_.semaphores, found_.first_counter_, found_.base_counters_);
    }

    static std::int32_t thing_of(Place place) { return place.buffer; }
    static std::int32_t thing_of(Counter counter) { return counter.semaphore; }

    /// The k-th of each rotation stand for each other: either this is known of all of them, or nothing of any.
    template <class Thing, class Index>
    bool join(const std::vector<std::vector<Index>>& rotations, const std::vector<Thing>& things,
              const std::vector<std::size_t>& first, std::vector<Index>& base) const {
        for (std::size_t k = 0; k < rotations.front().size(); ++k) {
            const Index here = rotations.front()[k];
            const Thing& thing = things[thing_of(here)];
            const std::int32_t back = (found_.order_ - found_.rotation(thing.chip)) % found_.order_;
            const Index standing = rotations[static_cast<std::size_t>(back)][k];
            const bool known = base[first[thing_of(standing)] + standing.index] != Index{unknown, 0};
            for (std::int32_t rotation = 0; rotation < found_.order_; ++rotation) {
                const Index there = rotations[static_cast<std::size_t>(rotation)][k];
                const Thing& other = things[thing_of(there)];
                if (other.chip != found_.rotated(thing.chip, rotation) || other.name != thing.name) return false;
                Index& mark = base[first[thing_of(there)] + there.index];
                if (known ? mark != standing : mark != Index{unknown, 0}) return false;
                mark = standing;
            }
        }
        return true;
    }

    /// What nobody touches may stand for anything untouched of the same name.
    template <class Thing, class Index>
    void match_the_rest(const std::vector<Thing>& things, const std::vector<std::size_t>& first,
                        std::vector<Index>& base) const {
        std::vector<std::vector<std::int32_t>> by_chip(schedule_.chips);
        for (std::size_t id = 0; id < things.size(); ++id)
            by_chip[things[id].chip].push_back(static_cast<std::int32_t>(id));
        for (auto& list : by_chip)
            std::sort(list.begin(), list.end(),
                      [&](std::int32_t a, std::int32_t b) { return things[a].name < things[b].name; });
        // From the last chip to the first: the base's own marks are read until they are overwritten by themselves.
        for (std::int32_t chip = schedule_.chips; chip-- > 0;)
            for (std::size_t k = 0; k < by_chip[chip].size(); ++k) {
                const std::int32_t there = by_chip[chip][k], here = by_chip[found_.base(chip)][k];
                std::int32_t free = 0;
                for (std::int32_t index = 0; index < things[there].size; ++index) {
                    Index& mark = base[first[there] + static_cast<std::size_t>(index)];
                    if (mark != Index{unknown, 0}) continue;
                    if (there == here) {
                        mark = {here, index};
                        continue;
                    }
                    while (base[first[here] + static_cast<std::size_t>(free)] != Index{unknown, 0}) ++free;
                    mark = {here, free++};
                }
            }
    }

    const Schedule& schedule_;
    Symmetry found_;
    std::vector<std::vector<Place>> slots_;       ///< of one step, by rotation
    std::vector<std::vector<Counter>> counters_;  ///< of one step, by rotation
};

Symmetry Symmetry::find(const Schedule& schedule) {
    for (std::int32_t step = 1; step < schedule.chips; ++step) {
        if (schedule.chips % step != 0) continue;
        Finder finder(schedule, step);
        if (finder.works()) return finder.take();
    }
    return Symmetry(schedule);
}

}  // namespace ringproof::model
