#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/machine.h"
#include "model/schedule.h"

/// What shows of an execution from outside, and everything that may show of a schedule.
namespace ringproof::generators {

/// An output as the environment collects it: a slot of an out or inout buffer at the end of a launch.
struct Output {
    model::Place place;
    std::int32_t launch;
    friend auto operator<=>(const Output&, const Output&) = default;
};

/// The outputs of a schedule: by launch, then in the order of its buffers. Without launches (entry together) those of
/// launch 0, at rest.
std::vector<Output> outputs_of(const model::Schedule& schedule);
/// Its counters, in the order of its semaphores.
std::vector<model::Counter> counters_of(const model::Schedule& schedule);

/// How one execution ended.
struct Outcome {
    /// Of each output (outputs_of); none: its launch did not end on that chip.
    std::vector<std::optional<model::Value>> outputs;
    /// Of each counter (counters_of), of the last launch where it is made by each, when nothing moves any more.
    std::vector<std::int64_t> counters;
    /// How many operations of each agent have ended, over all launches.
    std::vector<std::int64_t> positions;
    bool finished = true;  ///< all agents have ended
    friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

/// Watches an execution for what shows of it.
class Collector {
public:
    /// The schedule must outlive it.
    explicit Collector(const model::Schedule& schedule);
    /// To be called before each event.
    void before(const model::Machine& machine, const model::Event& event);
    /// To be called when nothing is enabled any more.
    Outcome at_rest(const model::Machine& machine) const;
    /// What was collected so far is part of what is ahead.
    void append_state(std::string& key) const;

private:
    /// What every execution of a schedule is asked for.
    struct Asked {
        std::vector<Output> outputs;
        std::vector<model::Counter> counters;
    };
    std::shared_ptr<const Asked> asked_;
    std::vector<std::optional<model::Value>> collected_;
};

/// The outcomes that the machine allows. Values are those of the store of `machine`.
struct Outcomes {
    std::shared_ptr<const model::Machine> machine;  ///< at the start of an execution
    std::set<Outcome> all;

    const model::Values& values() const { return machine->values(); }
};

/// The outcome of one execution: right where all have the same, as those of a schedule without violations do (T5), and
/// the blocked end of a monotone one (T1). The schedule must outlive it.
Outcomes only_outcome(const model::Schedule& schedule);

/// The outcomes of all executions, whatever the machine finds on their way: it goes on after a race, with what it has.
/// Looks at every state once. Throws model::Fault (over_limit) where there are more than `most_states`. The schedule
/// must outlive it.
Outcomes all_outcomes(const model::Schedule& schedule, std::size_t most_states = 1'000'000);

}  // namespace ringproof::generators
