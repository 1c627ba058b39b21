#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ringproof::model {

/// `; did you mean 'recv'?` if one of `known` is close to `wrong` (at most a third of its letters wrong, swapped,
/// missing or too many), else empty. The closest wins, among equals the first.
std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> known);

}  // namespace ringproof::model
