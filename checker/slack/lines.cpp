#include "checker/slack/lines.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace ringproof::checker::slack {
namespace {

using model::Concrete;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Where the line number of `at` begins and ends: the digits behind its last colon that a space or the end follows.
std::optional<std::pair<std::size_t, std::size_t>> number_in(const std::string& at) {
    for (std::size_t colon = at.rfind(':'); colon != std::string::npos; colon = at.rfind(':', colon - 1)) {
        std::size_t end = colon + 1;
        while (end < at.size() && is_digit(at[end])) ++end;
        if (end > colon + 1 && (end == at.size() || at[end] == ' ')) return std::pair{colon + 1, end};
        if (colon == 0) break;
    }
    return std::nullopt;
}

/// File and number, so that lines of one file are in order.
std::pair<std::string, std::int64_t> place_of(const std::string& at) {
    const auto number = number_in(at);
    if (!number) return {at, 0};
    std::int64_t line = 0;
    std::from_chars(at.data() + number->first, at.data() + number->second, line);
    return {at.substr(0, number->first), line};
}

/// Kind and name; none: an operation of another kind.
std::optional<std::pair<Kind, model::Symbol>> kind_of(const model::Schedule& schedule,
                                                      const model::Operation& operation) {
    if (const auto* const wait = std::get_if<model::Wait<Concrete>>(&operation))
        return std::pair{Kind::wait, schedule.semaphores[wait->counter.semaphore].name};
    if (const auto* const put = std::get_if<model::Put<Concrete>>(&operation))
        return std::pair{Kind::put, schedule.buffers[put->dst.buffer].name};
    if (const auto* const get = std::get_if<model::Get<Concrete>>(&operation))
        return std::pair{Kind::get, schedule.buffers[get->dst.buffer].name};
    return std::nullopt;
}

/// Lines of one file by number; of different files, and lines without a number, as they came.
template <class T, class KeyOf>
void order(std::vector<T>& list, const KeyOf& key_of) {
    std::vector<std::string> files;
    const auto rank = [&](const T& one) {
        const auto [file, line] = place_of(key_of(one).at);
        if (!number_in(key_of(one).at)) return std::pair<std::size_t, std::int64_t>{files.size(), 0};
        const auto known = std::find(files.begin(), files.end(), file);
        if (known == files.end()) files.push_back(file);
        return std::pair{static_cast<std::size_t>(std::find(files.begin(), files.end(), file) - files.begin()), line};
    };
    std::vector<std::pair<std::pair<std::size_t, std::int64_t>, T>> ranked;
    for (T& one : list) {
        const auto place = rank(one);
        ranked.emplace_back(place, std::move(one));
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    list.clear();
    for (auto& [place, one] : ranked) list.push_back(std::move(one));
}

}  // namespace

std::string line_of(const std::string& at) {
    const auto number = number_in(at);
    return number ? at.substr(0, number->second) : at;
}

std::vector<Line> lines_of(const model::Schedule& schedule) {
    std::vector<Line> lines;
    std::unordered_map<std::string, std::vector<std::size_t>> by_at;
    for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent) {
        const auto& steps = schedule.agents[agent].steps;
        // What came before in this run of steps of one line and round.
        std::vector<std::pair<Kind, model::Symbol>> before;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (i > 0 && steps[i].at != steps[i - 1].at) before.clear();
            const auto kind = kind_of(schedule, steps[i].operation);
            if (!kind) continue;
            LineKey key;
            key.at = line_of(steps[i].at.text());
            if (key.at.empty())
                key.at = fmt::format("{} step {}", schedule.agents[agent].name.text(), i);
            else
                key.occurrence = static_cast<std::int32_t>(std::count(before.begin(), before.end(), *kind));
            before.push_back(*kind);
            std::tie(key.kind, key.name) = *kind;
            std::vector<std::size_t>& known = by_at[key.at];
            auto line = std::find_if(known.begin(), known.end(), [&](std::size_t k) { return lines[k].key == key; });
            if (line == known.end()) {
                line = known.insert(line, lines.size());
                lines.push_back({key, {}});
            }
            lines[*line].instances.push_back({static_cast<std::int32_t>(agent), static_cast<std::int32_t>(i)});
        }
    }
    order(lines, [](const Line& line) -> const LineKey& { return line.key; });
    return lines;
}

std::vector<LineKey> lines_of_all(const std::vector<model::Schedule>& schedules) {
    std::vector<LineKey> keys;
    for (const model::Schedule& schedule : schedules)
        for (const Line& line : lines_of(schedule))
            if (std::find(keys.begin(), keys.end(), line.key) == keys.end()) keys.push_back(line.key);
    order(keys, [](const LineKey& key) -> const LineKey& { return key; });
    return keys;
}

}  // namespace ringproof::checker::slack
