#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "model/cut.h"
#include "model/event_graph.h"

namespace ringproof::checker {

/// The order that a monotone schedule forces on its events: a < b where no execution has b without a before it
/// (specs/semantics.md section 5.3). For a few questions about single events; each costs one closure.
class ForcedOrder {
public:
    /// Assumes that `suits`; the schedule outlives it.
    ForcedOrder(const model::Schedule& schedule, std::int32_t launches);
    ForcedOrder(const ForcedOrder&) = delete;
    ForcedOrder& operator=(const ForcedOrder&) = delete;

    /// Whether the schedule is small enough for some dozens of closures, which then take about a second at most.
    static bool is_small(const model::Schedule& schedule, std::int32_t launches);
    /// Whether it is that and monotone.
    static bool suits(const model::Schedule& schedule, std::int32_t launches);

    const model::EventGraph& graph() const { return graph_; }
    const model::Event& event(model::EventId id) const { return graph_.event(id); }
    /// Chips that enter together share one event. no_event for one that the schedule does not have.
    model::EventId find(model::Event event) const;

    /// The largest executable cut without `id`: what does not need it.
    model::Cut without(model::EventId id) const;
    /// a < b. Assumes that both are executable.
    bool before(model::EventId a, model::EventId b) const { return without(a).has[b] == 0; }

    /// The synchronous events of an agent, launch after launch, in the order of its program.
    std::vector<model::EventId> program(std::int32_t agent) const;
    /// The events of a chip's environment, in their order.
    std::vector<model::EventId> environment(std::int32_t chip) const;
    /// Those of one transfer that come by themselves, in the order in which they usually come.
    std::vector<model::EventId> by_themselves(const model::Event& issue) const;

    /// A chain of needs from `needed` to `event`, where needed < event: each is a hard predecessor of the next, or one
    /// of the raises for want of which the next cannot come without `needed`. All of them need `needed`.
    std::vector<model::EventId> chain(model::EventId needed, model::EventId event) const;
    /// Of a wait, the raises that need `needed` while those that do not are too few for it; with `all`, the wait needs
    /// every one of them.
    struct Lacking {
        std::vector<model::EventId> raises;
        bool all;
    };
    Lacking lacking(model::EventId wait, model::EventId needed) const;

private:
    Lacking lacking(model::EventId wait, const model::Cut& rest) const;

    model::EventGraph graph_;
    model::CutFinder finder_;
    std::map<model::Event, model::EventId> ids_;
    std::vector<model::EventId> places_;  ///< in a complete run
};

/// The last that an agent or the environment of a chip is sure to have done before something else happens.
struct Nearest {
    model::EventId event;
    std::vector<model::EventId> chain;  ///< of needs, from that event to the other one, both included
};

/// The last event of what `of` belongs to (its agent with its transfers, and its chip's environment; of an event of the
/// environment, all agents of its chip) that must come before `other`. None if only filling, or entering the first
/// launch together, must. If `other` is of the same agent, or of its chip's environment, only events of the operation
/// of `of` count.
std::optional<Nearest> nearest(const ForcedOrder& order, const model::Event& of, model::EventId other);

}  // namespace ringproof::checker
