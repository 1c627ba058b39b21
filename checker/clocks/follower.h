#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "checker/clocks/clock_table.h"

namespace ringproof::checker {

/// Whether an event needs a given landing, or another event off the chains (specs/semantics.md section 5.5).
///
/// What needs the landing is followed in the order of the run, from the landing on: hard successors for certain, waits
/// where the units that do not need it fall short. It ends at the event in question, or as soon as something that the
/// event needs by its clock is seen to need the landing; in a right kernel that is soon.
///
/// Raises that the run has after a wait and that do not need it (ClockTable::helpers) are counted as if they did not
/// need the landing either, unless they follow from it by themselves. So `yes` is certain; where they made the
/// difference, the answer is `unknown` rather than `no`.
class Follower {
public:
    /// All must outlive it; the clocks are exact.
    Follower(const model::EventGraph& graph, const model::CutFinder& finder, const ClockTable& clocks,
             const Deadline& deadline);

    enum class Answer { yes, no, unknown };
    /// a < b, for an event a off the chains.
    Answer before(Rotated a, Rotated b);

private:
    struct Candidate {
        model::EventId rank;  ///< in the run
        Rotated event;
        bool certain;  ///< else only if the other units fall short
        bool operator>(const Candidate& other) const { return rank > other.rank; }
    };
    using Key = std::uint64_t;

    Key key(std::int64_t number, std::int32_t rotation) const {
        return static_cast<Key>(number) * static_cast<Key>(order_) + static_cast<Key>(rotation);
    }
    void start(model::EventId from);
    void push(Rotated event, bool certain);
    /// Whether `b`, which is not among what was followed, needs something that was.
    bool guarded(Rotated b) const;
    void follow(const Candidate& candidate);
    bool falls_short(Rotated wait);
    /// The units of raises that may help the wait without the landing.
    std::int64_t help(Rotated wait);
    /// Whether the landing leads to `event` by events off the chains alone.
    bool follows_by_itself(Rotated event);
    void reach(Rotated event);
    /// The next event from `index` on that needs the counter becomes a candidate.
    void await(std::int32_t counter, std::int32_t rotation, std::size_t index);

    const model::EventGraph& graph_;
    const model::CutFinder& finder_;
    const ClockTable& clocks_;
    const Deadline& deadline_;
    const std::int32_t order_;
    struct Effect {
        std::int32_t counter, shift;
        std::int64_t units;
    };
    std::vector<std::vector<Effect>> effects_;          ///< by event
    std::vector<std::vector<model::EventId>> waiting_;  ///< by counter: what needs it, in the order of the run
    std::vector<std::int32_t> waiting_place_;           ///< of an event in that list

    model::EventId from_ = model::no_event;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> open_;
    std::unordered_set<Key> reached_;
    std::unordered_map<Key, std::int64_t> lost_;  ///< by counter: units that need the landing
    std::unordered_set<Key> awaited_;             ///< counters with a candidate
    std::unordered_set<Key> known_chains_;        ///< with a guard
    std::vector<Rotated> guards_;                 ///< the first of each chain that was seen to need the landing
    bool doubtful_ = false;
    /// What follows the landing by itself: known so far, and where to go on, by rank.
    std::unordered_set<model::EventId> by_themselves_;
    std::priority_queue<std::pair<model::EventId, model::EventId>,
                        std::vector<std::pair<model::EventId, model::EventId>>, std::greater<>>
        followers_;
    std::int64_t steps_ = 0;
};

}  // namespace ringproof::checker
