#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/diagnostic.h"
#include "model/kernel.h"

namespace ringproof::model {

/// Evaluates the expressions of one kernel for one number of chips, chip by chip. Each expression is compiled at its
/// first use: names become slots of a flat environment. Throws Fault with the author's line and the variables that
/// were set: arithmetic (overflow, division by zero), unknown_name (a variable without value here).
class Evaluator {
public:
    /// `kernel` must outlive this, as must every expression that is evaluated. `most_work` bounds what is spent.
    Evaluator(const Kernel& kernel, std::int64_t n, std::int64_t most_work);

    /// The shape that chip(r, c), row and col need. Both are at least 1.
    void set_torus(std::int64_t rows, std::int64_t columns);
    /// Whose `me`, `left`, `right`, `row` and `col` are meant from here on.
    void enter_chip(std::int64_t chip);
    std::int64_t chip() const { return me_; }

    std::int64_t evaluate(const Expr& expression);
    bool holds(const Expr& condition) { return evaluate(condition) != 0; }

    /// Takes `work` from what may be done in all; throws too_large when nothing is left. Evaluating a node of an
    /// expression takes 1.
    void spend(std::int64_t work, Where where) {
        if ((work_left_ -= work) < 0) refuse_work(where);
    }

    /// A name's slot; the same name has the same one always.
    std::size_t slot(const std::string& name);
    void set(std::size_t slot, std::int64_t value) { values_[slot] = {value, true}; }
    void unset(std::size_t slot) { values_[slot].known = false; }

    /// Variables of the loops that are open, outermost first; they appear in messages and in Step::at.
    struct Loop {
        std::string_view variable;
        std::int64_t value;
    };
    std::vector<Loop> loops;

    /// ` s=3 k=1`
    std::string loop_text() const;
    /// A fault at that place, `message` followed by the chip and the loops.
    Fault fault(Code code, const std::string& message, Where where) const;

private:
    enum class Kind : std::uint8_t {
        constant,
        variable,
        negate,
        not_,
        binary,
        choice,
        chip,
        chip_of_torus,
        min,
        max,
        pow2,
        log2
    };
    /// One node of an expression. Operands are positions in code_; `value` is a constant or the slot of a variable.
    struct Instruction {
        Kind kind;
        Binary op;
        std::array<std::int32_t, 3> operands;
        std::int64_t value;
        Where where;
    };
    struct Value {
        std::int64_t value = 0;
        bool known = false;
    };

    [[noreturn]] void refuse_work(Where where) const;
    std::int32_t compile(const Expr& expression);
    std::int64_t run(std::int32_t position);
    std::int64_t run_binary(const Instruction& code);
    std::int64_t run_call(const Instruction& code);
    std::int64_t checked(bool overflow, std::int64_t value, const Instruction& code) const;

    const Kernel& kernel_;
    std::int64_t n_;
    std::int64_t most_work_, work_left_;
    std::int64_t rows_ = 1, columns_ = 1;
    std::int64_t me_ = -1;  ///< -1: no chip
    std::unordered_map<const Expression*, std::int32_t> compiled_;
    std::vector<Instruction> code_;
    std::unordered_map<std::string, std::size_t> slots_;
    std::vector<std::string> names_;
    std::vector<Value> values_;
    std::size_t n_slot_, me_slot_, left_slot_, right_slot_, row_slot_, col_slot_;
};

/// The value of `left op right`; none where it does not fit 64 bits or divides by zero.
std::optional<std::int64_t> value_of(Binary op, std::int64_t left, std::int64_t right);

/// The remainder that is never negative. Assumes modulus >= 1.
constexpr std::int64_t wrapped(std::int64_t value, std::int64_t modulus) {
    const std::int64_t rest = value % modulus;
    return rest < 0 ? rest + modulus : rest;
}

}  // namespace ringproof::model
