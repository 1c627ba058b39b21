#pragma once

#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "checker/limits.h"
#include "model/event_graph.h"

namespace ringproof::checker {

/// What an event does to a counter.
struct Effect {
    enum class Kind { add, take, reset };

    model::EventId event;
    Kind kind;
    std::int64_t amount;  ///< reset: the value that the counter has then
};

/// One counter (one a launch when launch-scoped) with all that changes it.
struct Cell {
    model::Counter counter;
    std::int32_t launch;
    std::int64_t init;
    std::vector<Effect> effects;
};

/// What holds an event back besides its predecessors. Cells and slots by number.
struct ReachesValue {
    std::int32_t cell;
    std::int64_t value;
};
struct EqualsValue {
    std::int32_t cell;
    std::int64_t value;
};
struct ReachesSnapshot {
    std::int32_t cell;
    std::int64_t above;
    model::EventId snapshot;
    std::int32_t snapshot_cell;  ///< another one where the snapshot was taken in an earlier launch
};
struct HoldsData {
    std::int64_t slot;
};
using Condition = std::variant<std::monostate, ReachesValue, EqualsValue, ReachesSnapshot, HoldsData>;

/// The events of any schedule, what each needs to have happened, its condition, and which pairs have the same order in
/// every execution (specs/semantics.md section 5.10).
class OrderedEvents {
public:
    /// The schedule must outlive it. Throws GaveUp when the time is over.
    OrderedEvents(const model::Schedule& schedule, std::int32_t launches, const Deadline& deadline);

    const model::EventGraph& graph() const { return graph_; }
    const model::Schedule& schedule() const { return graph_.schedule(); }
    std::int32_t size() const { return static_cast<std::int32_t>(events_.size()); }
    const model::Event& event(model::EventId id) const { return events_[id]; }
    /// How often the event occurs in a trace of the machine.
    std::int32_t times(model::EventId id) const { return times_[id]; }
    const std::vector<model::EventId>& predecessors(model::EventId id) const { return predecessors_[id]; }
    const Condition& condition(model::EventId id) const { return conditions_[id]; }
    const std::vector<Cell>& cells() const { return cells_; }
    /// Whether no execution has the event.
    bool never(model::EventId id) const { return never_[id] != 0; }
    /// Whether every execution that has `b` has `a` before it, as far as is known. Irreflexive and transitive.
    bool precedes(model::EventId a, model::EventId b) const {
        return (after_[a][static_cast<std::size_t>(b) / 64] >> (b % 64) & 1U) != 0;
    }

private:
    void add_cells(const Deadline& deadline);
    void add_conditions();
    void split_credits();
    void close();
    void add_groups();
    void strengthen(const Deadline& deadline);
    /// Finds what the event cannot do without while `cell` must have reached `value`. Whether anything was new.
    bool strengthen(model::EventId event, const Cell& cell, std::int64_t value);
    /// `event` needs `before`. Whether that is new.
    bool require(model::EventId before, model::EventId event);

    model::EventGraph graph_;
    std::vector<model::Event> events_;
    std::vector<std::int32_t> times_;
    std::vector<std::vector<model::EventId>> predecessors_;
    std::vector<Condition> conditions_;
    std::vector<Cell> cells_;
    /// By cell: whether a unit more may do harm to something that waits for it or wipes it out, so that early units
    /// must come one by one. Where there are only waits for a least value with numeric takes, units may as well come
    /// sooner.
    std::vector<char> split_;
    std::vector<char> never_;
    std::vector<std::vector<std::uint64_t>> after_;
};

}  // namespace ringproof::checker
