#include "model/language/suggest.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace ringproof::model {
namespace {

/// How many letters are to change, insert, drop or swap with their neighbour (each letter once) to turn
/// `a` into `b`.
std::size_t distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> table((a.size() + 1) * width);
    const auto cell = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * width + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) cell(i, 0) = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cell(0, j) = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            cell(i, j) =
                std::min({cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cell(i, j) = std::min(cell(i, j), cell(i - 2, j - 2) + 1);
        }
    return cell(a.size(), b.size());
}

}  // namespace

std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> known) {
    constexpr std::size_t longest = 64;  // keeps a hostile name from costing time
    if (wrong.size() > longest) return {};
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, wrong.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        if (candidate.size() > longest || candidate == wrong) continue;
        // One letter alone is close to any other.
        if (wrong.size() < 2 && candidate.size() < 2) continue;
        const std::size_t d = distance(wrong, candidate);
        if (d < least) {
            least = d;
            best = candidate;
        }
    }
    return best.empty() ? std::string() : fmt::format("; did you mean '{}'?", best);
}

}  // namespace ringproof::model
