#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/footprint.h"
#include "model/promela/parts.h"

namespace ringproof::model::promela {
namespace {

using C = Concrete;

/// The synchronous events of one agent.
class Program {
public:
    Program(Parts& parts, std::int32_t id) : parts_(parts), id_(id), agent_(parts.schedule().agents[id]) {}

    std::vector<Guarded> events() {
        const Schedule& schedule = parts_.schedule();
        for (launch_ = 0; launch_ < parts_.launches() && !agent_.steps.empty(); ++launch_) {
            const std::size_t first = events_.size();
            for (step_ = 0; step_ < static_cast<std::int32_t>(agent_.steps.size()); ++step_)
                std::visit([this](const auto& operation) { add(operation); }, agent_.steps[step_].operation);
            if (schedule.has_launches()) {
                // Its first event of the launch waits until the chip is inside.
                std::string& guard = events_[first].guard;
                guard.insert(0, fmt::format("{} == {}{}", Parts::stage(agent_.chip), Parts::entered(launch_),
                                            guard.empty() ? "" : " && "));
            }
            events_.back().effect += fmt::format("finished[{}]++; ", agent_.chip);
        }
        return std::move(events_);
    }

    /// Variables of its own, for snapshots.
    std::string variables() const {
        std::string out;
        for (const auto& [counter, name] : snapshots_) out += fmt::format("  int {};\n", name);
        return out;
    }

private:
    void event(const char* what, std::string guard, std::string effect) {
        events_.push_back(
            {fmt::format("{} of step {} in launch {}: {}", what, step_, launch_, agent_.steps[step_].at.text()),
             std::move(guard), std::move(effect)});
    }
    std::int32_t transfer() const { return parts_.transfer(id_, launch_, step_); }
    std::string counter(Counter counter) const { return fmt::format("counter[{}]", parts_.counter(counter, launch_)); }
    std::string snapshot(Counter counter) {
        return snapshots_.try_emplace(counter, fmt::format("seen_{}_{}", counter.semaphore, counter.index))
            .first->second;
    }
    static Place at(Place first, std::int32_t k) { return {first.buffer, first.index + k}; }

    // ---- Remote operations: their issue --------------------------------------------------------------------------

    void issue(Place first, std::int32_t len, Mode mode) {
        std::string effect = Parts::did("issued", transfer()) + " = 1; ";
        for (std::int32_t k = 0; k < len; ++k)
            effect += parts_.no_conflict(at(first, k), mode) + parts_.open(at(first, k), mode);
        event("issue", "", effect);
    }
    void add(const Put<C>& put) { issue(put.src, put.len, Mode::read); }
    void add(const Get<C>& get) { issue(get.dst, get.len, Mode::write); }
    void add(const Signal<C>&) { event("issue", "", Parts::did("issued", transfer()) + " = 1; "); }

    // ---- Counters ------------------------------------------------------------------------------------------------

    void add(const Wait<C>& wait) {
        const std::string now = counter(wait.counter);
        std::visit(Overloaded{
                       [&](const AtLeast<C>& until) {
                           const auto* const some = std::get_if<std::int32_t>(&until.take);
                           const auto width = parts_.schedule().profile.counter_values;
                           std::string guard = fmt::format("{} >= {}", now, until.at_least);
                           if (width && until.at_least >= *width) guard = "false";  // no counter has such a value
                           event("wait", guard,
                                 some == nullptr ? fmt::format("{} = 0; ", now)
                                 : *some == 0    ? ""
                                                 : fmt::format("{0} = {0} - {1}; ", now, *some));
                       },
                       [&](const Equals<C>& until) { event("wait", fmt::format("{} == {}", now, until.equals), ""); },
                       [&](const AboveSnapshot<C>& until) {
                           event("wait",
                                 fmt::format("{} >= {} + {}", now, snapshot(wait.counter), until.above_snapshot), "");
                       },
                   },
                   wait.until);
    }
    void add(const Set<C>& set) { event("set", "", fmt::format("{} = {}; ", counter(set.counter), set.value)); }
    void add(const Snapshot<C>& taken) {
        event("snapshot", "", fmt::format("{} = {}; ", snapshot(taken.counter), counter(taken.counter)));
    }

    // ---- Local work: start opens all its accesses, end does it and closes them -----------------------------------

    void local(const auto& operation, const std::string& work) {
        std::string checks, opens, closes, loads;
        each_access(Operation(operation), [&](Place place, Mode mode, End) {
            checks += parts_.no_conflict(place, mode);
            opens += parts_.open(place, mode);
            closes += parts_.close(place, mode);
            if (parts_.schedule().chip_of(place) != agent_.chip)
                loads += parts_.memory_inside(parts_.schedule().chip_of(place), launch_);
        });
        event("start", "", loads + checks + opens);
        event("end", "", loads + work + closes);
    }
    /// Stores what was put into made[0], made[1], ...: all is read before anything is written.
    std::string store(Place place, std::int32_t k) const {
        return fmt::format("{} = made[{}]; ", parts_.value(place), k);
    }

