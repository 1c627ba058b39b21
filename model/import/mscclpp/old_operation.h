#pragma once

#include <map>
#include <tuple>
#include <variant>
#include <vector>

#include "model/import/mscclpp/new_operation.h"
#include "model/import/mscclpp/reader.h"

/// Operations of the old format. Internal to the folder.
namespace ringproof::model::mscclpp {

/// `sm` (or `memory`), `proxy` (or `port`), `nvls`.
enum class OldType : std::uint8_t { memory, port, group };
OldType old_type_of(const JsonCursor& at);

/// The buffer that is sent from, the one that is sent to, and how.
using OldKey = std::tuple<Memory, Memory, OldType>;
OldKey key_of(const Fields& fields, std::string_view src, std::string_view dst, std::string_view type);
using OldEnd = std::variant<Channel, Group>;
/// The channels of one block.
struct OldNames {
    std::map<OldKey, std::vector<OldEnd>> ends;
};

/// Reads the operations of one block.
class OldOperations {
public:
    OldOperations(Reading& reading, OldNames names, std::int32_t gpu, std::int32_t block)
        : reading_(reading), names_(std::move(names)), gpu_(gpu), block_(block) {}

    std::vector<Op> read(const JsonCursor& list);

private:
    friend struct OldTable;

    void nop(const Fields& fields);
    void barrier(const Fields& fields);
    void signal(const Fields& fields);
    void wait(const Fields& fields);
    void flush(const Fields& fields);
    void put(const Fields& fields);
    void get(const Fields& fields);
    void copy(const Fields& fields);
    void reduce(const Fields& fields);
    void reduce_packets(const Fields& fields);
    void read_put_packets(const Fields& fields);
    void group_reduce_store(const Fields& fields);

    /// One channel that an operation names, and the offset there.
    struct End {
        Channel channel;
        std::int64_t chunk;
    };
    /// Those of `i_cids` or `o_cids`, whose buffers `i_buff` or `o_buff` tells.
    std::vector<End> ends(const Fields& fields, std::string_view ids, std::string_view buffers) const;
    /// The remote places of these.
    std::vector<Span> remotes(const Fields& fields, std::string_view ids, std::string_view buffers,
                              bool packets = false) const;
    /// `srcs` or `dsts`
    std::vector<Span> locals(const Fields& fields, std::string_view key, bool packets = false) const;
    /// `srcbuff` with `srcoff`, or `dstbuff` with `dstoff`
    Span local(const Fields& fields, std::string_view buffer, std::string_view offset, bool packets = false) const;
    std::vector<Span> members(const Fields& fields, std::string_view ids, std::string_view buffer,
                              std::string_view offset) const;
    Span span(const JsonCursor& offset, const Fields& fields, std::int32_t gpu, Memory memory) const;
    OldType type(const Fields& fields) const { return old_type_of(fields.need("ctype")); }
    /// As many sources as targets, one for one.
    std::vector<Flow> pairs(const Fields& fields, const std::vector<Span>& from, const std::vector<Span>& to) const;

    void add(std::variant<Data, Control, Sync, Join, Loop> what) {
        ops_.push_back({std::move(what), op_.at, op_.path});
    }
    void data(std::vector<Flow> flows, Symbol rule = {}) { add(Data{std::move(flows), {}, rule}); }
    void push(const Fields& fields, std::vector<Flow> flows, bool signal, bool flush);

    Reading& reading_;
    OldNames names_;
    std::int32_t gpu_, block_;
    std::size_t place_ = 0;
    std::string_view name_;  ///< of the operation that is read
    std::vector<Op> ops_;
    Op op_{};
};

}  // namespace ringproof::model::mscclpp
