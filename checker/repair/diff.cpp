#include "checker/repair/diff.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace ringproof::checker::repair {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t context = 3;
/// Lines that are compared each with each.
constexpr std::size_t most_compared = 2'000;

/// With their ends.
Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return lines;
}

struct Line {
    char sign;  ///< ' ', '-', '+'
    std::string_view text;
};

/// The lines of both, the longest common subsequence as context.
std::vector<Line> merged(const Lines& before, const Lines& after) {
    std::size_t head = 0;
    while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
    std::size_t tail = 0;
    while (head + tail < before.size() && head + tail < after.size() &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const std::size_t rows = before.size() - head - tail, columns = after.size() - head - tail;
    const bool compare = rows <= most_compared && columns <= most_compared;
    std::vector<std::vector<std::uint16_t>> common(compare ? rows + 1 : 0, std::vector<std::uint16_t>(columns + 1, 0));
    if (compare)
        for (std::size_t i = rows; i-- > 0;)
            for (std::size_t k = columns; k-- > 0;)
                common[i][k] = before[head + i] == after[head + k]
                                   ? static_cast<std::uint16_t>(common[i + 1][k + 1] + 1)
                                   : std::max(common[i + 1][k], common[i][k + 1]);
    std::vector<Line> lines;
    for (std::size_t i = 0; i < head; ++i) lines.push_back({' ', before[i]});
    std::size_t i = 0, k = 0;
    while (i < rows || k < columns) {
        if (compare && i < rows && k < columns && before[head + i] == after[head + k]) {
            lines.push_back({' ', before[head + i]});
            ++i, ++k;
        } else if (i < rows && (k == columns || !compare || common[i + 1][k] >= common[i][k + 1])) {
            lines.push_back({'-', before[head + i++]});
        } else {
            lines.push_back({'+', after[head + k++]});
        }
    }
    for (std::size_t at = before.size() - tail; at < before.size(); ++at) lines.push_back({' ', before[at]});
    return lines;
}

/// `3,7`; `3` for one line. Of no line the number before it.
std::string span(std::size_t first, std::size_t count) {
    if (count == 1) return std::to_string(first + 1);
    return fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& file) {
    const Lines old_lines = lines_of(before), new_lines = lines_of(after);
    const std::vector<Line> lines = merged(old_lines, new_lines);
    std::string out;
    std::size_t old_at = 0, new_at = 0;  // lines before `i`
    for (std::size_t i = 0; i < lines.size();) {
        const auto changed = [](const Line& line) { return line.sign != ' '; };
        const auto first = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.end(), changed);
        if (first == lines.end()) break;
        const auto at = static_cast<std::size_t>(first - lines.begin());
        const std::size_t begin = std::max(i, at - std::min(at, context));
        old_at += begin - i;
        new_at += begin - i;
        // On to where more than twice the context is the same.
        std::size_t end = at, same = 0;
        for (std::size_t k = at; k < lines.size() && same <= 2 * context; ++k) {
            same = changed(lines[k]) ? 0 : same + 1;
            if (same == 0) end = k + 1;
        }
        end = std::min(end + context, lines.size());
        std::size_t old_count = 0, new_count = 0;
        std::string body;
        for (std::size_t k = begin; k < end; ++k) {
            old_count += lines[k].sign != '+';
            new_count += lines[k].sign != '-';
            body += lines[k].sign;
            body += lines[k].text;
            if (lines[k].text.back() != '\n') body += "\n\\ No newline at end of file\n";
        }
        out += fmt::format("@@ -{} +{} @@\n", span(old_at, old_count), span(new_at, new_count)) + body;
        old_at += old_count;
        new_at += new_count;
        i = end;
    }
    return out.empty() ? out : fmt::format("--- {0}\n+++ {0}\n", file) + out;
}

}  // namespace ringproof::checker::repair
