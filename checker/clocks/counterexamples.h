#pragma once

#include <optional>
#include <unordered_map>

#include "checker/clocks/clock_table.h"
#include "checker/showing.h"

namespace ringproof::checker {

/// Shows what was found on a graph modulo rotations on the graph of all chips, which is made when the first violation
/// is found.
class Counterexamples {
public:
    /// All must outlive it. Throws GaveUp, when something is to be shown, where the graph of all chips would have more
    /// than `most_events`.
    Counterexamples(const Question& question, const model::EventGraph& graph, Evidence& evidence,
                    std::int64_t most_events)
        : question_(question), graph_(graph), evidence_(evidence), most_events_(most_events) {}

    Showing& showing() { return all().showing; }
    const model::EventGraph& graph() { return all().graph; }
    const model::CutFinder& finder() { return all().finder; }
    /// The greedy run of all chips.
    const model::Cut& run() { return all().run; }

    /// The same thing in the graph of all chips.
    model::EventId event(Rotated event);
    const model::EventGraph::AccessNode& access(const model::EventGraph::AccessNode& access);
    const model::EventGraph::CounterNode& counter(const model::EventGraph::CounterNode& counter);
    const model::EventGraph::Flight& flight(const model::EventGraph::Flight& flight);

private:
    struct Hash {
        std::size_t operator()(const model::Event& event) const;
    };
    struct All {
        All(const Question& question, Evidence& evidence);

        model::EventGraph graph;
        model::CutFinder finder;
        model::Cut run;
        Showing showing;
        std::unordered_map<model::Event, model::EventId, Hash> ids;
    };
    All& all();

    const Question& question_;
    const model::EventGraph& graph_;
    Evidence& evidence_;
    const std::int64_t most_events_;
    std::optional<All> all_;
};

}  // namespace ringproof::checker
