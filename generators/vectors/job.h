#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "generators/vectors/elements.h"
#include "generators/vectors/outcomes.h"
#include "model/schedule.h"

namespace ringproof::generators {

/// How a backend's execution ended, in numbers: an Outcome (outcomes.h) that was seen.
struct Shown {
    std::vector<std::optional<Bytes>> outputs;  ///< of each output of the job; none: not reached
    /// Of each counter, at rest; empty: not told.
    std::vector<std::int64_t> counters;
    /// Operations that each agent has ended, over all launches; empty: not told.
    std::vector<std::int64_t> positions;
    bool finished = true;
    friend bool operator==(const Shown&, const Shown&) = default;
};

/// What a backend is handed: a schedule, and in numbers all values that do not come from executing it.
class Job {
public:
    /// The numbers are put in by whoever makes it.
    Job(model::Schedule schedule, const Element& element, std::size_t lanes);

    const model::Schedule& schedule() const { return *schedule_; }
    const Element& element() const { return *element_; }
    std::size_t lanes() const { return lanes_; }
    std::size_t slot_size() const { return lanes_ * element_->size; }
    const std::vector<Output>& outputs() const { return outputs_; }
    const std::vector<model::Counter>& counters() const { return counters_; }

    /// What a slot holds at the start of a launch that makes its memory anew; of an in or inout slot, at any launch.
    const Bytes& at_start(model::Place place, std::int32_t launch) const;
    /// What a `write` or `read` of an agent names.
    const Bytes& named(std::int32_t agent, std::int32_t step, std::int32_t launch) const {
        return named_.at({agent, step, launch});
    }
    /// What slots hold that hold nothing.
    const Bytes& nothing() const { return nothing_; }

    void start_with(model::Place place, std::int32_t launch, Bytes slot) { starts_[{place, launch}] = std::move(slot); }
    void name(std::int32_t agent, std::int32_t step, std::int32_t launch, Bytes slot) {
        named_[{agent, step, launch}] = std::move(slot);
    }
    void set_nothing(Bytes slot) { nothing_ = std::move(slot); }
    /// Whether a job with the same schedule has the same numbers.
    bool same_numbers(const Job& other) const {
        return starts_ == other.starts_ && named_ == other.named_ && nothing_ == other.nothing_;
    }

private:
    std::unique_ptr<const model::Schedule> schedule_;
    const Element* element_;
    std::size_t lanes_;
    std::vector<Output> outputs_;
    std::vector<model::Counter> counters_;
    std::map<std::pair<model::Place, std::int32_t>, Bytes> starts_;  ///< of slots that do not hold nothing
    std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Bytes> named_;
    Bytes nothing_;
};

/// Calls `visit(agent, step, value)` for each `write` and `read` of a schedule.
template <class Visit>
void each_named(const model::Schedule& schedule, Visit visit) {
    using C = model::Concrete;
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
        for (std::size_t step = 0; step < schedule.agents[agent].steps.size(); ++step) {
            const auto call = [&](const C::Value& value) {
                visit(static_cast<std::int32_t>(agent), static_cast<std::int32_t>(step), value);
            };
            std::visit(model::Overloaded{[&](const model::Write<C>& write) { call(write.value); },
                                         [&](const model::Read<C>& read) { call(read.expect); }, [](const auto&) {}},
                       schedule.agents[agent].steps[step].operation);
        }
}

}  // namespace ringproof::generators
