#include "conformance/driver.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "generators/vectors/features.h"
#include "model/text.h"

namespace ringproof::conformance {
namespace {

using generators::Bytes;
using generators::Job;
using generators::Shown;
using C = model::Concrete;
using Clock = std::chrono::steady_clock;

/// What the threads of one run share: whether it goes on.
class Watch {
public:
    explicit Watch(double patience)
        : patience_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience))) {
        moved();
    }
    void moved() { last_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed); }
    bool over() const {
        return Clock::now().time_since_epoch().count() - last_.load(std::memory_order_relaxed) > patience_.count();
    }

private:
    Clock::duration patience_;
    std::atomic<Clock::rep> last_{0};
};

/// Where chips of one process wait for each other before they enter a launch, if the backend has no entry of its own.
class Door {
public:
    Door(std::int32_t chips, std::int32_t launches)
        : chips_(chips), waiting_(static_cast<std::size_t>(launches)), came_(static_cast<std::size_t>(chips), 0) {}
    /// Asked by the thread of the chip until all are there.
    bool enter(std::int32_t chip, std::int32_t launch) {
        std::atomic<std::int32_t>& waiting = waiting_[static_cast<std::size_t>(launch)];
        std::int32_t& came = came_[static_cast<std::size_t>(chip)];
        if (came == launch) {
            ++came;
            ++waiting;
        }
        return waiting == chips_;
    }

private:
    std::int32_t chips_;
    std::vector<std::atomic<std::int32_t>> waiting_;
    std::vector<std::int32_t> came_;  ///< each only of its chip's thread
};

/// One agent in its launch: what it does next.
class AgentRun {
public:
    AgentRun(AnyBackend& backend, const Job& job, const Delays& delays, std::int32_t agent)
        : backend_(backend),
          job_(job),
          delays_(delays),
          agent_(agent),
          chip_(job.schedule().agents[agent].chip),
          steps_(job.schedule().agents[agent].steps) {}

    void start(std::int32_t launch) {
        launch_ = launch;
        step_ = 0;
    }
    bool finished() const { return step_ == static_cast<std::int32_t>(steps_.size()); }
    std::int64_t position() const {
        return static_cast<std::int64_t>(launch_) * static_cast<std::int64_t>(steps_.size()) + step_;
    }
    const std::string& complaints() const { return complaints_; }

