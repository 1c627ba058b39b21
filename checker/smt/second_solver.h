#pragma once

#include <cstddef>
#include <string>

#include "checker/smt/transcript.h"

namespace ringproof::checker::smt {

/// What a second solver said to questions that Z3 had answered by unsat, each a step of a proof.
struct Confirmation {
    std::string by;             ///< the solver's name
    std::size_t unsat = 0;      ///< so many there were
    std::size_t confirmed = 0;  ///< to so many of them it said the same
    std::size_t unasked = 0;    ///< proofs that were made without a solver, so that there was nothing to confirm
    std::string complaint;      ///< why one of them is not confirmed; empty when all are

    bool complete() const { return confirmed == unsat && unasked == 0; }
    Confirmation& operator+=(const Confirmation& other);
};

/// An installed solver that reads SMT-LIB 2 from a file.
class SecondSolver {
public:
    /// `name` is looked for along PATH unless it is a path itself.
    explicit SecondSolver(const std::string& name);

    const std::string& name() const { return name_; }
    bool installed() const { return !program_.empty(); }

    /// Puts the questions of `transcript` to it: `file` holds them, without their answers. What it has not answered
    /// after `seconds` (0: no bound) stays unconfirmed. Throws Disagreement where one solver says sat and the other
    /// unsat.
    Confirmation confirm(const Transcript& transcript, const std::string& file, double seconds) const;

private:
    std::string name_, program_;
};

}  // namespace ringproof::checker::smt
