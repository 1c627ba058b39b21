#pragma once

#include <vector>

namespace ringproof::generators {

/// The text of a file of specs/.
struct LibraryText {
    const char* folder;
    const char* name;  ///< without its ending
    const char* text;
};

/// What library_texts.cpp.in was made into.
const std::vector<LibraryText>& library_texts();

}  // namespace ringproof::generators