    /// Whether the next operation could be done.
    bool step() {
        if (const std::int64_t here = position(); here != paused_) {
            delays_.pause(static_cast<std::uint64_t>(agent_), static_cast<std::uint64_t>(here));
            paused_ = here;
        }
        if (!std::visit([this](const auto& operation) { return act(operation); }, steps_[step_].operation))
            return false;
        ++step_;
        return true;
    }

private:
    bool act(const Put& put) { return backend_.put(agent_, put), true; }
    bool act(const Get& get) { return backend_.get(agent_, get), true; }
    bool act(const Signal& signal) { return backend_.signal(agent_, signal), true; }
    bool act(const model::Wait<C>& wait) {
        return std::visit([&](const auto& until) { return wait_for(wait.counter, until); }, wait.until);
    }
    bool act(const model::Set<C>& set) { return backend_.set(set.counter, set.value), true; }
    bool act(const model::Snapshot<C>& snapshot) {
        snapshots_[snapshot.counter] = backend_.value(snapshot.counter);
        return true;
    }
    bool act(const model::Copy<C>& copy) {
        if (copy.len == 1 && is_own(copy.src) && backend_.copy(copy.src, copy.dst)) return true;
        std::vector<Bytes> slots;
        for (std::int32_t k = 0; k < copy.len; ++k) slots.push_back(load(at(copy.src, k)));
        for (std::int32_t k = 0; k < copy.len; ++k) backend_.store(at(copy.dst, k), slots[k].data());
        return true;
    }
    bool act(const model::Reduce<C>& reduce) {
        const model::RuleId rule = *model::find_rule(reduce.rule.empty() ? "add" : reduce.rule.text());
        const Place with = reduce.with.value_or(reduce.dst);
        if (reduce.len == 1 && is_own(reduce.src) && backend_.reduce(reduce.src, with, reduce.dst, rule)) return true;
        std::vector<Bytes> slots;
        for (std::int32_t k = 0; k < reduce.len; ++k) {
            slots.push_back(load(at(reduce.src, k)));
            const Bytes own = load(at(with, k));
            job_.element().reduce(rule, slots.back().data(), own.data(), slots.back().data(), job_.lanes());
        }
        for (std::int32_t k = 0; k < reduce.len; ++k) backend_.store(at(reduce.dst, k), slots[k].data());
        return true;
    }
    bool act(const model::Compute<C>& compute) {
        std::vector<Bytes> read;
        for (const Place place : compute.reads) read.push_back(load(place));
        for (std::size_t k = 0; k < compute.writes.size(); ++k) {
            Bytes made(job_.slot_size());
            job_.element().apply(compute.label.text(), static_cast<std::int32_t>(k), read, made.data(), job_.lanes());
            backend_.store(compute.writes[k], made.data());
        }
        return true;
    }
    bool act(const model::Write<C>& write) {
        return backend_.store(write.dst, job_.named(agent_, step_, launch_).data()), true;
    }
    bool act(const model::Read<C>& read) {
        const Bytes& expected = job_.named(agent_, step_, launch_);
        if (const Bytes found = load(read.src); found != expected)
            complaints_ +=
                fmt::format("{}, {}\n  expected {}\n  found    {}\n", model::agent_text(job_.schedule(), agent_),
                            model::operation_text(job_.schedule(), agent_, step_), text(job_.element(), expected),
                            text(job_.element(), found));
        return true;
    }
    bool act(const model::Poll<C>& poll) { return load(poll.src) != job_.nothing(); }
    bool act(const model::Fence<C>&) { return backend_.fence(agent_), true; }
    bool act(const model::Quiet<C>& quiet) { return backend_.quiet(agent_, quiet.until); }
    bool act(const model::Barrier<C>& barrier) {
        if (!arrived_) backend_.arrive(agent_, barrier.name);
        arrived_ = !backend_.may_leave(agent_, barrier.name);
        return !arrived_;
    }

    bool wait_for(Counter counter, const model::AtLeast<C>& until) {
        return std::visit(
            model::Overloaded{[&](std::int32_t take) { return backend_.try_wait(counter, until.at_least, take); },
                              [&](model::All) {
                                  // What comes between looking and taking came after the wait.
                                  const std::int64_t now = backend_.value(counter);
                                  return now >= until.at_least && backend_.try_wait(counter, now, now);
                              }},
            until.take);
    }
    bool wait_for(Counter counter, const model::Equals<C>& until) { return backend_.value(counter) == until.equals; }
    bool wait_for(Counter counter, const model::AboveSnapshot<C>& until) {
        return backend_.value(counter) >= snapshots_[counter] + until.above_snapshot;
    }

    static Place at(Place first, std::int32_t k) { return {first.buffer, first.index + k}; }
    bool is_own(Place place) const { return job_.schedule().chip_of(place) == chip_; }
    Bytes load(Place place) {
        Bytes slot(job_.slot_size());
        is_own(place) ? backend_.load(place, slot.data()) : backend_.load_remote(place, slot.data());
        return slot;
    }

    AnyBackend& backend_;
    const Job& job_;
    const Delays& delays_;
    std::int32_t agent_, chip_;
    const std::vector<model::Step>& steps_;
    std::int32_t launch_ = 0, step_ = 0;
    std::int64_t paused_ = -1;
    bool arrived_ = false;  ///< at the barrier where it is
    std::map<Counter, std::int64_t> snapshots_;
    std::string complaints_;
};

/// The environment of a chip and its agents.
class ChipRun {
public:
    ChipRun(AnyBackend& backend, const Job& job, const Delays& delays, std::int32_t chip)
        : backend_(backend), job_(job), schedule_(job.schedule()), chip_(chip) {
        for (std::size_t agent = 0; agent < schedule_.agents.size(); ++agent)
            if (schedule_.agents[agent].chip == chip)
                agents_.emplace_back(backend, job, delays, static_cast<std::int32_t>(agent)), ids_.push_back(agent);
        fill(true);
    }

