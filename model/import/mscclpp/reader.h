#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/import/mscclpp/fields.h"
#include "model/import/mscclpp/parts.h"

/// What the readers of both formats have in common. Internal to the folder.
namespace ringproof::model::mscclpp {

/// A file on its way to its parts.
struct Reading {
    const Limits& limits;
    std::vector<std::int32_t> lines;  ///< lines_of_objects
    Parts parts{};
    std::int64_t operations = 0;

    /// The number of the gpu whose object this is. Its place in the list must be the same.
    std::int32_t gpu_id(const Fields& gpu, std::int32_t place) const;
    /// The same for a thread block.
    std::int32_t block_id(const Fields& block, std::int32_t place) const;
    /// A number of chunks.
    std::int64_t chunks(const Fields& gpu, std::string_view key) const;
    /// An operation without what it does, counted against the limits.
    Op op(const JsonCursor& at, std::int32_t gpu, std::int32_t block, std::string_view op);
    void note(std::string text);
};

/// More than any index or count of chunks, so that sums of them are no concern.
inline constexpr std::int64_t most_chunks = std::int64_t{1} << 31;

/// `i`, `o` or `s`. Packets are kept in scratch only.
Memory memory_of(const JsonCursor& at, bool packets);
/// Scratch as what packets are kept in; else throws wrong_kind.
Memory packets_in(const JsonCursor& at, Memory memory);
/// One of the gpu's, checked to lie in it.
Span span_in(const Parts& parts, const JsonCursor& at, Span span);
/// `sum`, `max` or `min`.
Symbol rule_of(std::string_view word, const JsonCursor& at);
/// One list after the other.
std::vector<Span> joined(std::vector<Span> first, const std::vector<Span>& second);
/// Checks that spans of one operation have one length.
void check_lengths(const JsonCursor& at, const std::vector<Flow>& flows);

/// Where an operation is not in the table: names those that are.
[[noreturn]] void fail_unknown(const JsonCursor& at, std::vector<std::string_view> known);

/// The buffers' sizes of a plan in place, which one file states and another leaves open.
void settle_sizes(Parts& parts, const JsonCursor& gpus);
/// What holds for the whole plan once all is read: the blocks of each barrier, and plain data and packets apart.
void check_whole(Reading& reading);

void read_new_format(Reading& reading, const Fields& plan);
void read_old_format(Reading& reading, const Fields& plan);

}  // namespace ringproof::model::mscclpp
