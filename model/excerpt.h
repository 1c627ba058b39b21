#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"

/// Places in the text of a file, for messages. Internal to readers.
namespace ringproof::model {

/// Line, column and text of the line of the byte at `offset`, in a time linear in the text.
Location locate(std::string_view text, std::size_t offset);

/// Its lines, without what ends them.
std::vector<std::string> lines_of(std::string_view text);

/// Text of a file as it may stand in a message: printable, and not endless.
std::string shown(std::string_view text);

}  // namespace ringproof::model
