#include <algorithm>

#include <fmt/format.h>

#include "generators/campaign.h"
#include "model/event.h"

namespace ringproof::generators {
namespace {

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

/// Verdicts in the order in which they are told: proved, the properties, undecided.
std::vector<std::string_view> columns() {
    std::vector<std::string_view> list{"proved"};
    for (const std::string_view word : model::words<model::Property>) list.push_back(word);
    list.emplace_back("undecided");
    return list;
}

std::uint64_t count(const std::map<std::string, std::uint64_t, std::less<>>& words, std::string_view word) {
    const auto found = words.find(word);
    return found == words.end() ? 0 : found->second;
}

std::size_t width(std::string_view word) { return std::max<std::size_t>(word.size(), 5) + 2; }

std::string distribution(const Tally& tally) {
    std::string out = fmt::format("{:<12}{:>10}", "source", "schedules");
    for (const std::string_view word : columns()) out += fmt::format("{:>{}}", word, width(word));
    out += '\n';
    const auto row = [&](std::string_view name, const auto& words) {
        std::uint64_t all = 0;
        for (const auto& [word, times] : words) all += times;
        out += fmt::format("{:<12}{:>10}", name, all);
        for (const std::string_view word : columns())
            out += fmt::format("{:>{}.1f}%", percent(static_cast<double>(count(words, word)), static_cast<double>(all)),
                               width(word) - 1);
        out += '\n';
    };
    std::map<std::string, std::uint64_t, std::less<>> sum;
    for (const auto& [source, words] : tally.verdicts) {
        row(source, words);
        for (const auto& [word, times] : words) sum[word] += times;
    }
    row("all", sum);
    return out;
}

std::string engines(const Tally& tally, double work) {
    std::string out = fmt::format("{:<12}{:>10}{:>12}{:>17}{:>12}{:>12}\n", "engine", "asked", "answered",
                                  "of another kind", "at a limit", "of the time");
    for (const auto& [name, engine] : tally.engines)
        out += fmt::format("{:<12}{:>10}{:>12}{:>17}{:>12}{:>11.1f}%\n", name, engine.asked, engine.decided,
                           engine.of_another_kind, engine.at_a_limit, percent(engine.seconds, work));
    for (const auto& [name, seconds] : tally.check_seconds)
        out += fmt::format("{:<12}{:>63.1f}%\n", name, percent(seconds, work));
    return out + fmt::format("{:<12}{:>63.1f}%\n", "drawing", percent(tally.drawing_seconds, work));
}

}  // namespace

std::string text(const Tally& tally, double seconds, unsigned jobs) {
    if (tally.schedules == 0) return "no schedules\n";
    std::string out = fmt::format("{} {} in {:.0f} s, {:.0f} a second on {} {}; {:.0f} events each\n\n",
                                  tally.schedules, tally.schedules == 1 ? "schedule" : "schedules", seconds,
                                  static_cast<double>(tally.schedules) / std::max(seconds, 1e-9), jobs,
                                  jobs == 1 ? "thread" : "threads",
                                  static_cast<double>(tally.events) / static_cast<double>(tally.schedules));
    out += distribution(tally) + '\n' + engines(tally, seconds * jobs) + '\n';
    for (const auto& [engines, times] : tally.decided_by)
        out += fmt::format("{} schedules were decided by {} {}\n", times, engines, engines == 1 ? "engine" : "engines");
    return out;
}

}  // namespace ringproof::generators
