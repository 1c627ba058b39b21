#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/event.h"
#include "model/footprint.h"
#include "model/judge.h"
#include "model/memory.h"
#include "model/schedule.h"
#include "model/value.h"

namespace ringproof::model {

/// The reference executor: one execution of a schedule, event by event, under any scheduler (scheduler.h). It reads
/// like specs/semantics.md section 2, keeps no more than the state described there, and checks every access, entry,
/// exit and counter as it goes. All engines are judged against it.
///
/// The order of events is the caller's: `enabled()` lists what may come next, `fire()` lets it happen.
/// Faults are collected in `findings()`, and the run goes on: what follows a fault has no defined meaning, except
/// that it is what this machine does.
///
/// A copy is a second execution with the same past. It shares what never changes and the store of values, so equal
/// values of copies are equal numbers; copies are not to be used from several threads.
class Machine {
public:
    /// An asynchronous put, get or signal between its issue and its end.
    struct Transfer {
        Event issue;
        std::int64_t number = 0;  ///< `position` of its agent when it was issued
        std::int32_t target = 0;  ///< the chip it acts on
        std::int32_t fences = 0;  ///< of its agent, before it
        bool begun = false, read = false, raised = false, landed = false;
        std::int32_t credits = 0;                             ///< units raised early
        std::vector<Value> payload;                           ///< what was read
        std::vector<std::int64_t> before_begin, before_land;  ///< numbers of those that must have taken effect

        Event event(Moment moment) const { return {moment, issue.who, issue.launch, issue.step}; }
    };

    /// Assumes a valid schedule (validity.h), which must outlive the machine. `launches` >= 1.
    Machine(const Schedule& schedule, std::int32_t launches);

    /// Whether `event` may come next.
    bool enabled(const Event& event) const;
    /// Lets `event` happen. It must be enabled.
    void fire(const Event& event);
    /// Everything that may come next, in a fixed order.
    std::vector<Event> enabled() const;

    /// The environment's next event on a chip, whether or not it is enabled; none when it has finished.
    std::optional<Event> next_of_chip(std::int32_t chip) const;
    /// The agent's next event, whether or not it is enabled; none when the agent has finished or its chip is outside.
    std::optional<Event> next_of_agent(std::int32_t agent) const;
    /// Calls `visit(event)` for each enabled event of the transfers that this agent has in flight.
    template <class Visit>
    void each_in_flight(std::int32_t agent, Visit&& visit) const {
        for (const std::int32_t id : agents_[agent].in_flight)
            for (const Moment moment :
                 {Moment::begin, Moment::read, Moment::credit, Moment::raise, Moment::land, Moment::deliver})
                if (transfer_enabled(transfers_[id], moment)) visit(transfers_[id].event(moment));
    }

    // What lies ahead, for engines that look there.

    /// How many operations lie before the agent's current one, over all launches.
    std::int64_t position(std::int32_t agent) const {
        const auto steps = static_cast<std::int64_t>(schedule_->agents[agent].steps.size());
        return agents_[agent].launch * steps + agents_[agent].step;
    }
    /// How many events of the chip's environment have happened.
    std::int64_t environment_position(std::int32_t chip) const {
        return std::int64_t{4} * chips_[chip].launch + static_cast<int>(chips_[chip].stage);
    }
    /// How often the agent has arrived at the barrier.
    std::int64_t arrivals(std::int32_t agent, Symbol barrier) const {
        const auto found = agents_[agent].arrivals.find(barrier);
        return found == agents_[agent].arrivals.end() ? 0 : found->second;
    }
    /// Calls `visit(transfer)` for each transfer that the agent has in flight, in the order of their issue.
    template <class Visit>
    void each_transfer(std::int32_t agent, Visit&& visit) const {
        for (const std::int32_t id : agents_[agent].in_flight) visit(transfers_[id]);
    }
    /// Whether this event of a transfer in flight may come next.
    bool transfer_enabled(const Transfer& transfer, Moment moment) const;
    /// A transfer that must take effect before `moment` of this one; none when no other holds it back.
    const Transfer* holds_back(const Transfer& transfer, Moment moment) const;
    /// Whether the put's counter rises by itself, apart from its data (coverage `none`).
    bool is_detached(const Transfer& transfer) const;

