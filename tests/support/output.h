#pragma once

#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// What a program has printed.
namespace ringproof::tests {

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// One JSON object a line.
inline std::vector<nlohmann::json> lines_of(const std::string& text) {
    std::vector<nlohmann::json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
}

}  // namespace ringproof::tests
