#pragma once

#include <cstdint>
#include <vector>

#include "model/import/msccl/algorithm.h"

namespace ringproof::model::msccl {

/// Which buffers the user passes: two, or one for input and output.
enum class Passed { out_of_place, in_place };

/// Where the chunks of an algorithm lie: makes the buffers of all gpus and finds places in them. The chunks of each
/// repetition of the steps are other parts of the message, so each has buffers of its own.
class Layout {
public:
    /// Adds buffers and contracts to `schedule`. The algorithm must outlive it. Throws Fault: bad_plan, too_large.
    Layout(const Algorithm& algorithm, Passed passed, std::int32_t iterations, const Limits& limits,
           Schedule& schedule);

    /// The first of `count` chunks of a step. Throws Fault (index_range) where they are outside.
    Place place(std::size_t gpu, std::int32_t iteration, const Step& step, const Chunks& chunks) const;

private:
    /// A letter's chunks within a buffer.
    struct Window {
        std::int32_t buffer = -1;
        std::int64_t first = 0, size = 0;
    };

    std::int64_t size_of(std::size_t gpu, BufferKind kind) const;
    void add(Window& window, std::size_t gpu, const std::string& name, std::int64_t size, Role role);
    void add_buffers(std::size_t gpu, std::int32_t iteration);
    void add_one_buffer(std::size_t gpu, std::int32_t iteration);
    void add_contracts();
    std::string name(std::string_view what, std::int32_t iteration) const;
    std::size_t index(std::size_t gpu, std::int32_t iteration, BufferKind kind) const {
        return (static_cast<std::size_t>(iteration) * algorithm_.gpus.size() + gpu) * letters.size() +
               static_cast<std::size_t>(kind);
    }
    Window& window(std::size_t gpu, std::int32_t iteration, BufferKind kind) {
        return windows_[index(gpu, iteration, kind)];
    }

    const Algorithm& algorithm_;
    bool one_buffer_;  ///< for input and output
    std::int32_t iterations_;
    std::int64_t room_;  ///< slots that may still be made
    Schedule& schedule_;
    std::vector<Window> windows_;
};

}  // namespace ringproof::model::msccl
