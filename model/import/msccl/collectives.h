#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ringproof::model::msccl {

/// Of how many chunks a buffer is: of those of a chunk loop (`nchunksperloop`), of the part of one gpu, or as the file
/// declares.
enum class Extent { loop, part, declared };

/// A collective as MSCCL names it.
struct Collective {
    std::string_view name;
    std::string_view contract;  ///< of the library; empty: none is known
    Extent input, output;
    bool reduces = false;
    bool rooted = false;

    /// Whether the smaller of input and output, where they are one buffer, is the part of the gpu's rank in the other.
    bool is_part_of_whole() const { return input != output; }
};

inline constexpr std::array collectives{
    Collective{"allreduce", "all_reduce", Extent::loop, Extent::loop, true},
    Collective{"allgather", "all_gather", Extent::part, Extent::loop},
    Collective{"reducescatter", "reduce_scatter", Extent::loop, Extent::part, true},
    Collective{"reduce_scatter", "reduce_scatter", Extent::loop, Extent::part, true},
    Collective{"alltoall", "all_to_all", Extent::loop, Extent::loop},
    Collective{"reduce", "reduce", Extent::loop, Extent::loop, true, true},
    Collective{"broadcast", "broadcast", Extent::loop, Extent::loop, false, true},
    Collective{"alltoallv", "", Extent::declared, Extent::declared},
    Collective{"gather", "gather", Extent::part, Extent::loop, false, true},
    Collective{"scatter", "scatter", Extent::loop, Extent::part, false, true},
    Collective{"send", "", Extent::declared, Extent::declared},
    Collective{"recv", "", Extent::declared, Extent::declared},
    Collective{"custom", "", Extent::declared, Extent::declared},
};

/// What a connection can carry at a time.
struct Protocol {
    std::string_view name;
    std::int32_t in_flight;   ///< transmissions of a connection
    std::int64_t slot_bytes;  ///< of one transmission
};

inline constexpr std::array protocols{
    Protocol{"Simple", 2, 2 << 20},
    Protocol{"LL", 8, 32 << 10},
    Protocol{"LL128", 8, 576'000},
};

/// A step carries no more chunks at a time than this.
inline constexpr std::int32_t most_chunks_at_once = 71;

}  // namespace ringproof::model::msccl
