#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/import/mscclpp/builder.h"
#include "model/import/mscclpp/geometry.h"
#include "model/import/mscclpp/layout.h"
#include "model/import/mscclpp/spans.h"

/// Packets: each word carries the launch's flag, and its reader spins on it. Internal to the folder.
namespace ringproof::model::mscclpp {

/// Which slots of packets are written and read how often in a launch, and the counters that make their readers wait.
///
/// - One write: its landing raises a counter, and the reader waits for that and takes it. Several readers have a
/// counter
///   each, and an agent of the slot passes the raise on to them: so each counter is taken from in one agent.
/// - Several writes in one launch carry the same flag: no reader can tell them apart, and whichever comes first lets
/// all
///   readers go. Readers are not ordered after any of them, so that such a plan is refuted by the race between them.
class Packets {
public:
    Packets(Builder& builder, const Parts& parts, const Geometry& geometry, const Layout& layout);

    /// The agents that pass on, for one copy of the plan. To be called before the blocks of that copy.
    void pass_on(std::int32_t copy, Symbol at);
    /// What the landing of a packet in this slot raises.
    std::optional<Raise<Concrete>> raise(std::int32_t gpu, std::int64_t index, std::int32_t copy);
    /// What a reader of this slot waits for. Each reader asks once a copy, always in the same order.
    std::optional<Counter> flag(std::int32_t gpu, std::int64_t index, std::int32_t copy);
    /// Whether some slot is written more than once in a launch.
    bool rewritten() const { return rewritten_; }

private:
    struct Slot {
        std::int32_t writes = 0, reads = 0, next = 0;
    };
    void count(const std::vector<Op>& ops, const Iteration& iteration);
    void count(const Flow& flow, const Share& share, const Iteration& iteration);
    Slot& slot(std::int32_t gpu, std::int64_t index) {
        return slots_[static_cast<std::size_t>(gpu)][static_cast<std::size_t>(index)];
    }
    bool counted(const Slot& slot) const { return slot.writes == 1 && slot.reads > 0; }

    Builder& builder_;
    const Geometry& geometry_;
    const Layout& layout_;
    std::vector<std::vector<Slot>> slots_;  ///< by gpu
    bool rewritten_ = false;
};

}  // namespace ringproof::model::mscclpp
