#include "model/import/mscclpp/builder.h"

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace ringproof::model::mscclpp {

std::int32_t Builder::buffer(std::int32_t chip, std::string_view name, std::int64_t size, Role role) {
    if (size == 0) return -1;
    schedule_.buffers.push_back({chip, Symbol(name), 0, role, {}});
    const auto id = static_cast<std::int32_t>(schedule_.buffers.size() - 1);
    grow(id, size);
    return id;
}

void Builder::grow(std::int32_t buffer, std::int64_t size) {
    Buffer& grown = schedule_.buffers[static_cast<std::size_t>(buffer)];
    if (size <= grown.size) return;
    if (size > limits_.slots - slots_)
        throw Fault(Code::too_large, fmt::format("the plan's buffers have more than {} slots", limits_.slots));
    slots_ += size - grown.size;
    grown.size = static_cast<std::int32_t>(size);
}

Counter Builder::counter(std::int32_t chip, std::string_view name, std::int32_t init) {
    const auto [found, is_new] =
        semaphores_.emplace(Name{chip, Symbol(name)}, static_cast<std::int32_t>(schedule_.semaphores.size()));
    if (is_new) {
        if (std::ssize(schedule_.semaphores) >= limits_.counters)
            throw Fault(Code::too_large, fmt::format("the plan needs more than {} counters", limits_.counters));
        schedule_.semaphores.push_back({chip, Symbol(name), 1, init, std::nullopt});
    }
    return {found->second, 0};
}

std::int32_t Builder::agent(std::int32_t chip, std::string_view name) {
    const auto [found, is_new] =
        agents_.emplace(Name{chip, Symbol(name)}, static_cast<std::int32_t>(schedule_.agents.size()));
    if (is_new) {
        work();
        schedule_.agents.push_back({chip, Symbol(name), {}});
    }
    return found->second;
}

void Builder::add(std::int32_t agent, Operation operation, Symbol at) {
    if (++steps_ > limits_.operations / schedule_.launches)
        throw Fault(Code::too_large, fmt::format("the plan becomes more than {} operations in {} launches",
                                                 limits_.operations, schedule_.launches));
    schedule_.agents[static_cast<std::size_t>(agent)].steps.push_back({std::move(operation), at});
}

void Builder::work(std::int64_t amount) {
    work_ += amount;
    if (work_ > limits_.operations)
        throw Fault(
            Code::too_large,
            fmt::format("the plan repeats its operations, or parts of them, more than {} times", limits_.operations));
}

}  // namespace ringproof::model::mscclpp
