#include "checker/command/slack.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "checker/slack/slack.h"

namespace ringproof::command {
namespace {

using checker::Outcome;
using checker::slack::Kind;
using checker::slack::LineKey;
using checker::slack::LineSlack;
using checker::slack::Need;
using checker::slack::Shift;
using checker::slack::Slack;
using checker::slack::Trial;
using nlohmann::ordered_json;

std::vector<std::int64_t> sizes_of(const std::vector<model::Schedule>& schedules) {
    std::vector<std::int64_t> sizes;
    for (const model::Schedule& schedule : schedules) sizes.push_back(schedule.chips);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<std::int64_t> launches_of(const std::vector<model::Schedule>& schedules) {
    std::vector<std::int64_t> launches;
    for (const model::Schedule& schedule : schedules) launches.push_back(schedule.launches);
    std::sort(launches.begin(), launches.end());
    launches.erase(std::unique(launches.begin(), launches.end()), launches.end());
    return launches;
}

/// `race (RP102) at n = 3`
std::string why(const Trial& trial) {
    const std::string at =
        fmt::format("at n = {}{}", trial.chips, trial.launches > 1 ? fmt::format(", {} launches", trial.launches) : "");
    if (trial.outcome == Outcome::undecided) return fmt::format("undecided ({}) {}", model::number(trial.code), at);
    return fmt::format("{} ({}) {}", model::word(model::property_of(trial.code)), model::number(trial.code), at);
}

/// `30`, of `all_reduce.ring:30`; in other forms all of it.
std::string number_of(const LineKey& key) {
    const std::size_t colon = key.at.rfind(':');
    const bool numbered = colon != std::string::npos && colon + 1 < key.at.size() &&
                          std::all_of(key.at.begin() + static_cast<std::ptrdiff_t>(colon) + 1, key.at.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
    return numbered ? key.at.substr(colon + 1) : key.at;
}

std::string lines_text(const std::vector<LineKey>& keys) {
    std::vector<std::string> numbers;
    for (const LineKey& key : keys)
        if (std::find(numbers.begin(), numbers.end(), number_of(key)) == numbers.end())
            numbers.push_back(number_of(key));
    return fmt::format("line{} {}", numbers.size() == 1 ? "" : "s", fmt::join(numbers, ", "));
}

/// Who takes the units of a wait that is left out.
std::vector<std::string> takers_of(const LineSlack& line) {
    const std::string name = line.key.name.text();
    std::vector<std::string> takers;
    if (line.takers.nobody)
        takers.push_back(fmt::format("nothing waits on {} then, and its raises are left out too", name));
    if (line.takers.next_wait) takers.push_back(fmt::format("the next wait on {} takes its units", name));
    if (line.takers.end) takers.emplace_back("the end of the agent takes its units");
    return takers;
}

std::string need_text(const LineSlack& line) {
    const std::string unadjusted =
        line.unadjusted ? "; it takes no number that is known, so no counter was adjusted" : "";
    switch (line.need) {
        case Need::redundant:
            return fmt::format("redundant{}: {}{}",
                               line.others.empty() ? "" : " together with " + lines_text(line.others),
                               fmt::join(takers_of(line), "; "), unadjusted);
        case Need::needed:
            return fmt::format("needed, else {}{}", why(*line.trial), unadjusted);
        case Need::at_end:
            return line.trial ? fmt::format("holds back the end alone; without {} at all {}", line.key.name.text(),
                                            why(*line.trial))
                              : "holds back the end alone";
        case Need::undecided:
            return why(*line.trial) + unadjusted;
        default:
            return "not tried: the next wait on its counter has no number to take";
    }
}

std::string shift_text(const LineSlack& line) {
    const Shift& shift = line.shift;
    const bool wait = line.key.kind == Kind::wait;
    if (shift.by == 0 && !shift.limit) return wait ? "nothing to pass" : "no earlier place";
    if (shift.by == 0) return fmt::format("no {}: {}", wait ? "later" : "earlier", why(*shift.limit));
    std::string out = fmt::format("{} {} {}{}", wait ? "may come" : "may be issued", shift.by,
                                  shift.by == 1 ? "operation" : "operations", wait ? " later" : " earlier");
    if (shift.all_the_way) out += ", which is all the way";
    return out + fmt::format(" (n = {}: {} {} {}, {})", shift.chips, shift.instance, wait ? "behind" : "before",
                             shift.beyond, shift.operation);
}

std::string text_of(const std::string& file, std::span<const std::string> lines,
                    const std::vector<model::Schedule>& schedules, const Slack& slack) {
    std::string out =
        fmt::format("{}: slack for n = {} with {}{}\n", file, sizes_text(sizes_of(schedules)),
                    launches_text(launches_of(schedules)),
                    slack.engines.empty() ? "" : fmt::format(", proved by {}", fmt::join(slack.engines, ", ")));
    for (const LineSlack& line : slack.lines) {
        const std::string number = number_of(line.key);
        std::size_t index = 0;
        std::from_chars(number.data(), number.data() + number.size(), index);
        const bool alone = std::count_if(slack.lines.begin(), slack.lines.end(),
                                         [&](const LineSlack& other) { return other.key.at == line.key.at; }) == 1;
        std::string operation = line.operation;
        if (alone && index > 0 && index <= lines.size()) {
            operation = lines[index - 1].substr(0, lines[index - 1].find('#'));
            operation.erase(0, operation.find_first_not_of(" \t"));
            operation.erase(operation.find_last_not_of(" \t\r") + 1);
        }
        out += fmt::format("  {:>4}  {}\n", number, operation);
        if (line.key.kind == Kind::wait) out += fmt::format("        {}\n", need_text(line));
        out += fmt::format("        {}\n", shift_text(line));
    }
    if (slack.lines.empty()) out += "  no waits, puts or gets\n";
    const bool several = std::count_if(slack.lines.begin(), slack.lines.end(), [](const LineSlack& line) {
                             return line.need == Need::redundant && line.key.kind == Kind::wait;
                         }) > 1;
    if (several && slack.all_together)
        out += fmt::format("  All redundant waits can be left out at once, with their units as told: {}.\n",
                           lines_text(slack.together));
    if (several && !slack.all_together)
        out += fmt::format("  Not proved without all redundant waits at once; without {} it is.\n",
                           lines_text(slack.together));
    return out;
}

ordered_json object_of(const Trial& trial) {
    ordered_json object{{"verdict", trial.outcome == Outcome::proved      ? "proved"
                                    : trial.outcome == Outcome::undecided ? "undecided"
                                                                          : "counterexample"}};
    if (trial.outcome != Outcome::proved) {
        object["code"] = model::number(trial.code);
        object["chips"] = trial.chips;
        object["launches"] = trial.launches;
    }
    return object;
}

ordered_json names_of(const std::vector<LineKey>& keys) {
    ordered_json names = ordered_json::array();
    for (const LineKey& key : keys) names.push_back(key.at);
    return names;
}

std::string json_of(const std::string& file, const std::vector<model::Schedule>& schedules, const Slack& slack) {
    constexpr std::string_view needs[] = {"redundant", "needed", "at-end", "undecided", "not-tried"};
    constexpr std::string_view kinds[] = {"wait", "put", "get"};
    std::string out;
    const auto add = [&](const ordered_json& object) {
        out += object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    };
    for (const LineSlack& line : slack.lines) {
        const bool wait = line.key.kind == Kind::wait;
        ordered_json object{{"file", file},
                            {"slack", line.key.at},
                            {"kind", kinds[static_cast<int>(line.key.kind)]},
                            {"name", line.key.name.text()},
                            {"operation", line.operation},
                            {"sizes", sizes_of(schedules)},
                            {"launches", launches_of(schedules)}};
        if (wait) {
            object["need"] = needs[static_cast<int>(line.need)];
            if (line.need == Need::redundant) {
                object["because"] = takers_of(line);
                object["with"] = names_of(line.others);
            }
            if (line.trial) object["without"] = object_of(*line.trial);
        }
        object[wait ? "later" : "earlier"] = line.shift.by;
        object["all_the_way"] = line.shift.all_the_way;
        if (line.shift.by > 0) {
            object["instance"] = line.shift.instance;
            object["passes"] = line.shift.beyond;
        }
        if (line.shift.limit) object["one_more"] = object_of(*line.shift.limit);
        add(object);
    }
    add({{"file", file}, {"together", names_of(slack.together)}, {"all_together", slack.all_together}});
    return out;
}

}  // namespace

std::string slack_of(const std::string& file, std::span<const std::string> lines,
                     const std::vector<model::Schedule>& schedules, const VerifyArguments& arguments) {
    const Slack slack = checker::slack::find_slack({schedules, arguments.options, arguments.ask_quickly});
    return arguments.json ? json_of(file, schedules, slack) : text_of(file, lines, schedules, slack);
}

}  // namespace ringproof::command
