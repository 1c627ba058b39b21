#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "model/schedule.h"

/// Makes a schedule, within limits. Internal to the folder.
namespace ringproof::model::mscclpp {

class Builder {
public:
    Builder(Schedule& schedule, const Limits& limits) : schedule_(schedule), limits_(limits) {}

    Schedule& schedule() { return schedule_; }
    const Limits& limits() const { return limits_; }

    /// The id of a new buffer, or -1 where it has no slots. Throws too_large.
    std::int32_t buffer(std::int32_t chip, std::string_view name, std::int64_t size, Role role);
    /// Makes the buffer at least that large.
    void grow(std::int32_t buffer, std::int64_t size);
    /// The counter of that name, made where it is not there yet.
    Counter counter(std::int32_t chip, std::string_view name, std::int32_t init = 0);
    /// The agent of that name, made where it is not there yet.
    std::int32_t agent(std::int32_t chip, std::string_view name);
    /// Throws too_large.
    void add(std::int32_t agent, Operation operation, Symbol at);
    /// Counts work that may leave no operation, so that it is bounded too.
    void work(std::int64_t amount = 1);

private:
    using Name = std::pair<std::int32_t, Symbol>;
    Schedule& schedule_;
    Limits limits_;
    std::int64_t slots_ = 0, steps_ = 0, work_ = 0;
    std::map<Name, std::int32_t> semaphores_, agents_;
};

}  // namespace ringproof::model::mscclpp
