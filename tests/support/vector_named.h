#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "generators/vectors/vectors.h"

namespace ringproof::tests {

/// The vector of that id.
inline const generators::Vector& vector_named(const std::string& id) {
    const auto found = std::ranges::find(generators::vectors(), id, &generators::Vector::id);
    if (found == generators::vectors().end()) throw std::logic_error("no vector " + id);
    return *found;
}

}  // namespace ringproof::tests
