#include "checker/every/sample.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "checker/ask.h"

namespace ringproof::checker::every {
namespace {

using model::EventId;
using model::Moment;

constexpr std::int64_t largest = 40'000;

model::Schedule schedule_of(const model::Kernel& kernel, const model::Profile& profile, std::int64_t n,
                            std::int32_t launches) {
    model::Limits limits;
    limits.operations = limits.slots = limits.counters = largest;
    try {
        model::Schedule schedule = instantiate(kernel, n, {}, limits);
        schedule.profile = profile;
        schedule.launches = launches;
        if (model::EventGraph::estimate(schedule, launches) <= largest) return schedule;
    } catch (const model::Fault& fault) {
        if (fault.code() != model::Code::too_large) throw;
    }
    throw Outside(fmt::format("{} chips are too large a sample: more than {} events, slots or counters", n, largest),
                  {});
}

Ending ending_of(Moment moment) {
    switch (moment) {
        case Moment::read:
            return Ending::read;
        case Moment::credit:
            return Ending::credit;
        case Moment::deliver:
            return Ending::deliver;
        default:
            return Ending::land;
    }
}

/// What is known by name of an instance with these numbers: chip, launch, and the rounds of as many loops as there are.
Names names_at(const Operation& operation, const Numbers& numbers) {
    Names names{{"me", number(numbers[0])}};
    for (std::size_t i = 2; i < numbers.size(); ++i) names[operation.loops[i - 2].variable] = number(numbers[i]);
    return names;
}

/// The order of an agent's text, as a sequence of numbers.
Numbers place_in_text(const Operation& operation, const Numbers& numbers) {
    Numbers place;
    for (std::size_t i = 0; i < operation.path.size(); ++i) {
        place.push_back(operation.path[i]);
        if (i + 1 < operation.path.size()) place.push_back(numbers[2 + i]);
    }
    return place;
}

}  // namespace

Sample::Sample(const model::Kernel& kernel, const model::Profile& profile, std::int64_t n, std::int32_t launches,
               const Deadline& deadline)
    : n_(n),
      launches_(launches),
      schedule_(schedule_of(kernel, profile, n, launches)),
      program_(program_of(kernel, profile, number(n), number(launches))),
      order_(program_),
      graph_(schedule_, launches),
      finder_(graph_) {
    find_instances();
    const model::Cut all = finder_.largest();
    complete_ = static_cast<std::int32_t>(all.order.size()) == graph_.size();
    if (!complete_) return;
    std::int64_t units = 0;
    for (const Raise& raise : program_.raises)
        for (const Numbers& numbers : instances_[raise.operation->number])
            units += known(order_.at(raise.units, Family(raise).first_part(numbers))).value_or(0);
    if (units > largest)
        throw Outside(fmt::format("{} chips are too large a sample: more than {} units are raised", n, largest), {});
    find_matches();
    find_needs(deadline);
    find_sources(all);
}

void Sample::find_instances() {
    instances_.resize(program_.operations.size());
    const std::size_t agents = program_.kernel->agents.size();
    steps_.resize(agents * static_cast<std::size_t>(n_));
    for (const Operation& operation : program_.operations) {
        for (std::int64_t chip = 0; chip < n_; ++chip) {
            std::vector<Numbers> open{{chip, 0}};
            for (std::size_t i = 0; i < operation.loops.size(); ++i) {
                std::vector<Numbers> longer;
                for (const Numbers& numbers : open) {
                    const Names names = names_at(operation, numbers);
                    const std::int64_t to = known(substitute(operation.loops[i].to, names)).value();
                    for (std::int64_t v = known(substitute(operation.loops[i].from, names)).value(); v < to; ++v) {
                        longer.push_back(numbers);
                        longer.back().push_back(v);
                    }
                }
                open = std::move(longer);
            }
            for (Numbers& numbers : open) {
                if (!holds(substitute(operation.guard, names_at(operation, numbers)))) continue;
                steps_[static_cast<std::size_t>(chip) * agents + operation.agent].push_back(
                    {operation.number, numbers});
                for (numbers[1] = 0; numbers[1] < launches_; ++numbers[1])
                    instances_[operation.number].push_back(numbers);
            }
        }
    }
    for (std::size_t agent = 0; agent < steps_.size(); ++agent) {
        std::sort(steps_[agent].begin(), steps_[agent].end(), [&](const Of& a, const Of& b) {
            return place_in_text(program_.operations[a.operation], a.numbers) <
                   place_in_text(program_.operations[b.operation], b.numbers);
        });
        if (steps_[agent].size() != schedule_.agents[agent].steps.size())
            throw Disagreement("the classes of events of a kernel are not those of its schedule");
    }
    events_.assign(steps_.size(), {});
    for (std::size_t agent = 0; agent < steps_.size(); ++agent)
        events_[agent].assign(static_cast<std::size_t>(launches_),
                              std::vector<EventId>(steps_[agent].size(), model::no_event));
    for (EventId id = 0; id < graph_.size(); ++id) {
        const model::Event& event = graph_.event(id);
        if (is_environment(event.moment)) continue;
        EventId& first = events_[static_cast<std::size_t>(event.who)][static_cast<std::size_t>(event.launch)]
                                [static_cast<std::size_t>(event.step)];
        if (first == model::no_event) first = id;
    }
}

Sample::Of Sample::of(EventId event) const {
    const model::Event& which = graph_.event(event);
    Of of = steps_[static_cast<std::size_t>(which.who)][static_cast<std::size_t>(which.step)];
    of.numbers[1] = which.launch;
    return of;
}

/// By event: in which round it happens, if in each round everything happens that can.
std::vector<std::int32_t> Sample::levels() const {
    const auto size = static_cast<std::size_t>(graph_.size());
    std::vector<std::int32_t> level(size, -1), open(size, 0);
    std::vector<std::int64_t> raised(graph_.counters().size(), 0);
    std::vector<std::vector<std::pair<std::size_t, std::int64_t>>> effects(size);
    for (std::size_t c = 0; c < graph_.counters().size(); ++c)
        for (const auto& raise : graph_.counters()[c].raises)
            effects[static_cast<std::size_t>(raise.event)].emplace_back(c, raise.units);
    std::vector<EventId> now, waiting;
    for (EventId id = 0; id < graph_.size(); ++id) {
        open[static_cast<std::size_t>(id)] = static_cast<std::int32_t>(graph_.predecessors(id).size());
        if (open[static_cast<std::size_t>(id)] == 0) waiting.push_back(id);
    }
    for (std::int32_t round = 0; !waiting.empty(); ++round) {
        now.clear();
        std::vector<EventId> still;
        for (const EventId id : waiting) {
            const std::int32_t counter = graph_.counter_of(id);
            const bool ready = counter < 0 || raised[static_cast<std::size_t>(counter)] >= graph_.need(id);
            (ready ? now : still).push_back(id);
        }
        if (now.empty()) break;
        waiting = std::move(still);
        for (const EventId id : now) {
            level[static_cast<std::size_t>(id)] = round;
            for (const auto& [counter, units] : effects[static_cast<std::size_t>(id)]) raised[counter] += units;
            for (const EventId next : finder_.successors(id))
                if (--open[static_cast<std::size_t>(next)] == 0) waiting.push_back(next);
        }
    }
    return level;
}

void Sample::find_matches() {
    const std::vector<std::int32_t> level = levels();
    for (const auto& counter : graph_.counters()) {
        if (!counter.counter) continue;
        struct Unit {
            std::int32_t level;
            std::size_t family;
            Numbers numbers;
            bool operator<(const Unit& other) const {
                return std::tie(level, family, numbers) < std::tie(other.level, other.family, other.numbers);
            }
        };
        std::vector<Unit> raised;
        for (const auto& raise : counter.raises) {
            const Of from = of(raise.event);
            for (const Raise* const family : program_.operations[from.operation].raises) {
                if (family->at != ending_of(graph_.event(raise.event).moment)) continue;
                Unit unit{level[static_cast<std::size_t>(raise.event)], family->number, from.numbers};
                unit.numbers.push_back(0);
                const std::int64_t units = raise.units / program_.grain(family->semaphore);
                for (; unit.numbers.back() < units; ++unit.numbers.back()) raised.push_back(unit);
            }
        }
        std::sort(raised.begin(), raised.end());
        std::size_t next = 0;
        for (std::size_t k = 0; k < counter.waits.size(); ++k) {
            const Of to = of(counter.waits[k]);
            const Wait& wait = *program_.operations[to.operation].wait;
            const std::int64_t units =
                ((k + 1 < counter.waits.size() ? counter.taken[k + 1] : counter.takes) - counter.taken[k]) /
                program_.grain(wait.semaphore);
            const std::size_t end =
                std::min(raised.size(), next + static_cast<std::size_t>(std::max<std::int64_t>(units, 0)));
            // When each of a wait's units is raised is of no matter; the order of rounds, and of chips, is more
            // regular.
            const auto place = [](const Unit& unit) {
                Numbers numbers(unit.numbers.begin() + 1, unit.numbers.end());
                numbers.push_back(unit.numbers.front());
                return std::pair(unit.family, std::move(numbers));
            };
            std::sort(raised.begin() + static_cast<long>(next), raised.begin() + static_cast<long>(end),
                      [&](const Unit& a, const Unit& b) { return place(a) < place(b); });
            for (std::int64_t part = 0; next < end; ++part, ++next) {
                Pair pair{n_, raised[next].family, raised[next].numbers, wait.number, to.numbers};
                pair.to_numbers.push_back(part);
                matched.push_back(std::move(pair));
            }
        }
    }
}

void Sample::find_needs(const Deadline& deadline) {
    for (const auto& counter : graph_.counters()) {
        if (!counter.counter) continue;
        for (const auto& raise : counter.raises) {
            deadline.check("looking at a few small sizes");
            const Of from = of(raise.event);
            const auto first_that_needs = [&](EventId event, std::vector<Pair>& found) {
                std::vector<char> allowed(static_cast<std::size_t>(graph_.size()), 1);
                allowed[static_cast<std::size_t>(event)] = 0;
                const model::Cut without = finder_.largest(allowed);
                for (const EventId wait : counter.waits) {
                    if (without.has[static_cast<std::size_t>(wait)] != 0) continue;
                    const Of to = of(wait);
                    for (const Raise* const family : program_.operations[from.operation].raises) {
                        if (family->at != ending_of(graph_.event(raise.event).moment)) continue;
                        Pair pair{n_, family->number, from.numbers, program_.operations[to.operation].wait->number,
                                  to.numbers};
                        pair.from_numbers.push_back(0);
                        pair.to_numbers.push_back(0);
                        found.push_back(std::move(pair));
                    }
                    return;
                }
            };
            first_that_needs(raise.event, landed);
            const model::Event& event = graph_.event(raise.event);
            first_that_needs(events_[static_cast<std::size_t>(event.who)][static_cast<std::size_t>(event.launch)]
                                    [static_cast<std::size_t>(event.step)],
                             issued);
        }
    }
}

std::vector<Numbers> Sample::instances(const Access& access) const {
    std::vector<Numbers> all;
    std::vector<Numbers> without;
    if (access.operation != nullptr) {
        without = instances_[access.operation->number];
    } else {
        for (std::int64_t chip = 0; chip < n_; ++chip)
            for (std::int64_t launch = 0; launch < launches_; ++launch) without.push_back({chip, launch});
    }
    const Family family(access);
    for (Numbers& numbers : without) {
        numbers.push_back(0);
        const std::int64_t parts = known(order_.at(access.length, family.with(as_expressions(numbers)))).value();
        for (; numbers.back() < parts; ++numbers.back()) all.push_back(numbers);
    }
    return all;
}

void Sample::find_sources(const model::Cut& order) {
    const std::vector<EventId> places = order.places();
    std::map<std::pair<std::size_t, Numbers>, EventId> first_event;
    for (std::size_t agent = 0; agent < steps_.size(); ++agent)
        for (std::int32_t launch = 0; launch < launches_; ++launch)
            for (std::size_t step = 0; step < steps_[agent].size(); ++step) {
                Of of = steps_[agent][step];
                of.numbers[1] = launch;
                first_event[{of.operation, of.numbers}] = events_[agent][static_cast<std::size_t>(launch)][step];
            }
    /// The end of a write, the start of a read.
    const auto event_of = [&](const Access& access, const Numbers& numbers) {
        const auto on = static_cast<std::int32_t>(numbers[0]), launch = static_cast<std::int32_t>(numbers[1]);
        if (access.operation == nullptr) return access.writes ? graph_.enter(on, launch) : graph_.exit(on, launch);
        EventId event = first_event.at({access.operation->number, {numbers.begin(), numbers.end() - 1}});
        if (!access.writes || access.ends != Ending::land) return event;
        // Its land: the last event of the step.
        const model::Event first = graph_.event(event);
        while (event + 1 < graph_.size() && same_operation(graph_.event(event + 1), first)) ++event;
        return event;
    };
    struct Timed {
        EventId time;  ///< place in the order
        std::size_t access;
        Numbers numbers;
    };
    struct Meeting {
        std::vector<Timed> writes, reads;
    };
    std::map<std::tuple<std::string_view, std::int64_t, std::int64_t>, Meeting> slots;
    for (const Access& access : program_.accesses)
        for (const Numbers& numbers : instances(access)) {
            const Instance instance = Family(access).with(as_expressions(numbers));
            const auto chip = known(order_.at(access.chip, instance)), index = known(order_.at(access.index, instance));
            if (!chip || !index) throw Disagreement("a slot of a sample is not known");
            Meeting& slot = slots[{access.buffer.text(), *chip, *index}];
            (access.writes ? slot.writes : slot.reads)
                .push_back({places[static_cast<std::size_t>(event_of(access, numbers))], access.number, numbers});
        }
    for (auto& [slot, meeting] : slots) {
        auto& [writes, reads] = meeting;
        std::sort(writes.begin(), writes.end(), [](const Timed& a, const Timed& b) { return a.time < b.time; });
        for (const Timed& read : reads) {
            const auto after = std::upper_bound(writes.begin(), writes.end(), read.time,
                                                [](EventId time, const Timed& write) { return time <= write.time; });
            if (after == writes.begin()) continue;
            sources.push_back({n_, read.access, read.numbers, std::prev(after)->access, std::prev(after)->numbers});
        }
    }
}

std::vector<std::vector<Instance>> together(const ByThing& ones, const ByThing& others) {
    std::vector<std::vector<Instance>> pairs;
    for (const auto& [thing, instances] : ones) {
        const auto found = others.find(thing);
        if (found == others.end()) continue;
        for (const Instance& one : instances)
            for (const Instance& other : found->second) pairs.push_back({one, other});
    }
    return pairs;
}

}  // namespace ringproof::checker::every
