#pragma once

#include <cstdint>
#include <vector>

#include "model/event.h"

namespace ringproof::checker {

/// Who waits for whom where nobody can go on. It is read off the schedule and what is blocked; no execution is needed.
class WaitsFor {
public:
    /// An operation that an agent would still come to and that would help another one.
    struct Helper {
        model::Event operation;  ///< its first event
        std::int64_t units;      ///< that it adds to the counter; 0: it sets it, or helps otherwise
    };

    /// Both must outlive it.
    WaitsFor(const model::Schedule& schedule, const model::Finding& deadlock, std::int32_t launches);

    /// What could still help an agent that is blocked, in the order of agents and their programs.
    const std::vector<Helper>& helpers(std::size_t blocked) const { return helpers_[blocked]; }
    /// Units that could still come, for one that waits for a counter that is only added to; -1: it may also be set.
    std::int64_t still_to_come(std::size_t blocked) const;
    /// Whether it would be blocked whatever all others still did.
    bool is_root(std::size_t blocked) const;
    /// For one at a barrier: agents that have not come, and of these the ones that never will.
    const std::vector<std::int32_t>& absent(std::size_t blocked) const { return absent_[blocked]; }
    const std::vector<std::int32_t>& never(std::size_t blocked) const { return never_[blocked]; }

    /// Agents, each of which waits for the next, and the last for the first; empty if there is none. A short one.
    std::vector<std::int32_t> cycle() const;
    /// Agents, each of which waits for the next, from one that is no root to a root; empty if there is none.
    std::vector<std::int32_t> way_to_root() const;

private:
    /// Where an agent stands: launch and step that it would come to next; no launch left: `launches`.
    struct Position {
        std::int32_t launch, step;
    };
    void place_agents(const model::Finding& deadlock);
    template <class Visit>
    void each_ahead(const Visit& visit) const;
    void find_helpers(const model::Finding& deadlock);
    void find_absent(std::size_t blocked, const model::Blocked& at);
    /// The agents on the way from `from` to the first for which `goal` holds, by the fewest steps.
    template <class Goal>
    std::vector<std::int32_t> way(std::int32_t from, const Goal& goal) const;
    /// Agents that an agent waits for.
    std::vector<std::int32_t> next(std::int32_t agent) const;

    const model::Schedule* schedule_;
    const model::Finding* deadlock_;
    std::int32_t launches_;
    std::vector<Position> positions_;       ///< by agent
    std::vector<std::int32_t> blocked_of_;  ///< by agent: its place among the blocked, or -1
    std::vector<std::vector<Helper>> helpers_;
    std::vector<std::vector<std::int32_t>> absent_, never_;
};

}  // namespace ringproof::checker
