#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "checker/smt/solver.h"
#include "model/value.h"

namespace ringproof::checker::smt {

class EquationText;

/// Equality of symbolic values for all inputs, by Z3: atoms are unknowns, opaque work is an uninterpreted function.
/// Sums are sums of unknown integers, max and min choose among them, and `compose` is concatenation of unknown
/// sequences, which are free for the laws that these rules have: what is equal there is equal for every input, and what
/// differs there differs for some.
class Equations {
public:
    /// `values`, the deadline of all questions together and the transcript that records them, if any, must outlive it.
    Equations(const model::Values& values, const Deadline& deadline, Transcript* transcript = nullptr);
    ~Equations();

    /// Whether some inputs make the two values differ.
    Answer ask_different(const std::string& name, model::Value found, model::Value expected);

    std::int64_t questions() const { return questions_; }
    const std::string& complaint() const { return complaint_; }

private:
    Answer check(model::Value found, model::Value expected);

    struct Z3;
    std::unique_ptr<Z3> z3_;
    std::unique_ptr<EquationText> text_;  ///< none when nothing is recorded
    std::int64_t questions_ = 0;
    std::string complaint_;
};

}  // namespace ringproof::checker::smt
