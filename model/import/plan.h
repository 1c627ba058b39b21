#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/schedule.h"

namespace ringproof::model {

/// What a plan's file leaves open. A format reads those that mean something to it.
struct PlanOptions {
    std::int32_t iterations = 2;     ///< how often the whole list of steps is repeated for the parts of a large message
    std::int32_t fifo_depth = 0;     ///< transmissions in flight on a connection; 0: as the protocol says
    std::int64_t message_bytes = 0;  ///< of the collective's buffer; 0: so few that no step is split
    bool rrc_operand_is_dst = false;  ///< the local operand of a receive-and-reduce is where its result goes

    /// What is not as it is by default, as it stands on the command line: `--fifo-depth 3 --iterations 1`.
    std::string text() const;
};

/// A number that is known of a plan beside its verdict.
struct PlanFact {
    std::string_view key;  ///< for scripts: `least_depth`
    std::int64_t value;
    std::string text;     ///< for people, a sentence without a full stop
    bool limits = false;  ///< whether a proof does not hold beyond it
};

/// A file of another tool: a list of steps for each thread block, which some runtime executes. It is lowered to
/// ordinary schedules, one for each way in which it is run or looked at; every operation has the step that it comes
/// from as the author's line (`plan.xml:17 gpu=0 tb=1 step=2`).
class Plan {
public:
    virtual ~Plan() = default;

    /// `MSCCL XML`
    virtual std::string_view format() const = 0;
    virtual std::int32_t chips() const = 0;
    /// The ways, one at least, by name (`in place`); an only one may be without a name.
    virtual std::vector<std::string> ways(const PlanOptions& options) const = 0;
    /// The schedule of one of these. Throws Fault where there is none, or where it is beyond `limits`.
    virtual Schedule schedule(std::size_t way, const PlanOptions& options, const Limits& limits) const = 0;
    /// What people should know of the file, whatever is asked about it: sentences without a full stop.
    virtual std::vector<std::string> notes(const PlanOptions& options) const = 0;
    /// What can be asked of such plans only. May take as long as a few runs of the schedule.
    virtual std::vector<PlanFact> facts(std::size_t way, const PlanOptions& options, const Limits& limits) const = 0;

protected:
    Plan() = default;
    Plan(const Plan&) = default;
    Plan& operator=(const Plan&) = default;
};

}  // namespace ringproof::model
