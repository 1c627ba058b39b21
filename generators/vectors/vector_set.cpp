#include "generators/vectors/vector_set.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "generators/vectors/bounded_json.h"
#include "generators/vectors/set_files.h"
#include "generators/vectors/vector_json.h"
#include "model/diagnostic.h"
#include "model/json/json.h"
#include "model/source.h"

namespace ringproof::generators {
namespace {

using model::Code;
using model::Fault;
using nlohmann::ordered_json;

constexpr std::string_view set_format = "ringproof.vectors", vector_format = "ringproof.vector";
constexpr std::string_view characters_of_ids = "abcdefghijklmnopqrstuvwxyz0123456789_-";

[[noreturn]] void fail(Code code, const std::string& file, const std::string& message, const std::string& path = "") {
    model::Location location;
    location.file = file;
    location.path = path;
    throw Fault(code, message, location);
}

ordered_json read_json(const std::string& file, std::string_view format) {
    ordered_json object = parse_bounded(model::read_text(file));
    if (object.is_discarded()) fail(Code::json_syntax, file, "it is no JSON");
    if (!object.is_object() || object.value("format", ordered_json()) != format)
        fail(Code::unknown_format, file, fmt::format("expected format '{}'", format), "$.format");
    if (object.value("version", ordered_json()) != vectors_version)
        fail(Code::json_version, file, fmt::format("this build reads version {} of vectors", vectors_version),
             "$.version");
    return object;
}

std::string text_at(const ordered_json& object, const std::string& key, const std::string& file) {
    const auto found = object.find(key);
    if (found == object.end()) fail(Code::json_missing_key, file, fmt::format("'{}' is missing", key), "$");
    if (!found->is_string()) fail(Code::json_type, file, "expected text", "$." + key);
    return found->get<std::string>();
}

const ordered_json& list_at(const ordered_json& object, const std::string& key, const std::string& file) {
    const auto found = object.find(key);
    if (found == object.end()) fail(Code::json_missing_key, file, fmt::format("'{}' is missing", key), "$");
    if (!found->is_array()) fail(Code::json_type, file, "expected a list", "$." + key);
    return *found;
}

std::string verdict_at(const ordered_json& object, const std::string& file) {
    const auto found = object.find("verdict");
    if (found == object.end() || !found->is_object()) fail(Code::json_missing_key, file, "'verdict' is missing", "$");
    const std::string verdict = text_at(*found, "verdict", file);
    return verdict == "counterexample" ? text_at(*found, "property", file) : verdict;
}

std::shared_ptr<Task> task_at(const ordered_json& object, VectorClass of, const std::string& file) {
    // What a backend is handed has to be readable for it, and to be what the schedule says.
    const Job asked = read_asked(object.dump());
    auto task = std::make_shared<Task>(asked.schedule(), asked.element(), asked.lanes(),
                                       of == VectorClass::litmus ? Ends::many : Ends::alike);
    if (!asked.same_numbers(*task))
        fail(Code::wrong_kind, file, "its numbers are not those of its schedule", "$.memory");
    const ordered_json& outcomes = list_at(object, "outcomes", file);
    std::vector<Shown> told;
    for (const ordered_json& outcome : outcomes) told.push_back(read_shown(outcome.dump(), *task));
    const bool all = std::ranges::all_of(told, [&](const Shown& shown) { return task->find(shown).has_value(); });
    if (!all || told.size() != task->allowed().size())
        fail(Code::wrong_kind, file, "its outcomes are not those of its schedule", "$.outcomes");
    return task;
}

}  // namespace

void write_vector_set(bool quick, const std::function<void(const std::string& path, const std::string& text)>& write) {
    std::string entries, quick_ids, ids;
    for (const Vector& vector : vectors()) {
        if (vector.quick) quick_ids += vector.id + "\n";
        if (quick && !vector.quick) continue;
        ids += vector.id + "\n";
        entries += (entries.empty() ? "\n    " : ",\n    ") + write_entry(vector);
        write(fmt::format("vectors/{}.json", vector.id), write_vector(vector));
    }
    write("index.json", fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"vectors\": [{}\n  ]\n}}\n",
                                    set_format, vectors_version, entries));
    write("quick.txt", quick_ids);
    write("full.txt", ids);
    for (const SetFile& file : set_files()) write(file.name, file.text);
}

std::vector<std::string> read_ids(const std::string& folder, bool quick) {
    const std::string file = (std::filesystem::path(folder) / "index.json").string();
    const ordered_json index = read_json(file, set_format);
    std::vector<std::string> ids;
    for (const ordered_json& entry : list_at(index, "vectors", file)) {
        if (!entry.is_object()) fail(Code::json_type, file, "expected a list of objects", "$.vectors");
        if (!quick || entry.value("quick", ordered_json()) == true) ids.push_back(text_at(entry, "id", file));
    }
    std::vector<std::string> sorted = ids;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        fail(Code::duplicate_name, file, fmt::format("'{}' is listed twice", *twice), "$.vectors");
    return ids;
}

KeptVector read_vector(const std::string& folder, const std::string& id) {
    // An id becomes the name of a file, which must not lead elsewhere.
    if (id.empty() || id.find_first_not_of(characters_of_ids) != std::string::npos)
        throw Fault(Code::unknown_name, fmt::format("'{}' can be no id of a vector", id));
    const std::string file = (std::filesystem::path(folder) / "vectors" / (id + ".json")).string();
    ordered_json object = read_json(file, vector_format);
    KeptVector kept;
    kept.id = text_at(object, "id", file);
    if (kept.id != id) fail(Code::wrong_kind, file, fmt::format("expected the id '{}'", id), "$.id");
    const auto of = model::from_word<VectorClass>(text_at(object, "class", file));
    if (!of) fail(Code::unknown_name, file, "there is no such class", "$.class");
    kept.of = *of;
    for (const ordered_json& feature : list_at(object, "features", file)) {
        if (!feature.is_string()) fail(Code::json_type, file, "expected texts", "$.features");
        kept.features.push_back(feature.get<std::string>());
    }
    kept.verdict = verdict_at(object, file);
    if (!object.contains("schedule")) fail(Code::json_missing_key, file, "'schedule' is missing", "$");
    kept.about = text_at(object, "about", file);
    ordered_json unnamed = object.at("schedule");
    if (unnamed.is_object())
        for (const char* const tells : {"name", "about", "source"}) unnamed.erase(tells);
    kept.schedule = unnamed.dump();
    try {
        if (kept.of != VectorClass::checker) kept.task = task_at(object, kept.of, file);
        const Features needed = kept.task ? features_of(kept.task->schedule())
                                          : features_of(model::read_schedule(object.at("schedule").dump(), file));
        if (!std::ranges::equal(needed, kept.features))
            fail(Code::wrong_kind, file, "its features are not those of its schedule", "$.features");
    } catch (const Fault& fault) {
        model::Location location;
        location.file = file;
        throw fault.at(location);
    }
    object.erase("outcomes");
    object.erase("verdict");
    kept.asked = object.dump();
    return kept;
}

}  // namespace ringproof::generators
