#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "checker/command/command.h"
#include "model/diagnostic.h"
#include "model/language/profile_text.h"
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

/// Numbers and ranges of numbers between commas. `refuse(n)` throws for the first of a range where that is too small.
std::set<std::int64_t> parse_ranges(const std::string& text, std::string_view option, std::string_view expected,
                                    const auto& refuse) {
    std::set<std::int64_t> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const std::string_view part = std::string_view(text).substr(begin, comma - begin);
        const std::size_t dots = part.find("..");
        const std::int64_t first = parse_number(part.substr(0, dots), text, expected);
        const std::int64_t last =
            dots == std::string_view::npos ? first : parse_number(part.substr(dots + 2), text, expected);
        if (first < 1) refuse(first);
        if (last < first) throw Fault(Code::usage, fmt::format("{} {}: {} comes after {}", option, text, first, last));
        if (last - first >= most_sizes)
            throw Fault(Code::usage, fmt::format("{} {}: more than {} sizes", option, text, most_sizes));
        for (std::int64_t n = first; n <= last; ++n) numbers.insert(n);
        begin = comma + 1;
    }
    return numbers;
}

}  // namespace

std::vector<std::int64_t> parse_sizes(const std::string& text) {
    const auto sizes = parse_ranges(text, "-n", "a number of chips such as 4, 2..8 or 2,4,8", [&](std::int64_t first) {
        throw Fault(Code::size_range, fmt::format("-n {}: the number of chips is at least 1, found {}", text, first));
    });
    return {sizes.begin(), sizes.end()};
}

