#pragma once

#include <string>

namespace ringproof::command {

/// Text that XML can hold: names and messages may be any bytes.
std::string xml_text(const std::string& text);

}  // namespace ringproof::command
