#include "model/import/mscclpp/fields.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::model::mscclpp {

Fields::Fields(const JsonCursor& at) : at_(at) {
    at_.each_member([&](std::string_view key, const JsonCursor& value) {
        if (has(key)) value.fail(Code::duplicate_name, fmt::format("the key '{}' is given twice", key));
        members_.emplace_back(key, value);
    });
}

std::optional<JsonCursor> Fields::find(std::string_view key) const {
    const auto found =
        std::find_if(members_.begin(), members_.end(), [&](const auto& member) { return member.first == key; });
    return found == members_.end() ? std::nullopt : std::optional(found->second);
}

JsonCursor Fields::need(std::string_view key) const {
    if (auto found = find(key)) return *found;
    at_.fail(Code::json_missing_key, fmt::format("expected the key '{}'", key));
}

bool Fields::flag(std::string_view key, bool otherwise) const {
    const auto found = find(key);
    return found ? found->boolean() : otherwise;
}

std::int64_t number_in(const JsonCursor& at, std::string_view what, std::int64_t least, std::int64_t most, Code code) {
    const std::int64_t number = at.integer();
    if (number < least || number > most)
        at.fail(code, fmt::format("expected {} from {} to {}, found {}", what, least, most, number));
    return number;
}

std::int32_t index_of(const JsonCursor& at, std::string_view what, std::size_t count) {
    const std::int64_t number = at.integer();
    if (number < 0 || number >= static_cast<std::int64_t>(count))
        at.fail(Code::index_range, fmt::format("expected one of {} {}, counted from 0, found {}", count, what, number));
    return static_cast<std::int32_t>(number);
}

std::vector<std::int32_t> lines_of_objects(std::string_view text, const JsonTape& tape) {
    std::vector<std::int32_t> lines(tape.size(), 0);
    std::size_t index = 0;
    std::int32_t line = 1;
    bool quoted = false;
    // The text is known to be JSON: a brace that is not quoted opens the next object of the tape.
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') ++line;
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{') {
            while (index < tape.size() && tape[index].kind != JsonKind::object) ++index;
            if (index < tape.size()) lines[index++] = line;
        }
    }
    return lines;
}

}  // namespace ringproof::model::mscclpp
