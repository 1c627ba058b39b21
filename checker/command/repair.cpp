#include "checker/command/repair.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "checker/repair/diff.h"
#include "model/language/language.h"

namespace ringproof::command {
namespace {

using checker::repair::Result;
using checker::repair::Size;
using nlohmann::ordered_json;

/// The text that the kernel was read from. Standard input is gone by now, but its lines are known.
std::string text_of(const std::string& file, const model::Kernel& kernel) {
    std::ifstream in(file, std::ios::binary);
    if (in) {
        std::string text(std::istreambuf_iterator<char>(in), {});
        try {
            if (model::parse_kernel(text, kernel.file).lines == kernel.lines) return text;
        } catch (const model::Fault&) {
            // It has been changed meanwhile.
        }
    }
    std::string text;
    for (const std::string& line : kernel.lines) text += line + "\n";
    return text;
}

/// `n = 2..6 with 1, 2 launches`
std::string sizes_of(const std::vector<Size>& sizes) {
    std::map<std::int64_t, std::vector<std::int64_t>> launches_by_size;
    for (const Size& size : sizes) {
        auto& launches = launches_by_size[size.chips];
        if (std::find(launches.begin(), launches.end(), size.launches) == launches.end())
            launches.push_back(size.launches);
    }
    std::vector<std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>> groups;
    for (auto& [chips, launches] : launches_by_size) {
        std::sort(launches.begin(), launches.end());
        if (groups.empty() || groups.back().second != launches) groups.push_back({{}, launches});
        groups.back().first.push_back(chips);
    }
    std::vector<std::string> parts;
    for (const auto& [chips, launches] : groups)
        parts.push_back(fmt::format("n = {} with {}", sizes_text(chips), launches_text(launches)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string json_of(const std::string& file, const std::vector<Size>& sizes, const Result& result,
                    const std::string& patch) {
    ordered_json proved = ordered_json::array();
    std::map<std::pair<std::int64_t, std::int32_t>, int> all;
    for (const Size& size : sizes) all[{size.chips, size.launches}] = 1;
    for (const auto& [size, one] : all) proved.push_back({{"chips", size.first}, {"launches", size.second}});
    ordered_json object{{"file", file},
                        {"repair", result.repair ? ordered_json(patch) : ordered_json(nullptr)},
                        {"sentence", result.repair ? ordered_json(result.repair->sentence) : ordered_json(nullptr)},
                        {"tried", result.tried},
                        {"all_tried", result.complete && !result.repair}};
    if (result.repair) {
        object["engines"] = result.repair->engines;
        object["proved"] = proved;
    }
    return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string repair_of(const std::string& file, const model::Kernel& kernel, const model::Profile& profile,
                      const std::vector<Size>& sizes, const VerifyArguments& arguments) {
    checker::repair::Subject subject;
    subject.text = text_of(file, kernel);
    subject.file = kernel.file;
    subject.settings = arguments.settings;
    subject.profile = profile;
    subject.sizes = sizes;
    subject.options = arguments.options;
    subject.ask = arguments.ask_quickly;
    subject.seconds = arguments.repair_seconds;
    Result result;
    try {
        result = find_repair(subject);
    } catch (const model::Fault& fault) {
        // The verdicts stand all the same.
        if (arguments.json) return {};
        return fmt::format("{}: no repair was looked for: {}\n", file, fault.message());
    }
    const std::string patch =
        result.repair ? checker::repair::unified_diff(subject.text, result.repair->text, file) : std::string();
    if (arguments.json) return json_of(file, sizes, result, patch);
    if (!result.repair)
        return fmt::format("{}: no repair found: {} small changes tried{}, none of them is proved for {}\n", file,
                           result.tried, result.complete ? "" : " until the time was over", sizes_of(sizes));
    return fmt::format("{}: a repair, the first of {} small changes tried that is proved, for {} ({}): {}\n{}", file,
                       result.tried, sizes_of(sizes), fmt::join(result.repair->engines, ", "), result.repair->sentence,
                       patch);
}

}  // namespace ringproof::command
