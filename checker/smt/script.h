#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "checker/limits.h"
#include "checker/smt/solver.h"

namespace ringproof::checker::smt {

/// What a solver says to a question that is written in SMT-LIB 2.
struct Reply {
    Answer answer = Answer::error;
    std::map<std::string, std::int64_t> values;  ///< of integers in the model, if that is the answer
    std::string complaint;                       ///< if it is timeout or error
};

/// Whether everything that `script` asserts can hold together: `model` if so, `proved` if not. The script declares
/// integers, the names of `wanted` among them, and asserts; linear arithmetic only. Another solver can be asked with
/// the same text (Transcript::command).
Reply ask_script(const std::string& script, const std::vector<std::string>& wanted, const Deadline& deadline);

}  // namespace ringproof::checker::smt
