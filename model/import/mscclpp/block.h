#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/import/mscclpp/builder.h"
#include "model/import/mscclpp/layout.h"
#include "model/import/mscclpp/packets.h"
#include "model/import/mscclpp/signals.h"
#include "model/import/mscclpp/spans.h"
#include "model/import/mscclpp/threads.h"
#include "model/import/mscclpp/view.h"

/// One thread block as agents. Internal to the folder.
namespace ringproof::model::mscclpp {

/// The agents of a block, which meet where its threads do. What stands between two meetings is ordered only within one
/// of them. An agent is made when it is first needed, and has been at all meetings before.
class Team {
public:
    Team(Builder& builder, std::int32_t chip, std::string name)
        : builder_(builder), chip_(chip), name_(std::move(name)) {}

    /// The agent for the next operation on data since the threads met.
    std::int32_t next_data();
    /// The agent of thread i.
    std::int32_t thread(std::size_t i);
    void add(std::int32_t agent, Operation operation, Symbol at);
    /// All threads of the block meet; nothing happens where they have done nothing since.
    void meet(Symbol at);
    /// They meet with those of other blocks.
    void join(std::string_view barrier, Symbol at);
    /// All threads are together, whatever made them so.
    void restart() {
        idle_ = true;
        data_ = 0;
    }
    std::int32_t chip() const { return chip_; }
    const std::string& name() const { return name_; }

private:
    std::int32_t member(const std::string& name);

    Builder& builder_;
    std::int32_t chip_;
    std::string name_;
    std::set<std::int32_t> members_;
    std::vector<Step> meetings_;
    std::int32_t data_ = 0;  ///< agents for data in use since the threads met
    bool idle_ = true;
};

/// What blocks are lowered with.
struct Means {
    Builder& builder;
    const Geometry& geometry;
    const Layout& layout;
    Packets& packets;
    Published* published;  ///< none in the other view
    View view;
};

/// Lowers the operations of one block, for one copy of the plan after the other.
class BlockWriter {
public:
    BlockWriter(Means& means, std::int32_t chip, std::int32_t number, const Block& block);

    void write(std::int32_t copy);

private:
    void write(const std::vector<Op>& ops, const Iteration& iteration);
    void write(const Data& data);
    void write(const Control& control);
    void write(const Sync&) { team_.meet(at_); }
    void write(const Join& join);
    void write(const Loop& loop);

    void act(std::size_t thread, const SendSignal& signal);
    void act(std::size_t thread, const AwaitSignal& wait);
    void act(std::size_t thread, const Push& push);
    void act(std::size_t thread, const Acquire& acquire);
    void act(std::size_t thread, const Release& release);

    /// A flow in slots.
    struct Moved {
        std::vector<Range> from, to;
        std::int64_t length = 0;
        Moved part(std::int64_t index) const;
        bool packets() const;
    };
    Moved moved(const Flow& flow, const Share& share) const;
    /// Whether one slot of it touches what another writes.
    bool tangled(const Moved& flow) const;
    bool entangled(const Moved& flow, const Moved& other) const;
    void move(std::int32_t agent, const Moved& flow, Symbol rule);
    void move_plain(std::int32_t agent, const Moved& flow, Symbol rule);
    void move_packets(std::int32_t agent, const Moved& flow, Symbol rule);
    /// Reduces into registers of the agent, `first` on, what the sources have.
    Place reduced(std::int32_t agent, const Moved& flow, Symbol rule, std::int64_t first);
    Place registers(std::int32_t agent, std::int64_t first, std::int64_t length);

    Place place(const Range& range) const { return means_.layout.place(range, copy_); }
    void add(std::int32_t agent, Operation operation) { team_.add(agent, std::move(operation), at_); }
    Counter own(std::string_view name) { return means_.builder.counter(team_.chip(), name); }

    Means& means_;
    const Block& block_;
    Threads threads_;
    Team team_;
    std::map<std::int32_t, std::int32_t> registers_;  ///< buffers by agent
    std::int32_t copy_ = 0;
    Iteration iteration_;
    const Op* op_ = nullptr;
    Symbol at_;
};

}  // namespace ringproof::model::mscclpp
