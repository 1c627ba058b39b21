#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "model/diagnostic.h"

namespace ringproof::model {

/// An XML text with its lines, for messages. Internal to readers.
class Xml {
public:
    /// The text must outlive it. Throws Fault (xml_syntax), with line and column.
    Xml(std::string_view text, std::string file);

    pugi::xml_node root() const { return document_.document_element(); }
    /// From 1; 0 where it is not known.
    int line(pugi::xml_node node) const;
    /// A number in decimal. Throws Fault (bad_plan) where it is missing and there is no default, where it is none, and
    /// where it is not from `least` to `most`.
    std::int64_t number(pugi::xml_node node, const char* attribute, std::optional<std::int64_t> or_else,
                        std::int64_t least, std::int64_t most) const;
    /// Throws Fault (bad_plan) where it is missing.
    std::string text(pugi::xml_node node, const char* attribute) const;

    [[noreturn]] void fail(Code code, std::string message, pugi::xml_node node) const;

private:
    Location at(std::ptrdiff_t offset) const;

    std::string_view text_;
    std::string file_;
    pugi::xml_document document_;
    std::vector<std::ptrdiff_t> line_ends_;
};

}  // namespace ringproof::model
