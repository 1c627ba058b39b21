#pragma once

#include <vector>

namespace ringproof::generators {

/// A file of specs/ that goes with a set of vectors, under its name there.
struct SetFile {
    const char* name;
    const char* text;
};

/// What set_files.cpp.in was made into.
const std::vector<SetFile>& set_files();

}  // namespace ringproof::generators
