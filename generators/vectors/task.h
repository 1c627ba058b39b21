#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "generators/vectors/elements.h"
#include "generators/vectors/outcomes.h"
#include "model/schedule.h"

namespace ringproof::generators {

/// How a backend's execution ended, in numbers: an Outcome (outcomes.h) that was seen.
struct Shown {
    std::vector<std::optional<Bytes>> outputs;  ///< of each output of the task; none: not reached
    /// Of each counter, at rest; empty: not told.
    std::vector<std::int64_t> counters;
    /// Operations that each agent has ended, over all launches; empty: not told.
    std::vector<std::int64_t> positions;
    bool finished = true;
    friend bool operator==(const Shown&, const Shown&) = default;
};

/// Which executions of a task's schedule may end differently.
enum class Ends {
    alike,  ///< all end alike: without violations, or blocked and monotone
    many    ///< all are looked at
};

/// A schedule to be executed in numbers: what a backend is handed, and what it may show.
class Task {
public:
    /// Throws model::Fault (over_limit) where it has too many executions to look at.
    Task(model::Schedule schedule, const Element& element, std::size_t lanes, Ends ends);

    const model::Schedule& schedule() const { return *schedule_; }
    const Element& element() const { return *element_; }
    std::size_t lanes() const { return lanes_; }
    std::size_t slot_size() const { return lanes_ * element_->size; }
    const std::vector<Output>& outputs() const { return outputs_; }
    const std::vector<model::Counter>& counters() const { return counters_; }

    /// What a slot holds at the start of a launch that makes its memory anew; of an in or inout slot, at any launch.
    const Bytes& at_start(model::Place place, std::int32_t launch) const { return starts_.at({place, launch}); }
    /// What a `write` or `read` of an agent names.
    const Bytes& named(std::int32_t agent, std::int32_t step, std::int32_t launch) const {
        return named_.at({agent, step, launch});
    }
    /// What slots hold that hold nothing.
    const Bytes& nothing() const { return nothing_; }

    /// All outcomes that the model allows, each once.
    const std::vector<Shown>& allowed() const { return allowed_; }
    /// An outcome of an execution of its schedule, with the values of that execution's store.
    Shown in_numbers(const Outcome& outcome, const model::Values& values) const;
    /// The allowed outcome that was seen; none: the model does not allow it.
    std::optional<std::size_t> find(const Shown& shown) const;
    /// What of an outcome that is not allowed differs from the allowed one nearest to it: the chip, the slot, counter
    /// or operation, what the model expects there and what was found.
    std::string complaint(const Shown& shown) const;

private:
    std::string wrong_end(const Shown& shown, const Shown& nearest) const;
    std::string wrong_output(std::size_t output, const Shown& shown, const Shown& nearest) const;
    std::string wrong_counter(std::size_t counter, const Shown& shown, const Shown& nearest) const;
    std::string agent_text(std::size_t agent, std::int64_t position) const;
    /// The expression that gives these bytes, of those that the model met; empty: none does.
    std::string meaning(const Bytes& slot) const;
    /// Which event of a run in order last changed it, in words; empty: none.
    std::string last_change(const std::variant<model::Place, model::Counter>& what, std::int32_t launch) const;

    std::unique_ptr<const model::Schedule> schedule_;
    const Element* element_;
    std::size_t lanes_;
    std::vector<Output> outputs_;
    std::vector<model::Counter> counters_;
    std::map<std::pair<model::Place, std::int32_t>, Bytes> starts_;
    std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Bytes> named_;
    Bytes nothing_;
    std::shared_ptr<const model::Machine> machine_;  ///< its store has the values below
    std::map<Bytes, model::Value> meanings_;
    std::vector<Shown> allowed_;
};

}  // namespace ringproof::generators
