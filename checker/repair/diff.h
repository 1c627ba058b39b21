#pragma once

#include <string>
#include <string_view>

namespace ringproof::checker::repair {

/// What is different, in the unified form that `patch -p0` and `git apply -p0` take, with three lines of context; empty
/// where nothing is. Lines end with \n; a last one without is told. Texts with long different parts differ there as a
/// whole.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& file);

}  // namespace ringproof::checker::repair