    /// Goes on until all launches have ended or the run is given up.
    void go(Watch& watch, Door& door) {
        for (launch_ = 0; launch_ < schedule_.launches; ++launch_) {
            if (launch_ > 0 && schedule_.has_launches()) fill(false);
            if (schedule_.profile.entry == model::Entry::barrier && schedule_.launches > 1 &&
                !until(watch, [&] { return backend_.enter(chip_, launch_).value_or(door.enter(chip_, launch_)); }))
                return;
            for (AgentRun& agent : agents_) agent.start(launch_);
            const auto all_ended = [&] {
                bool moved = false;
                for (AgentRun& agent : agents_)
                    while (!agent.finished() && agent.step()) moved = true;
                if (moved) watch.moved();
                return std::ranges::all_of(agents_, [](const AgentRun& agent) { return agent.finished(); });
            };
            if (!until(watch, all_ended)) return;
            if (schedule_.has_launches()) collect(launch_);
        }
        finished_ = true;
    }

    /// What it has come to, to be called at rest.
    void tell(Shown& shown, std::string& complaints) {
        if (finished_ && !schedule_.has_launches()) collect(0);
        for (const auto& [output, slot] : collected_) shown.outputs[output] = slot;
        for (std::size_t k = 0; k < agents_.size(); ++k) {
            shown.positions[ids_[k]] = agents_[k].position();
            complaints += agents_[k].complaints();
        }
        for (std::size_t k = 0; k < job_.counters().size(); ++k)
            if (schedule_.chip_of(job_.counters()[k]) == chip_) shown.counters[k] = backend_.value(job_.counters()[k]);
        shown.finished = shown.finished && finished_;
    }

private:
    /// Inputs; and, where a launch makes memory anew, the other slots and the counters.
    void fill(bool first) {
        for (std::size_t id = 0; id < schedule_.buffers.size(); ++id) {
            const model::Buffer& buffer = schedule_.buffers[id];
            if (buffer.chip != chip_ || (!first && !is_input(buffer.role) && schedule_.memory_is_global())) continue;
            for (std::int32_t k = 0; k < buffer.size; ++k) {
                const Place place{static_cast<std::int32_t>(id), k};
                backend_.store(place, job_.at_start(place, launch_).data());
            }
        }
        for (const Counter counter : job_.counters()) {
            const std::int32_t init = schedule_.semaphores[counter.semaphore].init;
            if (schedule_.chip_of(counter) == chip_ &&
                (first || schedule_.life_of(counter.semaphore) == model::Life::launch) &&
                backend_.value(counter) != init)
                backend_.set(counter, init);
        }
    }

    void collect(std::int32_t launch) {
        for (std::size_t k = 0; k < job_.outputs().size(); ++k) {
            const auto& [place, of] = job_.outputs()[k];
            if (of != launch || schedule_.chip_of(place) != chip_) continue;
            Bytes slot(job_.slot_size());
            backend_.load(place, slot.data());
            collected_.emplace_back(k, std::move(slot));
        }
    }

    /// Whether the condition came to hold before patience was over.
    template <class Condition>
    bool until(Watch& watch, const Condition& holds) {
        using std::chrono::microseconds;
        for (int idle = 0; !holds(); ++idle) {
            if (watch.over()) return false;
            backend_.progress(chip_);
            // Others have to get somewhere: there may be fewer processors than chips.
            idle < 20 ? std::this_thread::yield() : std::this_thread::sleep_for(microseconds(20));
        }
        watch.moved();
        return true;
    }

    AnyBackend& backend_;
    const Job& job_;
    const model::Schedule& schedule_;
    std::int32_t chip_;
    std::vector<AgentRun> agents_;
    std::vector<std::size_t> ids_;
    std::int32_t launch_ = 0;
    bool finished_ = false;
    std::vector<std::pair<std::size_t, Bytes>> collected_;
};

