#include "model/import/xml.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "model/excerpt.h"

namespace ringproof::model {
namespace {

/// A tree takes some ten times the memory of its text.
constexpr std::size_t largest_text = 200'000'000;

}  // namespace

Xml::Xml(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
    if (text.size() > largest_text)
        throw Fault(Code::too_large, fmt::format("XML of over {} bytes", largest_text), at(0));
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1))
        line_ends_.push_back(static_cast<std::ptrdiff_t>(end));
    // No other encoding than the file's own: offsets must be those of the text. Entities that the file declares are
    // not expanded by this parser.
    const pugi::xml_parse_result parsed =
        document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed) throw Fault(Code::xml_syntax, parsed.description(), at(parsed.offset));
    if (!root()) throw Fault(Code::xml_syntax, "no element was found", at(0));
}

int Xml::line(pugi::xml_node node) const {
    const std::ptrdiff_t offset = node.offset_debug();
    if (offset < 0) return 0;
    return static_cast<int>(std::lower_bound(line_ends_.begin(), line_ends_.end(), offset) - line_ends_.begin()) + 1;
}

Location Xml::at(std::ptrdiff_t offset) const {
    Location location;
    if (offset >= 0) location = locate(text_, static_cast<std::size_t>(offset));
    location.file = file_;
    return location;
}

void Xml::fail(Code code, std::string message, pugi::xml_node node) const {
    throw Fault(code, std::move(message), at(node.offset_debug()));
}

std::int64_t Xml::number(pugi::xml_node node, const char* attribute, std::optional<std::int64_t> or_else,
                         std::int64_t least, std::int64_t most) const {
    const pugi::xml_attribute found = node.attribute(attribute);
    if (!found && or_else) return *or_else;
    const std::string_view text = found.value();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (!found || error != std::errc() || end != text.data() + text.size() || number < least || number > most)
        fail(Code::bad_plan,
             fmt::format("<{}> has {}, expected a number from {} to {}", shown(node.name()),
                         found ? fmt::format("{}=\"{}\"", attribute, shown(text)) : fmt::format("no {}", attribute),
                         least, most),
             node);
    return number;
}

std::string Xml::text(pugi::xml_node node, const char* attribute) const {
    const pugi::xml_attribute found = node.attribute(attribute);
    if (!found) fail(Code::bad_plan, fmt::format("<{}> has no {}", shown(node.name()), attribute), node);
    return found.value();
}

}  // namespace ringproof::model
