#pragma once

#include <map>
#include <string>
#include <string_view>

namespace ringproof::generators {

/// Vectors that need not pass, by id, and why: written down, and listed in every report.
using Waivers = std::map<std::string, std::string, std::less<>>;

/// Reads `ID REASON`, one a line; empty lines and lines that begin with `#` mean nothing. Throws model::Fault (syntax:
/// no reason; unknown_name: no vector of that id; duplicate_name), with file and line.
Waivers read_waivers(std::string_view text, const std::string& file_name);

}  // namespace ringproof::generators