/// What a process has seen, as a text for the others: lines of a letter, an index and what is there.
std::string packed(const Shown& shown, const std::vector<bool>& own_agents, const std::vector<bool>& own_counters,
                   const std::string& complaints) {
    std::string out = shown.finished ? "" : "blocked 0 0\n";
    for (std::size_t k = 0; k < shown.outputs.size(); ++k)
        if (shown.outputs[k]) {
            out += fmt::format("output {} ", k);
            for (const std::byte byte : *shown.outputs[k]) out += fmt::format("{:02x}", std::to_integer<int>(byte));
            out += '\n';
        }
    for (std::size_t k = 0; k < shown.counters.size(); ++k)
        if (own_counters[k]) out += fmt::format("counter {} {}\n", k, shown.counters[k]);
    for (std::size_t k = 0; k < shown.positions.size(); ++k)
        if (own_agents[k]) out += fmt::format("position {} {}\n", k, shown.positions[k]);
    std::istringstream lines(complaints);
    for (std::string line; std::getline(lines, line);) out += fmt::format("complaint 0 {}\n", line);
    return out;
}

void unpack(const std::string& text, Ran& ran) {
    std::istringstream lines(text);
    std::string what, rest;
    for (std::size_t index = 0; lines >> what >> index && std::getline(lines >> std::ws, rest);) {
        if (what == "blocked") ran.shown.finished = false;
        if (what == "counter") ran.shown.counters[index] = std::stoll(rest);
        if (what == "position") ran.shown.positions[index] = std::stoll(rest);
        if (what == "complaint") ran.complaints += rest + "\n";
        if (what != "output") continue;
        Bytes slot(rest.size() / 2);
        for (std::size_t k = 0; k < slot.size(); ++k)
            slot[k] = static_cast<std::byte>(std::stoi(rest.substr(2 * k, 2), nullptr, 16));
        ran.shown.outputs[index] = std::move(slot);
    }
}

}  // namespace

Ran run(const Kind& kind, const Job& job, const Manner& manner) {
    const model::Schedule& schedule = job.schedule();
    const World world{schedule, job.element(), job.slot_size(), manner.delays};
    const std::unique_ptr<AnyBackend> backend = kind.make(world);
    Ran ran;
    const auto empty = [&](Shown& shown) {
        shown.outputs.resize(job.outputs().size());
        shown.counters.resize(job.counters().size());
        shown.positions.resize(schedule.agents.size());
    };
    empty(ran.shown);
    std::vector<std::unique_ptr<ChipRun>> chips;
    std::vector<std::int32_t> local;
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip)
        if (backend->is_local(chip)) {
            chips.push_back(std::make_unique<ChipRun>(*backend, job, manner.delays, chip));
            local.push_back(chip);
        }
    backend->exchange("");  // all memory is filled before anybody starts
    Watch watch(manner.patience);
    Door door(schedule.chips, schedule.launches);
    {
        std::vector<std::jthread> threads;
        for (std::size_t k = 1; k < chips.size(); ++k) threads.emplace_back([&, k] { chips[k]->go(watch, door); });
        if (!chips.empty()) chips.front()->go(watch, door);
    }
    for (Watch rest(manner.patience); !rest.over();) {
        for (const std::int32_t chip : local) backend->progress(chip);
        if (std::ranges::all_of(local, [&](std::int32_t chip) { return backend->idle(chip); })) break;
        std::this_thread::yield();
    }
    backend->exchange("");  // nothing is in flight anywhere
    Shown own;
    empty(own);
    std::string complaints;
    for (const auto& chip : chips) chip->tell(own, complaints);
    const auto is_own = [&](std::int32_t chip) { return std::ranges::find(local, chip) != local.end(); };
    std::vector<bool> own_agents, own_counters;
    for (const model::Agent& agent : schedule.agents) own_agents.push_back(is_own(agent.chip));
    for (const Counter counter : job.counters()) own_counters.push_back(is_own(schedule.chip_of(counter)));
    unpack(backend->exchange(packed(own, own_agents, own_counters, complaints)), ran);
    return ran;
}

std::string lacks(const Kind& kind, const model::Schedule& schedule) {
    std::vector<std::string> missing;
    for (const std::string_view feature : generators::features_of(schedule))
        if (!kind.features.contains(feature)) missing.emplace_back(feature);
    if (schedule.chips > kind.most_chips) missing.push_back(fmt::format("{} chips", schedule.chips));
    return fmt::format("{}", fmt::join(missing, ", "));
}

}  // namespace ringproof::conformance
