#pragma once

#include <cstdint>
#include <optional>

#include "model/kernel.h"
#include "model/network.h"

namespace ringproof::model {

/// The rows and columns of a kernel that has a torus; none: it has not.
/// Assumes that `instantiate` takes the same arguments.
std::optional<Grid> shape_of(const Kernel& kernel, std::int64_t n, const Settings& settings);

}  // namespace ringproof::model
