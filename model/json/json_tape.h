#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/symbol.h"

/// A parsed JSON text and a way to walk it that knows the path for messages. Internal to the reader.
namespace ringproof::model {

enum class JsonKind : std::uint8_t { null, boolean, integer, real, text, list, object };
/// `a number`, `a list`, ...
std::string_view words_for(JsonKind kind);

/// One value. A list is followed by its elements, an object by a key and a value in turn.
struct JsonNode {
    union {
        std::int64_t integer = 0;  ///< of integer and boolean; beyond 64 bits: the nearest
        Symbol text;               ///< of text and keys
    };
    std::uint32_t end;  ///< index behind the value and all that is in it
    JsonKind kind;
};

/// All values of a text in their order, 16 bytes each: a tree of a file of 100 MB as nlohmann::json makes it
/// would take several GB.
using JsonTape = std::vector<JsonNode>;

/// Throws Fault (json_syntax, with line and column; too_large).
JsonTape parse_json(std::string_view text);

/// A value on a tape, and how one came to it. Refers to the cursor of the enclosing value, which must outlive it.
class JsonCursor {
public:
    explicit JsonCursor(const JsonTape& tape) : tape_(&tape) {}

    JsonKind kind() const { return node().kind; }
    /// Where on the tape the value stands.
    std::uint32_t index() const { return index_; }
    /// `$.agents[3].ops[2]`
    std::string path() const;
    /// Throws Fault with this path; `member`, such as `recv.add`, is appended to it.
    [[noreturn]] void fail(Code code, std::string message, std::string_view member = {}) const;
    /// Throws json_type: `expected` and what is there instead.
    [[noreturn]] void fail_type(std::string_view expected) const;

    Symbol text() const;
    bool boolean() const;
    /// An integer of 64 bits; beyond them: the nearest.
    std::int64_t integer() const;
    /// An integer of 32 bits.
    std::int32_t number() const;

    /// Number of elements. Throws json_type if this is no list.
    std::size_t count() const;
    /// Number of values and keys in this one, which counts itself.
    std::size_t whole_count() const { return node().end - index_; }
    /// Calls `visit(JsonCursor)` for each element of a list.
    template <class Visit>
    void each_element(Visit visit) const {
        if (kind() != JsonKind::list) fail_type("a list");
        std::int64_t position = 0;
        for (std::uint32_t at = index_ + 1; at < node().end; at = (*tape_)[at].end)
            visit(JsonCursor(*this, at, {}, position++));
    }
    /// Calls `visit(key, JsonCursor)` for each member of an object.
    template <class Visit>
    void each_member(Visit visit) const {
        if (kind() != JsonKind::object) fail_type("an object");
        for (std::uint32_t at = index_ + 1; at < node().end; at = (*tape_)[at + 1].end) {
            const std::string_view key = (*tape_)[at].text.text();
            visit(key, JsonCursor(*this, at + 1, key, -1));
        }
    }

private:
    friend class JsonObject;
    JsonCursor(const JsonCursor& parent, std::uint32_t index, std::string_view key, std::int64_t position)
        : tape_(parent.tape_), parent_(&parent), index_(index), key_(key), position_(position) {}
    const JsonNode& node() const { return (*tape_)[index_]; }

    const JsonTape* tape_;
    const JsonCursor* parent_ = nullptr;
    std::uint32_t index_ = 0;
    std::string_view key_;        ///< in the parent, if that is an object
    std::int64_t position_ = -1;  ///< in the parent, if that is a list
};

/// An object all of whose keys are among `keys`, none of them given twice.
class JsonObject {
public:
    /// Throws Fault (json_type, json_unknown_key, duplicate_name). `keys`, at most `capacity`, and `at` must
    /// outlive this.
    JsonObject(const JsonCursor& at, std::span<const std::string_view> keys);

    const JsonCursor& cursor() const { return *at_; }
    bool has(std::string_view key) const { return slot(key) != 0; }
    std::optional<JsonCursor> find(std::string_view key) const;
    /// Throws json_missing_key.
    JsonCursor need(std::string_view key) const;

    static constexpr std::size_t capacity = 16;

private:
    std::uint32_t slot(std::string_view key) const;

    const JsonCursor* at_;
    std::span<const std::string_view> keys_;
    std::array<std::uint32_t, capacity> slots_{};  ///< index of the value of each key, 0: not there
};

/// `'a', 'b' or 'c'`; at most 16 of them.
std::string list_of(std::span<const std::string_view> names, std::string_view last = "or");

}  // namespace ringproof::model
