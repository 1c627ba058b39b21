#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/import/msccl/collectives.h"
#include "model/import/msccl/step_types.h"
#include "model/schedule.h"

namespace ringproof::model::msccl {

/// The buffers of a gpu, in the order of their letters in files.
enum class BufferKind : std::uint8_t { input, output, scratch };
inline constexpr std::string_view letters = "ios";

/// Chunks of a gpu's buffer from `offset` on.
struct Chunks {
    BufferKind buffer = BufferKind::input;
    std::int64_t offset = -1;
    friend bool operator==(const Chunks&, const Chunks&) = default;
};

/// The step `step` of the thread block `block` of the same gpu.
struct Dependency {
    std::int64_t block;
    std::int64_t step;
};

struct Step {
    const StepType* type = nullptr;
    Chunks src, dst;
    std::int64_t count = 0;
    std::vector<Dependency> needs;  ///< its own, and those of nops before it
    bool needs_of_nops_only = false;
    bool publishes = false;
    int line = 0;
};

inline constexpr std::int32_t nobody = -1;

struct Block {
    std::int32_t send = nobody, recv = nobody;  ///< gpus
    std::int32_t channel = 0;
    std::vector<Step> steps;
    int line = 0;
};

struct Gpu {
    std::int64_t chunks[3] = {0, 0, 0};  ///< by BufferKind
    std::vector<Block> blocks;           ///< by id
    int line = 0;
};

/// What an MSCCL XML file says, read and checked one by one; whether the steps fit together shows when it is lowered.
struct Algorithm {
    std::string file, name;
    const Protocol* protocol = nullptr;
    const Collective* collective = nullptr;
    std::int64_t chunks_a_loop = 0;
    std::vector<Gpu> gpus;                       ///< by id
    std::optional<bool> in_place, out_of_place;  ///< none: the file does not say
    Symbol rule;
    std::optional<std::int32_t> root;  ///< none: the file does not say
    std::vector<std::string> notes;    ///< what was strange

    Location location(int line) const {
        Location location;
        location.file = file;
        location.line = line;
        return location;
    }
    /// How many chunks of the collective's message a buffer has; none: as many as the file declares.
    std::optional<std::int64_t> extent(BufferKind kind) const;
};

/// What is wrong with `count` chunks at `at`: that the gpu declares fewer; empty: nothing.
std::string why_outside(const Gpu& gpu, const Chunks& at, std::int64_t count);

/// `gpu=0 tb=1 step=2`
std::string name_of_step(std::size_t gpu, std::size_t block, std::size_t step);

/// Throws Fault: xml_syntax, bad_plan, unknown_name, duplicate_name, index_range, too_large.
Algorithm read_algorithm(std::string_view text, std::string file, const Limits& limits);

}  // namespace ringproof::model::msccl
