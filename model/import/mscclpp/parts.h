#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/schedule.h"

/// A plan after it was read, in the one form that both formats are brought into: all ids are resolved, all chunks lie
/// in their buffers. Internal to the folder.
namespace ringproof::model::mscclpp {

/// What an operation touches. Packets lie in the scratch buffer too, but each takes twice its room there.
enum class Memory : std::uint8_t { input, output, scratch, packets };
template <class T>
using PerMemory = std::array<T, 4>;

/// `count` chunks from `chunk` on.
struct Span {
    std::int32_t gpu;
    Memory memory;
    std::int64_t chunk;
    std::int64_t count;
    friend bool operator==(const Span&, const Span&) = default;
};

/// One of several thread blocks that divide the data of one operation.
struct Share {
    std::int64_t part = 0;
    std::int64_t parts = 1;
};

/// What comes in is reduced from left to right, and goes to each of the targets. Packets that come in are waited for.
struct Flow {
    std::vector<Span> from;
    std::vector<Span> to;
};

/// All threads of the block work on it.
struct Data {
    std::vector<Flow> flows;  ///< they share nothing but the operation
    Share share;
    Symbol rule;  ///< empty: nothing is reduced
};

enum class Link : std::uint8_t { memory, port };

/// The k-th channel of its kind from a gpu to a peer. What comes in on it is sent by the k-th from the peer to the gpu.
struct Channel {
    Link link;
    std::int32_t peer;
    std::int32_t ordinal;
    friend auto operator<=>(const Channel&, const Channel&) = default;
};

struct SendSignal {
    Channel channel;
    bool relaxed = false;
};
struct AwaitSignal {
    Channel channel;
    bool relaxed = false;
};
/// What a port's queue is asked for: any of a put, a signal and a flush, in this order.
struct Push {
    Channel channel;
    std::optional<Flow> put;  ///< from one span to one other
    bool signal = false;
    bool flush = false;
    Share share;
};
struct Acquire {
    std::int32_t semaphore;
};
struct Release {
    std::int32_t semaphore;
};
using Action = std::variant<SendSignal, AwaitSignal, Push, Acquire, Release>;

/// The i-th action is thread i's.
struct Control {
    std::vector<Action> actions;
};

/// All threads of the block meet.
struct Sync {};

/// All threads of several blocks meet.
struct Join {
    std::int32_t barrier;
    std::int64_t blocks;
};

struct Op;
/// A pipeline: the operations again and again, each time one unit further, until so many chunks are done.
struct Loop {
    std::int64_t unit_bytes;
    std::int64_t chunks;
    std::vector<Op> ops;
};

struct Op {
    std::variant<Data, Control, Sync, Join, Loop> what;
    Symbol at;    ///< `plan.json:17 gpu=0 tb=1 op=2`
    Symbol path;  ///< of the operation in the file
};

struct Block {
    std::vector<Op> ops;
};

struct Gpu {
    PerMemory<std::int64_t> chunks{};
    std::vector<std::int32_t> semaphores;  ///< what each starts with
    std::vector<Block> blocks;
};

struct Parts {
    std::string file;
    std::string name;
    std::string collective;
    bool in_place = false;
    bool wraps = false;                            ///< reuse_resources: scratch is of a fixed size and used in turn
    bool double_scratch = false;                   ///< launches use the halves of scratch in turn
    bool double_packets = false;                   ///< the same for packets
    std::int64_t alignment = 16;                   ///< bytes
    std::int64_t least_bytes = 0, most_bytes = 0;  ///< of a message; 0: no bound
    std::int64_t threads = 0;                      ///< of a block; 0: the file does not say
    std::vector<Gpu> gpus;
    std::vector<std::string> notes;
};

/// Calls `visit(op)` for each operation, and for those of a pipeline after it.
void each_op(const std::vector<Op>& ops, const auto& visit) {
    for (const Op& op : ops) {
        visit(op);
        if (const auto* loop = std::get_if<Loop>(&op.what)) each_op(loop->ops, visit);
    }
}
/// The same for all blocks of all gpus.
void each_op(const Parts& parts, const auto& visit) {
    for (const Gpu& gpu : parts.gpus)
        for (const Block& block : gpu.blocks) each_op(block.ops, visit);
}

}  // namespace ringproof::model::mscclpp
