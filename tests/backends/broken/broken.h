#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "conformance/backend.h"

namespace ringproof::backends {

/// A backend with one mistake.
struct Broken {
    std::string_view about;                 ///< the mistake
    std::vector<std::string_view> catches;  ///< vectors that must find it, by id
    conformance::Kind kind;
};

/// `Threads` with one mistake each, such as are made.
std::span<const Broken> broken();

}  // namespace ringproof::backends
