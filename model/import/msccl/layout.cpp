#include "model/import/msccl/layout.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ringproof::model::msccl {

Layout::Layout(const Algorithm& algorithm, Passed passed, std::int32_t iterations, const Limits& limits,
               Schedule& schedule)
    : algorithm_(algorithm),
      // Of a collective of one's own nobody knows how its buffers lie in each other.
      one_buffer_(passed == Passed::in_place && algorithm.extent(BufferKind::input)),
      iterations_(iterations),
      room_(limits.slots),
      schedule_(schedule) {
    windows_.resize(algorithm.gpus.size() * letters.size() * static_cast<std::size_t>(iterations));
    for (std::size_t gpu = 0; gpu < algorithm.gpus.size(); ++gpu)
        for (std::int32_t iteration = 0; iteration < iterations; ++iteration) {
            one_buffer_ ? add_one_buffer(gpu, iteration) : add_buffers(gpu, iteration);
            add(window(gpu, iteration, BufferKind::scratch), gpu, name("scratch", iteration),
                size_of(gpu, BufferKind::scratch), Role::scratch);
        }
    add_contracts();
}

std::string Layout::name(std::string_view what, std::int32_t iteration) const {
    return iterations_ == 1 ? std::string(what) : fmt::format("{} it={}", what, iteration);
}

std::int64_t Layout::size_of(std::size_t gpu, BufferKind kind) const {
    return algorithm_.extent(kind).value_or(algorithm_.gpus[gpu].chunks[static_cast<std::size_t>(kind)]);
}

void Layout::add(Window& window, std::size_t gpu, const std::string& name, std::int64_t size, Role role) {
    window.size = size;
    if (size == 0) return;
    room_ -= size;
    if (room_ < 0)
        throw Fault(Code::too_large, fmt::format("gpu {} has too many chunks", gpu),
                    algorithm_.location(algorithm_.gpus[gpu].line));
    window.buffer = static_cast<std::int32_t>(schedule_.buffers.size());
    schedule_.buffers.push_back(
        {static_cast<std::int32_t>(gpu), Symbol(name), static_cast<std::int32_t>(size), role, {}});
}

void Layout::add_buffers(std::size_t gpu, std::int32_t iteration) {
    add(window(gpu, iteration, BufferKind::input), gpu, name("input", iteration), size_of(gpu, BufferKind::input),
        Role::in);
    add(window(gpu, iteration, BufferKind::output), gpu, name("output", iteration), size_of(gpu, BufferKind::output),
        Role::out);
}

void Layout::add_one_buffer(std::size_t gpu, std::int32_t iteration) {
    Window& input = window(gpu, iteration, BufferKind::input);
    Window& output = window(gpu, iteration, BufferKind::output);
    const std::int64_t in = size_of(gpu, BufferKind::input), out = size_of(gpu, BufferKind::output);
    Window& whole = in < out ? output : input;
    Window& part = in < out ? input : output;
    add(whole, gpu, name("data", iteration), std::max(in, out), Role::inout);
    part = {whole.buffer,
            algorithm_.collective->is_part_of_whole() ? static_cast<std::int64_t>(gpu) * std::min(in, out) : 0,
            std::min(in, out)};
}

void Layout::add_contracts() {
    const Collective& collective = *algorithm_.collective;
    if (collective.contract.empty()) return;
    for (std::int32_t iteration = 0; iteration < iterations_; ++iteration) {
        Contract contract;
        contract.collective = Symbol(collective.contract);
        contract.in = Symbol(name(one_buffer_ ? "data" : "input", iteration));
        contract.out = Symbol(name(one_buffer_ ? "data" : "output", iteration));
        if (collective.reduces) contract.rule = algorithm_.rule;
        contract.root = algorithm_.root.value_or(0);
        schedule_.contracts.push_back(contract);
    }
}

Place Layout::place(std::size_t gpu, std::int32_t iteration, const Step& step, const Chunks& chunks) const {
    const Window& window = windows_[index(gpu, iteration, chunks.buffer)];
    const auto refuse = [&](std::string why) {
        throw Fault(Code::index_range, std::move(why), algorithm_.location(step.line));
    };
    if (const std::string wrong = why_outside(algorithm_.gpus[gpu], chunks, step.count); !wrong.empty())
        refuse(fmt::format("'{}' touches {}", step.type->name, wrong));
    if (chunks.offset + step.count > window.size)
        refuse(fmt::format("'{}' touches chunks {} to {} of '{}', of which the message has {} (nchunksperloop=\"{}\")",
                           step.type->name, chunks.offset, chunks.offset + step.count - 1,
                           letters[static_cast<std::size_t>(chunks.buffer)], window.size, algorithm_.chunks_a_loop));
    return {window.buffer, static_cast<std::int32_t>(window.first + chunks.offset)};
}

}  // namespace ringproof::model::msccl