    /// Appends all that the future depends on. Two machines of which one is a copy of the other, or both of a third,
    /// with equal keys have the same executions before them, with the same findings and the same results. What was
    /// found already is not part of it.
    void append_state(std::string& key) const;
    /// Hands over the findings made so far.
    std::vector<Finding> take_findings() { return std::exchange(findings_, {}); }

    /// All launches have ended everywhere and nothing is in flight.
    bool finished() const;
    /// To be called once when nothing is enabled any more: judges what is judged at rest (deadlock, global counters at
    /// zero, and the contract when there are no launches).
    void rest();

    const Schedule& schedule() const { return *schedule_; }
    std::int32_t launches() const { return launches_; }
    const std::vector<Finding>& findings() const { return findings_; }
    const Results& results() const { return judge_.results(); }
    const Memory& memory() const { return memory_; }
    Values& values() const { return *values_; }
    /// The value of a counter; a launch-scoped one in that launch.
    std::int64_t value(Counter counter, std::int32_t launch) const { return counters_[cell(counter, launch)]; }

private:
    /// Where a chip stands in its current launch.
    enum class Stage { outside, filled, inside, left };
    struct Chip {
        Stage stage = Stage::outside;
        std::int32_t launch = 0;
    };
    struct AgentState {
        std::int32_t launch = 0;
        std::int32_t step = 0;
        bool started = false;  ///< the first of two events of the current operation has happened
        std::int32_t fences = 0;
        std::vector<std::int32_t> in_flight;  ///< transfers, in the order of their issue and so of their numbers
        std::map<Counter, std::int64_t> snapshots;
        std::map<Symbol, std::int64_t> arrivals;
    };
    /// What the schedule says, laid out once for all copies.
    struct Layout {
        std::vector<std::vector<std::int32_t>> agents_of_chip, buffers_of_chip, semaphores_of_chip;
        std::map<Symbol, std::vector<std::int32_t>> barrier_members;
        std::vector<std::size_t> first_counter;  ///< of each semaphore
        std::vector<std::int64_t> initial_counters;
    };
    static std::shared_ptr<const Layout> lay_out(const Schedule& schedule, std::int32_t launches);
    struct Act;
    struct Move;

    const Operation& operation(const Event& event) const {
        return schedule_->agents[event.who].steps[event.step].operation;
    }
    std::size_t cell(Counter counter, std::int32_t launch) const;

    // Transfers.
    /// The id of the agent's transfer with this number, or -1 when it is not in flight.
    std::int32_t find_transfer(std::int32_t agent, std::int64_t number) const;
    /// The id of the event's transfer, or -1 when it is not in flight.
    std::int32_t find_transfer(const Event& event) const;
    void issue(const Event& event, std::int32_t target);
    void move(std::int32_t id, Moment moment);
    bool took_effect(const Transfer& transfer) const;

    // Agents.
    bool can(const Event& event) const;
    bool agent_finished(std::int32_t agent) const;
    void step_on(std::int32_t agent);

    // Chips.
    bool can_environment(const Event& event) const;
    void environment(const Event& event);
    void each_slot_of_chip(std::int32_t chip, bool (*wanted)(Role), const std::function<void(Place)>& visit) const;
    void enter(const Event& event);
    void judge_exit(const Event& event);

    // Effects, each with its checks.
    void open(const Event& event, Place place, Mode mode);
    void open_side(const Event& event, End end);
    void close_side(const Event& event, End end);
    Value read(const Event& event, Place place);
    void raise(const Event& event, Counter counter, std::int64_t units);
    /// The counter becomes `value`, or what is left of it where it is too wide.
    void assign(const Event& event, Counter counter, std::int64_t value);
    /// `entered`: what an event of a launch touches on `chip` exists only between enter and exit of that launch.
    void check_inside(const Event& event, std::int32_t chip, std::optional<Counter> counter = std::nullopt);
    void report(Finding finding);

    const Schedule* schedule_;
    std::int32_t launches_;
    std::shared_ptr<Values> values_;
    Memory memory_;
    Judge judge_;
    std::shared_ptr<const Layout> layout_;
    std::vector<std::int64_t> counters_;
    std::vector<Chip> chips_;
    std::vector<std::int32_t> filled_;  ///< chips that have filled, by launch
    std::vector<AgentState> agents_;
    std::vector<Transfer> transfers_;
    std::vector<std::int32_t> free_;  ///< transfers that have ended and may be used again
    std::vector<Finding> findings_;
};

}  // namespace ringproof::model