    void add(const Copy<C>& copy) {
        std::string reads, stores;
        for (std::int32_t k = 0; k < copy.len; ++k) {
            reads += parts_.holds(at(copy.src, k)) + fmt::format("made[{}] = {}; ", k, parts_.value(at(copy.src, k)));
            stores += store(at(copy.dst, k), k);
        }
        local(copy, reads + stores);
    }
    void add(const Reduce<C>& reduce) {
        std::string reads, stores;
        for (std::int32_t k = 0; k < reduce.len; ++k) {
            const Place left = at(reduce.src, k), right = at(reduce.with.value_or(reduce.dst), k);
            reads += parts_.holds(left) + parts_.holds(right) +
                     fmt::format("made[{}] = {}; ", k, parts_.codes().reduced(parts_.value(left), parts_.value(right)));
            stores += store(at(reduce.dst, k), k);
        }
        local(reduce, reads + stores);
    }
    void add(const Compute<C>& compute) {
        std::string reads, stores;
        std::vector<std::string> arguments;
        for (const Place place : compute.reads) {
            reads += parts_.holds(place);
            arguments.push_back(parts_.value(place));
        }
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(compute.writes.size()); ++k) {
            reads += parts_.codes().applied(compute.label, k, arguments) + fmt::format("made[{}] = code; ", k);
            stores += store(compute.writes[k], k);
        }
        local(compute, reads + stores);
    }
    void add(const Write<C>& write) {
        local(write, fmt::format("{} = {}; ", parts_.value(write.dst), parts_.codes().of(write.value, launch_)));
    }
    void add(const Read<C>& read) {
        const std::int64_t expected = parts_.codes().of(read.expect, launch_);
        local(read, (read.expect ? parts_.holds(read.src) : "") +
                        Parts::check(fmt::format("{} == {}", parts_.value(read.src), expected), "wrong_result"));
    }
    void add(const Poll<C>& poll) { event("poll", parts_.value(poll.src) + " != 0", ""); }

    // ---- Order ---------------------------------------------------------------------------------------------------

    void add(const Fence<C>&) { event("fence", "", ""); }
    void add(const Quiet<C>& quiet) {
        std::string guard = "true";
        for (std::int32_t id = 0; id < static_cast<std::int32_t>(parts_.transfers().size()); ++id) {
            const Transfer& earlier = parts_.transfers()[id];
            if (earlier.agent != id_ || std::pair(earlier.launch, earlier.step) >= std::pair(launch_, step_)) continue;
            const bool is_put = !parts_.is_get(earlier) && !parts_.is_signal(earlier);
            guard += " && " + Parts::did(quiet.until == Until::read && is_put ? "was_read" : "landed", id);
        }
        event("quiet", guard, "");
    }
    void add(const Barrier<C>& barrier) {
        const std::int32_t mine = ++arrivals_[barrier.name];
        event("arrive", "", fmt::format("arrived_{}[{}]++; ", barrier_number(barrier.name), id_));
        std::string guard = "true";
        const auto& agents = parts_.schedule().agents;
        for (std::size_t other = 0; other < agents.size(); ++other)
            for (const Step& step : agents[other].steps)
                if (const auto* const named = std::get_if<Barrier<C>>(&step.operation);
                    named != nullptr && named->name == barrier.name) {
                    guard += fmt::format(" && arrived_{}[{}] >= {}", barrier_number(barrier.name), other, mine);
                    break;
                }
        event("leave", guard, "");
    }
    std::int32_t barrier_number(Symbol name) const;

    Parts& parts_;
    std::int32_t id_, launch_ = 0, step_ = 0;
    const Agent& agent_;
    std::vector<Guarded> events_;
    std::map<Counter, std::string> snapshots_;
    std::map<Symbol, std::int32_t> arrivals_;
};

std::int32_t Program::barrier_number(Symbol name) const {
    const auto names = barrier_names(parts_.schedule());
    for (std::size_t number = 0; number < names.size(); ++number)
        if (names[number] == name) return static_cast<std::int32_t>(number);
    return -1;
}

}  // namespace

std::vector<Symbol> barrier_names(const Schedule& schedule) {
    std::vector<Symbol> names;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps)
            if (const auto* const barrier = std::get_if<Barrier<C>>(&step.operation))
                if (std::find(names.begin(), names.end(), barrier->name) == names.end()) names.push_back(barrier->name);
    return names;
}

std::string agent(Parts& parts, std::int32_t agent) {
    Program program(parts, agent);
    const std::vector<Guarded> events = program.events();
    if (events.empty()) return "";
    const Agent& self = parts.schedule().agents[agent];
    return fmt::format("active proctype agent_{}() {{ /* {} of chip {} */\n{}{}}}\n", agent,
                       in_comment(std::string(self.name.text())), self.chip, program.variables(), sequence(events));
}

}  // namespace ringproof::model::promela
