#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "generators/vectors/job.h"

namespace ringproof::generators {

/// Which executions of a task's schedule may end differently.
enum class Ends {
    alike,  ///< all end alike: without violations, or blocked and monotone
    many    ///< all are looked at
};

/// A job whose numbers are drawn, and what a backend may show of it.
class Task : public Job {
public:
    /// Throws model::Fault (over_limit) where it has too many executions to look at.
    Task(model::Schedule given, const Element& type, std::size_t count, Ends ends);

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
    /// Where the agent is when so many of its operations have ended.
    std::string position_text(std::size_t agent, std::int64_t position) const;
    /// The expression that gives these bytes, of those that the model met; empty: none does.
    std::string meaning(const Bytes& slot) const;
    /// Which event of a run in order last changed it, in words; empty: none.
    std::string last_change(const std::variant<model::Place, model::Counter>& what, std::int32_t launch) const;

    std::shared_ptr<const model::Machine> machine_;  ///< its store has the values below
    std::map<Bytes, model::Value> meanings_;
    std::vector<Shown> allowed_;
};

}  // namespace ringproof::generators
