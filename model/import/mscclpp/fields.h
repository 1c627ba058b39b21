#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/json/json_tape.h"

/// Objects of a plan's file as the readers of both formats look at them. Internal to the folder.
namespace ringproof::model::mscclpp {

/// The members of an object. Several tools write plans, each with keys of its own: unknown ones are let be.
class Fields {
public:
    /// Throws Fault: json_type, or duplicate_name where a key is given twice. What `at` lies in must outlive this,
    /// and this what is found in it.
    explicit Fields(const JsonCursor& at);
    Fields(const Fields&) = delete;
    Fields& operator=(const Fields&) = delete;

    const JsonCursor& cursor() const { return at_; }
    bool has(std::string_view key) const { return find(key).has_value(); }
    std::optional<JsonCursor> find(std::string_view key) const;
    /// Throws json_missing_key.
    JsonCursor need(std::string_view key) const;
    std::string_view text(std::string_view key) const { return need(key).text().text(); }
    bool flag(std::string_view key, bool otherwise) const;

private:
    JsonCursor at_;
    std::vector<std::pair<std::string_view, JsonCursor>> members_;
};

/// An integer from `least` to `most`; else throws `code`, calling it `what`.
std::int64_t number_in(const JsonCursor& at, std::string_view what, std::int64_t least, std::int64_t most, Code code);

/// An index of one of `count` things; else throws index_range, calling one of them `what`.
std::int32_t index_of(const JsonCursor& at, std::string_view what, std::size_t count);

/// The line of each object on the tape, at its index.
std::vector<std::int32_t> lines_of_objects(std::string_view text, const JsonTape& tape);

}  // namespace ringproof::model::mscclpp
