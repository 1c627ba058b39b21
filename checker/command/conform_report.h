#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace ringproof::command {

/// What came of one vector.
struct VectorResult {
    enum class What { passed, failed, skipped, waived, undecided } what = What::passed;
    std::string id, of;  ///< of: its class
    std::string why;     ///< failed: the story; skipped, waived: the reason
    double seconds = 0;
    int runs = 0;
    std::set<std::size_t> seen;  ///< which of the allowed outcomes
    std::size_t allowed = 0;
};

/// A table of what came of each class, what was skipped and waived and why, and which litmus tests did not show all
/// that they may.
std::string text(const std::vector<VectorResult>& results, const std::string& name);
/// One object on one line.
std::string json(const VectorResult& result);
std::string junit(const std::vector<VectorResult>& results, const std::string& name);

}  // namespace ringproof::command
