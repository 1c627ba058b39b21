#pragma once

#include <optional>
#include <unordered_map>

#include "checker/clocks/clock_table.h"
#include "model/cut.h"

namespace ringproof::checker {

/// The graph of all chips beside a graph modulo rotations, made when it is first asked for: to show counterexamples on,
/// and to answer by closures what the other leaves open.
class Whole {
public:
    /// The graph must outlive it. Throws GaveUp when it is asked for and would have more than `most_parts` events,
    /// counters and slots.
    Whole(const model::EventGraph& modulo, std::int64_t most_parts) : modulo_(modulo), most_parts_(most_parts) {}

    const model::EventGraph& graph() { return made().graph; }
    const model::CutFinder& finder() { return made().finder; }
    /// The greedy run of all chips.
    const model::Cut& run();
    /// closure(E∖{event}); the last one is remembered.
    const model::Cut& without(model::EventId event);

    /// The same thing in the graph of all chips.
    model::EventId event(Rotated event);
    const model::EventGraph::AccessNode& access(const model::EventGraph::AccessNode& access);
    const model::EventGraph::CounterNode& counter(const model::EventGraph::CounterNode& counter);
    const model::EventGraph::Flight& flight(const model::EventGraph::Flight& flight);

private:
    struct Hash {
        std::size_t operator()(const model::Event& event) const;
    };
    struct Made {
        explicit Made(const model::EventGraph& modulo);

        model::EventGraph graph;
        model::CutFinder finder;
        std::unordered_map<model::Event, model::EventId, Hash> ids;
    };
    Made& made();

    const model::EventGraph& modulo_;
    const std::int64_t most_parts_;
    std::optional<Made> made_;
    std::optional<model::Cut> run_;
    model::EventId left_out_ = model::no_event;
    model::Cut without_;
};

}  // namespace ringproof::checker
