#pragma once

#include <cstddef>
#include <string_view>

namespace ringproof::model {

/// Where the character that the byte at `position` belongs to begins: there a UTF-8 text can be cut.
constexpr std::size_t character_begin(std::string_view text, std::size_t position) {
    while (position > 0 && position < text.size() && (static_cast<unsigned char>(text[position]) & 0xc0) == 0x80)
        --position;
    return position;
}

}  // namespace ringproof::model
