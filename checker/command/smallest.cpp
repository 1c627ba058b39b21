#include "checker/command/smallest.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/command/command.h"

namespace ringproof::command {
namespace {

/// `n = 1..4 with 1, 2 launches, n = 5 with 1 launch`; of one launch alone nothing is said.
std::string sizes_of(const std::vector<Judged>& smaller, Standing standing, bool tell_launches) {
    std::map<std::int64_t, std::vector<std::int64_t>> launches_by_size;
    for (const Judged& judged : smaller)
        if (judged.standing == standing) launches_by_size[judged.size.chips].push_back(judged.size.launches);
    std::vector<std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>> groups;
    for (const auto& [chips, launches] : launches_by_size) {
        if (groups.empty() || groups.back().second != launches) groups.push_back({{}, launches});
        groups.back().first.push_back(chips);
    }
    std::vector<std::string> parts;
    for (const auto& [chips, launches] : groups)
        parts.push_back("n = " + sizes_text(chips) + (tell_launches ? " with " + launches_text(launches) : ""));
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

bool Smallest::certain() const {
    return std::none_of(smaller.begin(), smaller.end(),
                        [](const Judged& judged) { return judged.standing == Standing::undecided; });
}

std::string Smallest::text() const {
    const bool tell_launches =
        size.launches > 1 ||
        std::any_of(smaller.begin(), smaller.end(), [](const Judged& judged) { return judged.size.launches > 1; });
    std::string out =
        fmt::format("{}: n = {}", certain() ? "smallest that fails" : "smallest found to fail", size.chips);
    if (tell_launches) out += fmt::format(" with {}", launches_text({size.launches}));
    out += fmt::format(", {}", property);
    const std::string proved = sizes_of(smaller, Standing::proved, tell_launches);
    const std::string undecided = sizes_of(smaller, Standing::undecided, tell_launches);
    if (!proved.empty()) out += "; proved for " + proved;
    if (!undecided.empty()) out += "; undecided for " + undecided;
    if (smaller.empty() && size != Size{1, 1}) out += "; nothing smaller is taken";
    return out;
}

std::string known_text(const std::vector<Judged>& known) {
    const std::string proved = sizes_of(known, Standing::proved, true);
    const std::string undecided = sizes_of(known, Standing::undecided, true);
    std::string text = proved.empty() ? "" : "proved for " + proved;
    if (!undecided.empty()) text += (text.empty() ? "undecided for " : "; undecided for ") + undecided;
    return text.empty() ? "no size that was tried is taken" : text;
}

std::optional<Smallest> find_smallest(const std::vector<Judged>& known, const std::function<Judged(Size)>& ask) {
    std::map<Size, Judged> by_size;
    std::int32_t most_launches = 1;
    for (const Judged& judged : known) {
        by_size.emplace(judged.size, judged);
        most_launches = std::max(most_launches, judged.size.launches);
    }
    const auto fails = std::find_if(by_size.begin(), by_size.end(),
                                    [](const auto& entry) { return entry.second.standing == Standing::fails; });
    if (fails == by_size.end()) return std::nullopt;
    Smallest smallest{fails->first, fails->second.property, {}};
    for (std::int64_t chips = 1; chips <= fails->first.chips; ++chips)
        for (std::int32_t launches = 1; launches <= most_launches; ++launches) {
            const Size size{chips, launches};
            if (size == fails->first) return smallest;
            const auto answered = by_size.find(size);
            const Judged judged = answered != by_size.end() ? answered->second : ask(size);
            // A size is refused whatever the number of launches.
            if (judged.standing == Standing::not_taken) break;
            if (judged.standing == Standing::fails) {
                smallest.size = size;
                smallest.property = judged.property;
                return smallest;
            }
            smallest.smaller.push_back(judged);
        }
    return smallest;
}

}  // namespace ringproof::command
