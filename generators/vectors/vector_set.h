#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/vectors/features.h"
#include "generators/vectors/task.h"
#include "generators/vectors/vectors.h"

/// A set of vectors as a folder of files: specs/conformance/vectors.md.
namespace ringproof::generators {

/// Calls `write(path, text)` for each file of the set, paths below its folder; `quick`: only what the quick list has,
/// and what says which these are.
void write_vector_set(bool quick, const std::function<void(const std::string& path, const std::string& text)>& write);

/// A vector as it was read from its file.
struct KeptVector {
    std::string id;
    VectorClass of = VectorClass::data;
    std::vector<std::string> features;
    std::string about;           ///< what it tests, or what is wrong
    std::string verdict;         ///< `proved` or a property
    std::string asked;           ///< the file without outcomes and verdict, on one line: what a backend is handed
    std::string schedule;        ///< its schedule on one line, without what it says about itself
    std::shared_ptr<Task> task;  ///< null: of the class `checker`
};

/// The ids of a set: of its quick list, or all. Throws model::Fault: unreadable, json_version, json_syntax, ...
std::vector<std::string> read_ids(const std::string& folder, bool quick);

/// Reads a vector of the set. What may come of it is made anew from its schedule, and the file has to say the same.
/// Throws model::Fault, with the file: also where it does not, or where the id is none that could be a file of the set.
KeptVector read_vector(const std::string& folder, const std::string& id);

}  // namespace ringproof::generators
