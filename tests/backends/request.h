#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "conformance/backend.h"

namespace ringproof::backends {

using Raise = model::Raise<model::Concrete>;

/// What a put, get or signal asks for, in one form for all three.
struct Request {
    enum class Kind { put, get, signal };

    Kind kind = Kind::put;
    std::int32_t agent = 0;
    std::int32_t chip = 0;  ///< that it acts on
    model::Symbol channel;
    model::Covers covers{};  ///< which earlier ones it has to follow
    model::Place src{}, dst{};
    std::int32_t len = 0;  ///< slots; 0: a signal
    bool accumulate = false;
    std::optional<Raise> read_raises, land_raises;
    std::optional<std::pair<model::Counter, std::int64_t>> sets;  ///< a signal that sets
};

Request request(const model::Schedule& schedule, std::int32_t agent, const conformance::Put& put);
Request request(const model::Schedule& schedule, std::int32_t agent, const conformance::Get& get);
Request request(const model::Schedule& schedule, std::int32_t agent, const conformance::Signal& signal);

}  // namespace ringproof::backends
