#pragma once

#include <functional>

#include "checker/ask.h"
#include "model/machine.h"

/// What engines say of the values that slots hold, once a complete run has been made on the machine.
namespace ringproof::checker {

/// Judges values by one complete run of the machine, which decides them where nothing before `uninitialised` is
/// violated (T5): passes what is wrong to `show`, and fills in what the verdict says of a proof. Throws Disagreement
/// where the machine sees what the engine has excluded, GaveUp where an expression is too large.
void judge_values(const model::Machine& finished, const Evidence& evidence, Verdict& verdict,
                  const std::function<void(const model::Finding&)>& show);

/// The second proof of a result: the solver confirms, with the inputs as unknowns, that what the run found equals what
/// was expected (specs/semantics.md section 5, T8). Throws Disagreement where it does not, GaveUp where it cannot tell.
void prove_equal(const Question& question, const Deadline& deadline, const model::Machine& finished);

}  // namespace ringproof::checker
