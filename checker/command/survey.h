#pragma once

#include <map>
#include <string>

#include "checker/command/answers.h"

namespace ringproof::command {

/// Many files at a glance: a line for each, and a table of what was found.
class Survey {
public:
    /// Counts the file. `deadlock          plans/b.xml  n = 8, in place: ...`: the worst that was found in it, by the
    /// order in which verdicts name properties, and where.
    std::string line(const FileAnswers& file);
    /// How often each was found, the words in the order of a verdict.
    std::string table() const;

private:
    std::map<std::string, int, std::less<>> files_;
};

}  // namespace ringproof::command
