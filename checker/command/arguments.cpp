#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/command/command.h"
#include "model/diagnostic.h"
#include "model/validity.h"

namespace ringproof::command {
namespace {

using model::Code;
using model::Fault;

constexpr std::int64_t most_sizes = 10'000;

std::int64_t parse_number(std::string_view text, std::string_view whole, std::string_view expected) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        throw Fault(Code::usage, fmt::format("'{}' is not {}", whole, expected));
    return number;
}

}  // namespace

std::vector<std::int64_t> parse_sizes(const std::string& text) {
    constexpr std::string_view expected = "a number of chips such as 4, 2..8 or 2,4,8";
    std::set<std::int64_t> sizes;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const std::string_view part = std::string_view(text).substr(begin, comma - begin);
        const std::size_t dots = part.find("..");
        const std::int64_t first = parse_number(part.substr(0, dots), text, expected);
        const std::int64_t last =
            dots == std::string_view::npos ? first : parse_number(part.substr(dots + 2), text, expected);
        if (first < 1)
            throw Fault(Code::size_range,
                        fmt::format("-n {}: the number of chips is at least 1, found {}", text, first));
        if (last < first) throw Fault(Code::usage, fmt::format("-n {}: {} comes after {}", text, first, last));
        if (last - first >= most_sizes)
            throw Fault(Code::usage, fmt::format("-n {}: more than {} sizes", text, most_sizes));
        for (std::int64_t n = first; n <= last; ++n) sizes.insert(n);
        begin = comma + 1;
    }
    return {sizes.begin(), sizes.end()};
}

model::Settings parse_settings(const std::vector<std::string>& texts) {
    model::Settings settings;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Fault(Code::usage, fmt::format("--set {}: expected NAME=NUMBER", text));
        settings[text.substr(0, equals)] = parse_number(std::string_view(text).substr(equals + 1), text,
                                                        "a parameter and its number, such as slots=3");
    }
    return settings;
}

model::Profile parse_profile(const std::string& name) {
    if (const auto profile = model::find_profile(name)) return *profile;
    std::vector<std::string_view> names;
    for (const auto& named : model::named_profiles()) names.push_back(named.name);
    throw Fault(Code::unknown_name, fmt::format("no profile '{}'; there are {}", name, fmt::join(names, ", ")));
}

void apply(model::Schedule& schedule, const std::string& profile, std::int32_t launches) {
    if (profile.empty() && launches == 0) return;
    if (!profile.empty()) schedule.profile = parse_profile(profile);
    if (launches > 0) schedule.launches = launches;
    validate_declarations(schedule);
}

std::string sizes_text(const std::vector<std::int64_t>& sizes) {
    std::string text;
    for (std::size_t i = 0; i < sizes.size();) {
        std::size_t last = i;
        while (last + 1 < sizes.size() && sizes[last + 1] == sizes[last] + 1) ++last;
        if (!text.empty()) text += ", ";
        text += last == i       ? fmt::format("{}", sizes[i])
                : last == i + 1 ? fmt::format("{}, {}", sizes[i], sizes[last])
                                : fmt::format("{}..{}", sizes[i], sizes[last]);
        i = last + 1;
    }
    return text;
}

}  // namespace ringproof::command
