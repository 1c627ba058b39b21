#pragma once

#include <array>
#include <vector>

#include "model/import/mscclpp/reader.h"

/// Operations of the new format. Internal to the folder.
namespace ringproof::model::mscclpp {

template <class T>
using PerLink = std::array<T, 2>;

/// A buffer of another gpu.
struct Remote {
    std::int32_t gpu;
    Memory memory;
};
/// The buffers behind one switch channel.
struct Group {
    Memory memory;
    std::vector<std::int32_t> ranks;
};
/// The ranks of a group: gpus, none of them twice.
std::vector<std::int32_t> ranks_of(const JsonCursor& at, std::size_t gpus);

/// What the ids in the operations of one block stand for.
struct BlockNames {
    PerLink<std::vector<Channel>> channels;
    PerLink<std::vector<Remote>> remotes;
    std::vector<Group> groups;
};

/// Reads the operations of one block.
class NewOperations {
public:
    NewOperations(Reading& reading, BlockNames names, std::int32_t gpu, std::int32_t block)
        : reading_(reading), names_(std::move(names)), gpu_(gpu), block_(block) {}

    std::vector<Op> read(const JsonCursor& list) { return read(list, "", false); }

private:
    friend struct NewTable;

    std::vector<Op> read(const JsonCursor& list, std::string_view outer, bool in_pipeline);
    void nop(const Fields& fields);
    void barrier(const Fields& fields);
    void signal(const Fields& fields);
    void wait(const Fields& fields);
    void flush(const Fields& fields);
    void put(const Fields& fields);
    void get(const Fields& fields);
    void copy(const Fields& fields);
    void reduce(const Fields& fields);
    void put_packets(const Fields& fields);
    void read_put_packets(const Fields& fields);
    void copy_packets(const Fields& fields);
    void unpack_packets(const Fields& fields);
    void group_reduce_store(const Fields& fields);
    void group_store(const Fields& fields);
    void semaphores(const Fields& fields);
    void pipeline(const Fields& fields);

    Link link(const Fields& fields) const;
    void only(const Fields& fields, Link allowed, std::string_view why) const;
    const Channel& channel(const JsonCursor& id, Link link) const;
    Share share(const Fields& fields) const;
    std::size_t count(const Fields& fields, std::string_view key, std::size_t least) const;
    /// The elements of `src_buff` or `dst_buff` from `first` on.
    std::vector<Span> locals(const Fields& fields, std::string_view key, std::size_t first, std::size_t number,
                             bool packets = false) const;
    std::vector<Span> remotes(const Fields& fields, std::string_view key, std::size_t first,
                              bool packets = false) const;
    std::vector<Span> members(const Fields& fields, std::string_view key, bool packets) const;
    Span span(const JsonCursor& at, const Fields& buffer, std::int32_t gpu, Memory memory) const;

    void add(std::variant<Data, Control, Sync, Join, Loop> what);
    void data(const Fields& fields, std::vector<Flow> flows, Symbol rule = {});
    /// Thread i puts the i-th flow on the i-th channel.
    void push(const Fields& fields, std::vector<Flow> flows, bool signal, bool flush);

    Reading& reading_;
    BlockNames names_;
    std::int32_t gpu_, block_;
    std::string_view name_;           ///< of the operation that is read
    std::vector<Op>* ops_ = nullptr;  ///< where it goes
    Op op_{};
};

}  // namespace ringproof::model::mscclpp
