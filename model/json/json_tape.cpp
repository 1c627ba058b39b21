#include "model/json/json_tape.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/excerpt.h"
#include "model/language/suggest.h"

namespace ringproof::model {
namespace {

constexpr std::size_t most_levels = 500;

/// What the parser says, without its own numbering and position.
std::string_view reason(std::string_view message) {
    const auto colon = message.find(": ");
    return colon == std::string_view::npos ? message : message.substr(colon + 2);
}

/// Writes the events of the parser to a tape.
class TapeWriter : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit TapeWriter(std::string_view text) : text_(text) {
        // Each value follows one of these, or is the first; strings may hold more of them.
        const auto starts = std::count_if(text.begin(), text.end(),
                                          [](char c) { return c == ',' || c == ':' || c == '[' || c == '{'; });
        constexpr std::ptrdiff_t most = 1 << 26;
        tape_.reserve(static_cast<std::size_t>(std::min(starts, most)) + 1);
    }

    JsonTape take() { return std::move(tape_); }

    bool null() override { return add(JsonKind::null, 0); }
    bool boolean(bool value) override { return add(JsonKind::boolean, value ? 1 : 0); }
    bool number_integer(std::int64_t value) override { return add(JsonKind::integer, value); }
    bool number_unsigned(std::uint64_t value) override {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        return add(JsonKind::integer, std::in_range<std::int64_t>(value) ? static_cast<std::int64_t>(value) : most);
    }
    bool number_float(double, const std::string&) override { return add(JsonKind::real, 0); }
    bool string(std::string& value) override { return add_text(value); }
    bool key(std::string& value) override { return add_text(value); }
    bool binary(nlohmann::json::binary_t&) override { return false; }  // not in text
    bool start_object(std::size_t) override { return open(JsonKind::object); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(JsonKind::list); }
    bool end_array() override { return close(); }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override {
        // `position` counts the bytes read, so the last of them is the one at fault.
        throw Fault(Code::json_syntax, shown(reason(error.what())), locate(text_, position == 0 ? 0 : position - 1));
    }

private:
    bool add(JsonKind kind, std::int64_t value) {
        if (tape_.size() >= std::numeric_limits<std::uint32_t>::max() - 1)
            throw Fault(Code::too_large, "more values than a schedule may have");
        JsonNode node{{.integer = value}, static_cast<std::uint32_t>(tape_.size() + 1), kind};
        tape_.push_back(node);
        return true;
    }
    bool add_text(const std::string& value) {
        add(JsonKind::text, 0);
        tape_.back().text = symbol(value);
        return true;
    }
    /// Keys and names come again and again: most are found here without the lock and the search of a new symbol.
    Symbol symbol(const std::string& text) {
        Symbol& recent = recent_[std::hash<std::string>{}(text) % recent_.size()];
        if (recent.text() != text) recent = Symbol(text);
        return recent;
    }
    bool open(JsonKind kind) {
        if (open_.size() == most_levels)
            throw Fault(Code::too_large, fmt::format("lists and objects are nested more than {} deep", most_levels));
        open_.push_back(tape_.size());
        return add(kind, 0);
    }
    bool close() {
        tape_[open_.back()].end = static_cast<std::uint32_t>(tape_.size());
        open_.pop_back();
        return true;
    }

    std::string_view text_;
    JsonTape tape_;
    std::array<Symbol, 1024> recent_;
    std::vector<std::size_t> open_;  ///< lists and objects that have not ended
};

}  // namespace

std::string_view words_for(JsonKind kind) {
    constexpr std::array<std::string_view, 7> names{
        "null", "true or false", "an integer", "a number that is no integer", "a string", "a list", "an object"};
    return names[static_cast<std::size_t>(kind)];
}

std::string list_of(std::span<const std::string_view> names, std::string_view last) {
    constexpr std::size_t most = 16;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
        if (i > 0) text += i + 1 == names.size() ? fmt::format(" {} ", last) : std::string(", ");
        text += fmt::format("'{}'", names[i]);
    }
    return names.size() > most ? text + ", ..." : text;
}

JsonTape parse_json(std::string_view text) {
    // The parser takes a zero for the end of the text, and would let be what follows it.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        throw Fault(Code::json_syntax, fmt::format("byte {} is zero, expected text", zero));
    TapeWriter writer(text);
    nlohmann::json::sax_parse(text.begin(), text.end(), &writer);
    return writer.take();
}

std::string JsonCursor::path() const {
    if (!parent_) return "$";
    return position_ >= 0 ? fmt::format("{}[{}]", parent_->path(), position_)
                          : fmt::format("{}.{}", parent_->path(), shown(key_));
}

void JsonCursor::fail(Code code, std::string message, std::string_view member) const {
    Location location;
    location.path = member.empty() ? path() : fmt::format("{}.{}", path(), member);
    throw Fault(code, std::move(message), location);
}

void JsonCursor::fail_type(std::string_view expected) const {
    fail(Code::json_type, fmt::format("expected {}, found {}", expected, words_for(kind())));
}

Symbol JsonCursor::text() const {
    if (kind() != JsonKind::text) fail_type("a string");
    return node().text;
}

bool JsonCursor::boolean() const {
    if (kind() != JsonKind::boolean) fail_type("true or false");
    return node().integer != 0;
}

std::int64_t JsonCursor::integer() const {
    if (kind() != JsonKind::integer) fail_type("an integer");
    return node().integer;
}

std::int32_t JsonCursor::number() const {
    if (!std::in_range<std::int32_t>(integer()))
        fail(Code::json_type, fmt::format("expected an integer of 32 bits, found {}", node().integer));
    return static_cast<std::int32_t>(node().integer);
}

std::size_t JsonCursor::count() const {
    std::size_t number = 0;
    each_element([&number](const JsonCursor&) { ++number; });
    return number;
}

JsonObject::JsonObject(const JsonCursor& at, std::span<const std::string_view> keys) : at_(&at), keys_(keys) {
    assert(keys.size() <= capacity);
    at.each_member([&](std::string_view key, const JsonCursor& value) {
        const auto known = std::find(keys.begin(), keys.end(), key);
        if (known == keys.end())
            value.fail(Code::json_unknown_key, fmt::format("unknown key '{}', expected {}{}", shown(key), list_of(keys),
                                                           did_you_mean(key, keys)));
        std::uint32_t& slot = slots_[static_cast<std::size_t>(known - keys.begin())];
        if (slot != 0) value.fail(Code::duplicate_name, fmt::format("the key '{}' is given twice", key));
        slot = value.index_;
    });
}

std::uint32_t JsonObject::slot(std::string_view key) const {
    const auto known = std::find(keys_.begin(), keys_.end(), key);
    return known == keys_.end() ? 0 : slots_[static_cast<std::size_t>(known - keys_.begin())];
}

std::optional<JsonCursor> JsonObject::find(std::string_view key) const {
    const std::uint32_t index = slot(key);
    if (index == 0) return std::nullopt;
    return JsonCursor(*at_, index, key, -1);
}

JsonCursor JsonObject::need(std::string_view key) const {
    if (const auto found = find(key)) return *found;
    at_->fail(Code::json_missing_key, fmt::format("the key '{}' is missing", key));
}

}  // namespace ringproof::model
