#pragma once

#include <functional>
#include <vector>

#include "checker/ask.h"
#include "model/cut.h"

namespace ringproof::checker {

/// Turns what an engine has established about the cuts of a monotone schedule into counterexamples: for each kind of
/// violation the largest cut that shows it, shrunk to the shortest execution, which the machine then replays
/// (specs/semantics.md section 5, T6, Condition C13). All engines for monotone schedules show in the same way.
class Showing {
public:
    /// All must outlive it. The graph is not modulo rotations.
    Showing(const Question& question, const model::EventGraph& graph, const model::CutFinder& finder,
            Evidence& evidence)
        : question_(&question), graph_(&graph), finder_(&finder), evidence_(&evidence) {}

    /// `run` is the greedy run, which does not execute everything.
    void deadlock(const model::Cut& run);
    /// Neither access closes before the other opens; x is the one that comes first in a run, and so was meant to,
    /// unless it reads what a launch leaves and y still writes that.
    void race(const model::EventGraph::AccessNode& x, const model::EventGraph::AccessNode& y);
    /// `early` can come before the chip's `enter`; it is the first that can.
    void not_entered(model::EventId early, model::EventId enter);
    /// `late` can come after the chip's `exit`.
    void left_already(model::EventId late, model::EventId exit);
    /// The counter can be more than zero at the chip's `exit`.
    void dirty_at_exit(const model::EventGraph::CounterNode& counter, model::EventId exit);
    /// The counter is not zero when all of `run` has happened.
    void dirty_at_rest(const model::EventGraph::CounterNode& counter, const model::Cut& run);
    /// The transfer can be in flight at `exit`.
    void in_flight(const model::EventGraph::Flight& flight, model::EventId exit);
    /// `exit` can come without `enter`, which it owes.
    void barrier_passed(model::EventId exit, model::EventId enter);
    /// The counter can reach its width before `wait` takes; no_event: at rest.
    void counter_width(const model::EventGraph::CounterNode& counter, model::EventId wait);
    /// What the machine found about a value in `run`: the same in every execution (T5).
    void value(const model::Finding& finding, const model::Cut& run);

private:
    /// `x` was meant to come first.
    void race_in_order(const model::EventGraph::AccessNode& x, const model::EventGraph::AccessNode& y);
    /// A finding that the machine is expected to make at this event.
    model::Finding expect(model::Code code, model::EventId event) const;
    /// The largest cut without these events.
    model::Cut without(std::initializer_list<model::EventId> events) const;
    /// What `event` needs: its predecessors, and raises out of `cut` that add up to its need.
    std::vector<model::EventId> support_of(model::EventId event, const model::Cut& cut) const;
    /// The shortest trace out of `cut` that executes all of `wanted` and then `last`; the machine must make the
    /// expected finding in it.
    void show(const model::Finding& expected, const model::Cut& cut, const std::vector<model::EventId>& wanted,
              const std::vector<model::EventId>& last, const std::function<bool(const model::Finding& seen)>& matches);
    /// The same fault, whatever the details.
    void show(const model::Finding& expected, const model::Cut& cut, const std::vector<model::EventId>& wanted,
              const std::vector<model::EventId>& last = {});

    const Question* question_;
    const model::EventGraph* graph_;
    const model::CutFinder* finder_;
    Evidence* evidence_;
};

/// The units that the raises of `counter` in `cut` add up to.
std::int64_t raised(const model::EventGraph::CounterNode& counter, const model::Cut& cut);
/// Units that must be raised for the counter to reach its width before `wait` takes; no_event: at rest (T7).
std::int64_t units_past_width(const model::Schedule& schedule, const model::EventGraph::CounterNode& counter,
                              model::EventId wait);

}  // namespace ringproof::checker
