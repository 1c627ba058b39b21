#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "model/network.h"

namespace ringproof::model {

/// Transfers over shared links, as a fluid: each directed link is shared equally by the transfers on it at that time,
/// and a transfer goes on all its links at once, as fast as the least of its shares. What a transfer cannot use of its
/// share on other links stays unused. Times are given in ascending order.
class Flows {
public:
    using Id = std::int32_t;

    /// `beta`: the time that one slot takes on a link of its own. `most_work` bounds how often a link of a transfer may
    /// be looked at.
    Flows(std::int32_t links, double beta, std::int64_t most_work)
        : beta_(beta), work_left_(most_work), on_link_(links, 0), changed_(links, 0) {}

    /// `slots` set out over `path`, which is not empty. Throws Fault (too_large).
    Id start(std::vector<Network::Link> path, double slots, double now);
    struct Next {
        double time;
        Id flow;
    };
    /// The first transfer whose last slot leaves, and when that is if nothing changes before; none: nothing is under
    /// way. To be asked before time goes on from `now`, at which the last changes were made. Throws Fault (too_large).
    std::optional<Next> next(double now);
    /// The transfer that `next` has named last is off its links.
    void end_next();

private:
    struct Flow {
        std::vector<Network::Link> path;
        double slots = 0;  ///< in all
        double left = 0;   ///< at `since`
        double since = 0;
        std::int32_t share = 0;  ///< that many share the link that it goes slowest on; 0: not known yet
        double finish = 0;
    };
    void settle(double now);
    void change(const Flow& flow, std::int32_t by);
    void spend(std::size_t work);

    double beta_;
    std::int64_t work_left_;
    std::vector<std::int32_t> on_link_;  ///< transfers on each link
    std::vector<char> changed_;          ///< links whose transfers are to be looked at again
    bool any_changed_ = false;
    std::vector<Flow> flows_;
    std::vector<Id> under_way_;  ///< in the order of their start
    std::deque<Id> first_;       ///< those that are through next, all at one time
    double first_time_ = 0;
};

}  // namespace ringproof::model
