#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace ringproof::conformance {

/// What a report says besides the failures: what was left out, and what was seen of what is allowed.
struct Tally {
    std::string name;  ///< of the backend
    std::size_t passed = 0, failed = 0;
    std::map<std::string, std::size_t> lacking;  ///< skipped, by what the backend lacks
    std::map<std::string, std::string> waived;   ///< by id: why
    /// Litmus tests, by id: which of the allowed outcomes were seen, and how many there are.
    struct Seen {
        std::set<std::size_t> outcomes;
        std::size_t allowed = 0;
    };
    std::map<std::string, Seen> litmus;

    std::string text() const;
};

}  // namespace ringproof::conformance