std::vector<std::int32_t> parse_launches(const std::string& text) {
    const std::string expected =
        fmt::format("a number of launches from 1 to {}, such as 2, 1..3 or 1,4", model::Limits{}.launches);
    const auto refuse = [&](std::int64_t) {
        throw Fault(Code::usage, fmt::format("--launches: '{}' is not {}", text, expected));
    };
    const auto numbers = parse_ranges(text, "--launches", expected, refuse);
    if (*numbers.rbegin() > model::Limits{}.launches) refuse(*numbers.rbegin());
    return {numbers.begin(), numbers.end()};
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

std::uint64_t parse_memory(const std::string& text) {
    constexpr std::string_view units = "KMGT";
    constexpr double most = 1ULL << 60U;
    double bytes = 0;
    const char* const end = text.data() + text.size();
    auto [rest, error] = std::from_chars(text.data(), end, bytes, std::chars_format::fixed);
    if (error == std::errc() && rest != end) {
        const std::size_t unit = units.find(static_cast<char>(std::toupper(static_cast<unsigned char>(*rest))));
        if (unit != std::string_view::npos) {
            bytes = std::ldexp(bytes, 10 * static_cast<int>(unit + 1));
            ++rest;
        }
    }
    if (error != std::errc() || rest != end || !(bytes >= 1 && bytes <= most))
        throw Fault(Code::usage, fmt::format("--memory: '{}' is no size such as 512M or 4G", text));
    return static_cast<std::uint64_t>(bytes);
}

void make_folder(const std::string& path) {
    std::error_code failed;
    std::filesystem::create_directories(path, failed);
    if (!std::filesystem::is_directory(path)) throw Fault(Code::unwritable, fmt::format("'{}' is no folder", path));
    if (access(path.c_str(), W_OK) != 0) throw Fault(Code::unwritable, fmt::format("folder '{}'", path));
}

void write_file(const std::string& path, const std::string& text) {
    if (!(std::ofstream(path, std::ios::binary) << text).flush())
        throw Fault(Code::unwritable, fmt::format("'{}'", path));
}

std::string check_natural(const std::string& text) {
    return text.starts_with('-') ? text + " is negative" : std::string();
}

std::string check_seconds(const std::string& text) {
    const double seconds = std::strtod(text.c_str(), nullptr);
    return seconds >= 0 && seconds <= 1e6 ? std::string() : text + " is not a number of seconds from 0 to 1000000";
}

ProfileChoice::ProfileChoice(const std::string& text) {
    const std::size_t comma = text.find(',');
    name_ = text.substr(0, comma);
    if (comma != std::string::npos) changes_ = text.substr(comma + 1);
    if (comma != std::string::npos || name_ != "own") asked_ = text;
    if (name_ == "own") name_.clear();
    // Faults show at once, whatever profile it will be applied to.
    of({});
    if (comma != std::string::npos && changes_.empty()) model::changed({}, changes_);
}

model::Profile ProfileChoice::of(const model::Profile& own) const {
    const model::Profile base = name_.empty() ? own : model::named_profile(name_);
    return changes_.empty() ? base : model::changed(base, changes_);
}

void set_parameters(model::Kernel& kernel, const model::Settings& settings) {
    for (model::Parameter& parameter : kernel.parameters)
        if (const auto setting = settings.find(parameter.name); setting != settings.end())
            parameter.value = setting->second;
}

void apply(model::Schedule& schedule, const model::Profile& profile, std::int32_t launches) {
    if (profile == schedule.profile && launches == 0) return;
    schedule.profile = profile;
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

std::string launches_text(const std::vector<std::int64_t>& launches) {
    return fmt::format("{} launch{}", sizes_text(launches), launches == std::vector<std::int64_t>{1} ? "" : "es");
}

void notice_ignored(const std::vector<std::string>& options, const std::vector<std::string>& files) {
    if (options.empty() || files.empty()) return;
    const bool one = files.size() == 1;
    fmt::print(stderr, "notice: {} {} fixed numbers; {} {} no effect on {}\n", files.front(),
               one ? "is a schedule with" : fmt::format("and {} other schedules have", files.size() - 1),
               fmt::join(options, " and "), options.size() == 1 ? "has" : "have", one ? "it" : "them");
}

std::vector<std::string> given_for_kernels(const CLI::App& command) {
    std::vector<std::string> given;
    for (const char* const option : {"-n", "--set"})
        if (command.count(option) > 0) given.emplace_back(option);
    return given;
}

namespace {

std::size_t index_of_way(const model::Source& source, const std::string& way, const model::PlanOptions& options) {
    const std::vector<std::string> ways = source.ways(options);
    const auto found = way.empty() ? ways.begin() : std::ranges::find(ways, way);
    if (found == ways.end())
        throw Fault(Code::usage,
                    fmt::format("--way '{}': {} has {}", way, source.file,
                                ways == std::vector<std::string>{""} ? "one way only"
                                                                     : fmt::format("'{}'", fmt::join(ways, "', '"))));
    if (way.empty() && ways.size() > 1)
        fmt::print(stderr, "notice: {} is taken {}; it has {} ways, and --way '{}' takes {}\n", source.file,
                   ways.front(), ways.size(), fmt::join(ways.begin() + 1, ways.end(), "', '"),
                   ways.size() == 2 ? "the other" : "another");
    return static_cast<std::size_t>(found - ways.begin());
}

}  // namespace

void declare_plan_options(CLI::App& command, model::PlanOptions& options) {
    const std::string group = "Plans of other tools";
    command
        .add_option(
            "--iterations", options.iterations,
            "MSCCL XML: repetitions of all steps, each for another part of a large message. MSCCL++: units of a "
            "chunk in a pipeline beyond those that scratch has room for")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--fifo-depth", options.fifo_depth,
                    "MSCCL XML: transmissions in flight on a connection; default: as the protocol says")
        ->check(CLI::Range(1, 1'000'000))
        ->group(group);
    command
        .add_option(
            "--message-bytes", options.message_bytes,
            "size of the collective's buffer, which decides how steps are split (default: so small that none is) and "
            "how many units a pipeline has")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 50U))
        ->group(group);
    command
        .add_option_function<std::string>(
            "--rrc-operand", [&options](const std::string& word) { options.rrc_operand_is_dst = word == "dst"; },
            "MSCCL XML: which place of a step that receives and reduces is the local operand: src, as runtimes do, "
            "or dst")
        ->check(CLI::IsMember({"src", "dst"}))
        ->group(group);
}

model::Schedule OneSchedule::of(const model::Source& source) const {
    const auto* const kernel = source.kernel();
    model::Schedule schedule = kernel != nullptr ? instantiate(*kernel, chips, parse_settings(settings))
                                                 : source.schedule(index_of_way(source, way, plan), plan);
    const ProfileChoice choice = profile.empty() ? ProfileChoice() : ProfileChoice(profile);
    apply(schedule, choice.of(schedule.profile), launches);
    return schedule;
}

void declare_one_schedule(CLI::App& command, OneSchedule& one) {
    command.add_option("-n", one.chips, "number of chips of a kernel")->capture_default_str();
    command.add_option("--launches", one.launches, "launches back to back; default: as the file says")
        ->check(CLI::Range(1, model::Limits{}.launches));
    command.add_option("--profile", one.profile,
                       "instead of the file's own; see 'ringproof list profiles'. With changes: "
                       "pallas-tpu,entry=none or own,credit=whole");
    command.add_option("--set", one.settings, "a kernel's parameter, NAME=NUMBER")->take_all();
    command.add_option("--way", one.way, "which of the ways in which a plan is run; default: the first");
    declare_plan_options(command, one.plan);
}

}  // namespace ringproof::command
