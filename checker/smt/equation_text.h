#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "checker/smt/transcript.h"
#include "model/value.h"

namespace ringproof::checker::smt {

/// Questions about equality of symbolic values as SMT-LIB 2, with the meaning of equation.h: each value is defined
/// once, by those that it consists of.
class EquationText {
public:
    /// Both must outlive it.
    EquationText(const model::Values& values, Transcript& transcript) : values_(values), transcript_(transcript) {}

    /// Whether some inputs make the two values differ, and what Z3 answered to that. No reduction of numbers and one of
    /// sequences are in them together.
    void question(const std::string& name, model::Value found, model::Value expected, Answer answer);

private:
    enum class Sort { number, sequence };

    /// The value and all that it consists of, what is a part of another before it.
    std::vector<model::Value> with_parts(model::Value value) const;
    std::vector<model::Value> parts_of(model::Value value) const;
    bool has_sequences(model::Value value) const;
    void define(model::Value value, Sort sort);
    /// The value by the names of its parts.
    std::string definition(model::Value value, Sort sort);
    /// The name of an unknown or an opaque function, which is declared where it is new.
    std::string declared(const std::string& meaning, std::size_t arguments, Sort sort);

    const model::Values& values_;
    Transcript& transcript_;
    std::unordered_set<std::string> defined_;                    ///< names of values
    std::unordered_map<std::string, std::string> declarations_;  ///< names by sort and meaning
};

}  // namespace ringproof::checker::smt
