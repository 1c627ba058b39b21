#include "model/source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/excerpt.h"
#include "model/import/msccl/msccl.h"
#include "model/import/mscclpp/mscclpp.h"
#include "model/json/json.h"
#include "model/json/witness_json.h"
#include "model/language/language.h"

namespace ringproof::model {
namespace {

namespace fs = std::filesystem;

/// More than this is not read into memory.
constexpr std::uintmax_t largest_file = 1'000'000'000;
/// A schedule names its format near its beginning; a folder is searched by looking at no more.
constexpr std::size_t head_size = 4096;

Fault unreadable(const std::string& path, std::string why) {
    Location location;
    location.file = path;
    return Fault(Code::unreadable, std::move(why), std::move(location));
}

std::string read_stream(std::istream& in, const std::string& path, std::uintmax_t limit) {
    std::string text;
    char block[1 << 16];
    while (in.read(block, sizeof block) || in.gcount() > 0) {
        text.append(block, static_cast<std::size_t>(in.gcount()));
        if (text.size() > limit) throw unreadable(path, fmt::format("over {} bytes", limit));
    }
    return text;
}

/// Whether the first character that is no space is one of these.
bool begins_with(std::string_view text, std::string_view characters) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string_view::npos && characters.find(text[first]) != std::string_view::npos;
}

bool looks_like_json(std::string_view text) { return begins_with(text, "{["); }
bool looks_like_xml(std::string_view text) { return begins_with(text, "<"); }

std::string head_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string head(head_size, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    return head;
}

/// As they may stand in a report.
std::vector<std::string> shown_lines(std::string_view text) {
    std::vector<std::string> lines = lines_of(text);
    for (std::string& line : lines) {
        std::replace(line.begin(), line.end(), '\t', ' ');
        line = shown(line);
    }
    return lines;
}

/// Whether a file that a folder holds is meant.
bool is_source(const fs::path& path) {
    const fs::path extension = path.extension();
    if (extension == ".ring") return true;
    if (extension == ".xml") return msccl::looks_like_algorithm(head_of(path));
    if (extension != ".json") return false;
    const std::string head = head_of(path);
    if (mscclpp::looks_like_plan(head)) return true;
    // A trace has its schedule with it.
    return head.find("ringproof.schedule\"") != std::string::npos && head.find("\"$schema\"") == std::string::npos &&
           !says_it_is_a_trace(head);
}

}  // namespace

std::span<const std::string> Source::lines() const {
    const Kernel* const kernel = std::get_if<Kernel>(&content);
    return kernel != nullptr ? std::span<const std::string>(kernel->lines) : plan_lines;
}

const Plan* Source::plan() const {
    const auto* const plan = std::get_if<std::shared_ptr<const Plan>>(&content);
    return plan == nullptr ? nullptr : plan->get();
}

std::vector<std::string> Source::ways(const PlanOptions& options) const {
    return plan() == nullptr ? std::vector<std::string>{""} : plan()->ways(options);
}

Schedule Source::schedule(std::size_t way, const PlanOptions& options, const Limits& limits) const {
    return plan() == nullptr ? std::get<Schedule>(content) : plan()->schedule(way, options, limits);
}

std::string read_text(const std::string& path) {
    if (path == "-") return read_stream(std::cin, path, largest_file);
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) throw unreadable(path, "no such file or folder");
    if (!fs::is_regular_file(status)) throw unreadable(path, "not a regular file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw unreadable(path, "it may not be read");
    return read_stream(in, path, largest_file);
}

Source source_of(std::string_view text, const std::string& name, const Limits& limits) {
    Location here;
    here.file = name;
    if (looks_like_json(text)) {
        if (says_it_is_a_trace(text))
            throw Fault(Code::unknown_format,
                        "this is a trace, which 'ringproof replay' runs; expected a kernel or schedule",
                        std::move(here));
        if (mscclpp::looks_like_plan(text)) return {name, mscclpp::read_plan(text, name, limits)};
        return {name, read_schedule(text, name, limits)};
    }
    if (looks_like_xml(text)) {
        if (msccl::looks_like_algorithm(text)) return {name, msccl::read_msccl(text, name, limits), shown_lines(text)};
        throw Fault(Code::unknown_format, "this is XML without an <algo>, expected MSCCL XML", std::move(here));
    }
    return {name, parse_kernel(text, name)};
}

Source read_source(const std::string& path, const Limits& limits) {
    return source_of(read_text(path), path == "-" ? "stdin" : path, limits);
}

std::vector<std::string> find_sources(const std::string& path) {
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) return {path};
    std::vector<std::string> files;
    fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (!entry->is_regular_file(ignored)) continue;
        const fs::path& file = entry->path();
        if (is_source(file)) files.push_back(file.string());
    }
    if (error) throw unreadable(path, error.message());
    if (files.empty()) {
        Location location;
        location.file = path;
        throw Fault(Code::nothing_found, "no .ring file, no schedule JSON and no plan in this folder",
                    std::move(location));
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace ringproof::model
