#include "model/excerpt.h"

#include <algorithm>

namespace ringproof::model {
namespace {

constexpr std::size_t longest_excerpt = 4096;
constexpr std::size_t longest_shown = 160;

}  // namespace

Location locate(std::string_view text, std::size_t offset) {
    offset = std::min(offset, text.size());
    const std::string_view before = text.substr(0, offset);
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    const std::size_t end = std::min(text.find('\n', offset), text.size());
    Location location;
    location.line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
    location.column = static_cast<int>(offset - start) + 1;
    const std::string_view line = text.substr(start, end - start);
    const bool printable = std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (printable && line.size() <= longest_excerpt) location.excerpt = line;
    return location;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, longest_shown)) result += c >= ' ' && c <= '~' ? c : '?';
    return text.size() > longest_shown ? result + "..." : result;
}

}  // namespace ringproof::model
