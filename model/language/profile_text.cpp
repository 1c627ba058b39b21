#include "model/language/profile_text.h"

#include <algorithm>
#include <charconv>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/describe.h"
#include "model/diagnostic.h"
#include "model/language/suggest.h"

namespace ringproof::model {
namespace {

using CounterValues = std::optional<std::int32_t>;

/// False if the option has no such value.
template <class Enum>
bool set(Enum& option, std::string_view text) {
    const auto value = from_word<Enum>(text);
    if (value) option = *value;
    return value.has_value();
}
bool set(CounterValues& values, std::string_view text) {
    if (text == "unbounded") {
        values.reset();
        return true;
    }
    std::int32_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || number < 2) return false;
    values = number;
    return true;
}

template <class Enum>
std::string choices(const Enum&, std::string_view wrong) {
    return fmt::format("{}{}", fmt::join(words<Enum>, ", "), did_you_mean(wrong, words<Enum>));
}
std::string choices(const CounterValues&, std::string_view) { return "unbounded, or a number from 2 to 2147483647"; }

template <class Enum>
std::string text(const Enum& value) {
    return std::string(word(value));
}
std::string text(const CounterValues& values) { return values ? fmt::format("{}", *values) : "unbounded"; }

/// `,entry=none` for each option in which the two differ.
std::vector<std::string> differences(const Profile& from, const Profile& to) {
    std::vector<std::string> before, list;
    each_member(from, [&](std::string_view, const auto& value) { before.push_back(text(value)); });
    std::size_t i = 0;
    each_member(to, [&](std::string_view name, const auto& value) {
        if (text(value) != before[i]) list.push_back(fmt::format(",{}={}", name, text(value)));
        ++i;
    });
    return list;
}

}  // namespace

std::optional<OptionComplaint> set_option(Profile& profile, std::string_view option, std::string_view value) {
    std::vector<std::string_view> known;
    bool found = false;
    std::optional<OptionComplaint> complaint;
    each_member(profile, [&](std::string_view name, auto& setting) {
        known.push_back(name);
        if (name != option) return;
        found = true;
        if (!set(setting, value))
            complaint = {true,
                         fmt::format("'{}' is no value of {}, expected {}", value, name, choices(setting, value))};
    });
    if (!found)
        complaint = {false, fmt::format("no option is called '{}', expected one of {}{}", option,
                                        fmt::join(known, ", "), did_you_mean(option, known))};
    return complaint;
}

Profile named_profile(std::string_view name) {
    if (const auto profile = find_profile(name)) return *profile;
    std::vector<std::string_view> known;
    for (const NamedProfile& named : named_profiles()) known.push_back(named.name);
    throw Fault(Code::unknown_name, fmt::format("no profile is called '{}', expected one of {}{}", name,
                                                fmt::join(known, ", "), did_you_mean(name, known)));
}

Profile changed(Profile profile, std::string_view changes) {
    for (std::size_t begin = 0; begin <= changes.size();) {
        const std::size_t comma = std::min(changes.find(',', begin), changes.size());
        const std::string_view change = changes.substr(begin, comma - begin);
        const std::size_t equals = change.find('=');
        if (equals == std::string_view::npos)
            throw Fault(
                Code::usage,
                fmt::format("'{}' is no change of a profile, expected OPTION=VALUE such as entry=none", change));
        if (const auto complaint = set_option(profile, change.substr(0, equals), change.substr(equals + 1)))
            throw Fault(Code::unknown_name, complaint->message);
        begin = comma + 1;
    }
    return profile;
}

std::string profile_text(const Profile& profile) {
    std::string_view nearest;
    std::vector<std::string> least;
    for (const NamedProfile& named : named_profiles()) {
        auto list = differences(named.profile, profile);
        if (!nearest.empty() && list.size() >= least.size()) continue;
        nearest = named.name;
        least = std::move(list);
    }
    return fmt::format("{}{}", nearest, fmt::join(least, ""));
}

std::vector<OptionValue> options_of(const Profile& profile) {
    std::vector<OptionValue> list;
    each_member(profile, [&](std::string_view name, const auto& value) {
        if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(value)>>) list.push_back({name, word(value)});
    });
    return list;
}

std::vector<std::string_view> words_of_option(std::string_view option) {
    std::vector<std::string_view> list;
    each_member(Profile{}, [&](std::string_view name, const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_enum_v<Value>)
            if (name == option) list.assign(words<Value>.begin(), words<Value>.end());
    });
    return list;
}

}  // namespace ringproof::model
