#pragma once

#include <string>

namespace ringproof::command {

/// Each line behind two spaces, with its end.
std::string indented(const std::string& text);

/// What somebody else says, fit for a terminal: no control characters but line ends, and not without end.
std::string printable(std::string text);

/// Text that XML can hold: names and messages may be any bytes.
std::string xml_text(const std::string& text);

}  // namespace ringproof::command
