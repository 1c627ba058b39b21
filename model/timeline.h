#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/event.h"
#include "model/network.h"
#include "model/schedule.h"

/// When each event of one run happens, under costs: specs/timeline.md. For diagrams and estimates; no verdict leans on
/// it.
namespace ringproof::model {

/// What takes time, in units of one's own choice. None is negative or infinite.
struct Costs {
    double alpha = 1;  ///< a hop, for data, requests and signals
    double beta = 1;   ///< a slot on a link of its own
    double gamma = 0;  ///< a slot copied or reduced on a chip
};

/// What the time between two events went to. All that is not listed takes no time.
struct Spent {
    double latency = 0;    ///< hops
    double bandwidth = 0;  ///< slots on links, as if no other transfer were on them
    double sharing = 0;    ///< the rest of a transfer's time: others on its links
    double work = 0;       ///< compute, copy, reduce

    double sum() const { return latency + bandwidth + sharing + work; }
    Spent& operator+=(const Spent& other);
};

/// What an event waited for last: that event came just `spent.sum()` before it (but for rounding).
struct Cause {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t event = none;  ///< index in the trace; none: it came at time 0, from nothing
    Spent spent;
};

/// One run: everyone goes on as soon as possible.
struct Timeline {
    Costs costs;
    Topology topology;
    std::int32_t launches = 1;
    Trace trace;                    ///< in the order of time; the machine can execute it
    std::vector<double> times;      ///< of each event
    std::vector<Cause> causes;      ///< of each event
    std::vector<char> used;         ///< by direction of the network: whether anything went there
    std::vector<char> carried;      ///< by direction of the network: whether data went there
    bool finished = false;          ///< all launches ended everywhere; else it is stuck
    std::vector<Finding> findings;  ///< that the machine made in this run

    double makespan() const { return times.empty() ? 0 : times.back(); }
    /// The chain of causes from the last event back, in the order of time.
    std::vector<std::size_t> critical() const;
};

/// The time that an operation keeps its agent busy on the own chip.
double work_of(const Operation& operation, const Costs& costs);

/// Runs `launches` launches back to back. Puts with gradual credit raise their counter when they have landed, which is
/// one of the executions that they allow.
/// Assumes a valid schedule, a topology that fits its number of chips, and valid costs. Throws Fault (too_large) beyond
/// `most_events` events, or where following transfers over shared links would take much more than some seconds.
Timeline run_timed(const Schedule& schedule, std::int32_t launches, const Costs& costs, const Topology& topology,
                   std::size_t most_events = 300'000);

}  // namespace ringproof::model
