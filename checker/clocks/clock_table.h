#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "checker/limits.h"
#include "model/cut.h"

namespace ringproof::checker {

/// An event of a graph modulo rotations, and which rotation of it.
struct Rotated {
    model::EventId event = model::no_event;
    std::int32_t rotation = 0;

    friend bool operator==(const Rotated&, const Rotated&) = default;
};

/// Vector clocks by order statistics (specs/semantics.md section 5.5, T4): the greatest solution of their equations,
/// reached from above by passes along a complete run. In nearly all schedules the first pass is the last (T4b).
///
/// Chains are the environment of each chip together with its first agent, and each further agent; a clock has one
/// component for each chain and rotation: the position on it that the event needs. Clocks change at waits and barriers
/// and where a chip enters or leaves; the events up to the next change share one. What comes by itself (landings,
/// deliveries) has the clock of its issue: all else that it needs is of its own agent and earlier, or of the same kind.
class ClockTable {
public:
    /// `run` is complete, with waits as late as possible (CutFinder::largest_waits_last). Graph and run must outlive
    /// the table. Throws GaveUp when all clocks together would have more than `most_entries`, and when time is over.
    ClockTable(const model::EventGraph& graph, const model::Cut& run, const Deadline& deadline,
               std::int64_t most_entries);

    /// Whether the event lies on a chain, all synchronous events do.
    bool on_chain(model::EventId event) const { return chain_[event] != off_chain; }
    /// a < b, for an event a on a chain.
    bool before(Rotated a, Rotated b) const;
    /// The units of `counter` whose raises do not need `event`, a synchronous event of a base chip.
    std::int64_t raised_without(std::int32_t counter, model::EventId event) const;

    /// Raises of a wait's counter that the run has after the wait and that do not need it: in other executions they may
    /// help it. Empty in most schedules (Condition C12).
    struct Helpers {
        std::int32_t shift;
        std::span<const model::EventId> raises;
    };
    const std::vector<Helpers>& helpers(model::EventId wait) const;

    /// Place in the run.
    model::EventId rank(model::EventId event) const { return rank_[event]; }
    /// Units that the run has raised before an event with a need, beyond its need.
    std::int64_t slack(model::EventId event) const { return slack_[event]; }
    std::int32_t chain(model::EventId event) const { return chain_[event]; }
    std::int32_t turn(std::int32_t rotation) const { return ((rotation % order_) + order_) % order_; }

private:
    static constexpr std::int32_t off_chain = -1, every_chain = -2;

    /// Raises of one counter that one agent makes, in program order, so that their clocks ascend. `shift`: the agent's
    /// rotation relative to the counter.
    struct Sender {
        std::int32_t shift;
        std::vector<model::EventId> raises;
        std::vector<std::int64_t> units;  ///< up to and with each
        std::size_t executed = 0;         ///< how many of them the first pass has seen

        std::int64_t up_to(std::size_t count) const { return count == 0 ? 0 : units[count - 1]; }
    };
    /// Raises of a sender that may release a wait: those that the wait does not need anyway, up to as many units as
    /// can matter.
    struct Candidates {
        const Sender* sender;
        std::size_t first, last;
    };
    using Row = std::vector<std::int32_t>;

    void make_chains();
    void make_senders();
    /// One pass along the run. The first knows no raises beyond those that come before a wait in the run; the others
    /// know what the pass before found. Returns whether a clock has changed.
    bool pass(bool first);
    void count(model::EventId event);
    void tick(model::EventId event, bool first);
    void tick_wait(model::EventId wait, Row& row, bool first);
    /// Of later raises, which may help; whether they may even change a clock.
    bool find_helpers();
    void select(Row& row, const std::vector<Candidates>& candidates, std::int64_t need) const;
    void join(Row& row, Rotated event) const;
    void join_all_rotations(Row& row, model::EventId event) const;
    void keep(model::EventId event, Row row);

    /// The synchronous event whose clock this one has: itself, or its issue.
    model::EventId anchor(model::EventId event) const { return on_chain(event) ? event : issue_[event]; }
    std::int32_t component(Rotated event, std::int32_t chain, std::int32_t rotation) const;

    const model::EventGraph& graph_;
    const model::Cut& run_;
    const Deadline& deadline_;
    const std::int32_t order_;
    std::int64_t most_rows_ = 0;
    bool changed_ = false;
    std::vector<model::EventId> rank_, issue_;
    std::int32_t chains_ = 0;
    std::vector<std::int32_t> chain_, position_;
    std::vector<model::EventId> previous_;  ///< on the chain
    /// Where chips enter together: the position on each chain, by launch.
    std::vector<std::vector<std::int32_t>> joint_positions_;
    std::vector<std::int32_t> row_;             ///< of events on chains, index into rows_
    std::vector<Row> rows_;                     ///< component of chain k, rotation r at k * order + r
    std::vector<std::vector<Sender>> senders_;  ///< by counter
    struct Effect {
        std::int32_t counter, sender;
        std::int64_t units;
    };
    std::vector<std::vector<Effect>> effects_;  ///< by event
    std::vector<std::int64_t> raised_;          ///< by counter: units that the pass has seen
    std::vector<std::int64_t> slack_;
    struct Later {
        model::EventId wait;
        std::int32_t sender;
        std::size_t first;  ///< of its raises that the run has after the wait
    };
    std::vector<Later> later_;
    std::unordered_map<model::EventId, std::vector<Helpers>> helpers_;
};

}  // namespace ringproof::checker
