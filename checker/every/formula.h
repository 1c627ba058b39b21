#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/kernel.h"

/// Statements about all numbers of chips, written in the kernel's own expressions: what holds is not 0. The functions
/// that build them fold constants, so that the same statement is decided at once where everything in it is known.
namespace ringproof::checker::every {

using model::Expr;

/// Thrown where a kernel is outside of what a proof for every n can speak of.
struct Outside : std::runtime_error {
    Outside(const std::string& message, model::Where place) : std::runtime_error(message), where(place) {}
    model::Where where;
};

Expr number(std::int64_t value);
/// Each as a `number`.
std::vector<Expr> as_expressions(const std::vector<std::int64_t>& values);
Expr variable(const std::string& name);
Expr binary(model::Binary op, const Expr& left, const Expr& right, model::Where where = {});
Expr negated(const Expr& condition);
Expr choice(const Expr& condition, const Expr& then, const Expr& otherwise);

inline Expr plus(const Expr& left, const Expr& right) { return binary(model::Binary::plus, left, right); }
inline Expr minus(const Expr& left, const Expr& right) { return binary(model::Binary::minus, left, right); }
inline Expr times(const Expr& left, const Expr& right) { return binary(model::Binary::times, left, right); }
inline Expr remainder(const Expr& left, const Expr& right) { return binary(model::Binary::modulo, left, right); }
inline Expr equal(const Expr& left, const Expr& right) { return binary(model::Binary::equal, left, right); }
inline Expr less(const Expr& left, const Expr& right) { return binary(model::Binary::less, left, right); }
inline Expr at_most(const Expr& left, const Expr& right) { return binary(model::Binary::less_equal, left, right); }
inline Expr both(const Expr& left, const Expr& right) { return binary(model::Binary::and_, left, right); }
inline Expr either(const Expr& left, const Expr& right) { return binary(model::Binary::or_, left, right); }
/// 1 if there are none.
Expr all_of(const std::vector<Expr>& conditions);
/// 0 if there are none.
Expr any_of(const std::vector<Expr>& conditions);
/// All are equal, one by one. Assumes as many on both sides.
Expr all_equal(const std::vector<Expr>& left, const std::vector<Expr>& right);
/// The value modulo `n`; what is `me` already is left as it is.
Expr on_ring(const Expr& value, const Expr& n);
/// 0 <= value < end
Expr inside(const Expr& value, const Expr& end);

/// The value of an expression in which everything is known.
std::optional<std::int64_t> known(const Expr& expression);
inline bool holds(const Expr& condition) { return known(condition).value_or(0) != 0; }
inline bool fails(const Expr& condition) { return known(condition).value_or(1) == 0; }

/// The greatest number that stands in it; 0 if there is none.
std::int64_t greatest_number(const Expr& expression);

using Names = std::map<std::string, Expr>;
/// `expression` with these in the place of the variables of that name.
Expr substitute(const Expr& expression, const Names& names);
/// Whether it has fewer parts than `most`, parts that are shared counted as often as they stand in it.
bool is_smaller(const Expr& expression, std::size_t most);
/// Adds the names of its variables to `names`.
void collect_variables(const Expr& expression, std::set<std::string>& names);

/// A remainder by something that depends on n is written out as a choice: which multiple of the divisor is taken off,
/// of this many on either side. Beyond them it is a number of which nothing is known (Condition C26), the same for the
/// same sides: what is then proved holds for any number in its place, and so for the right one.
inline constexpr int multiples = 3;

/// Writes conditions of one script as SMT-LIB 2 terms of sort Bool, over integers named |like this|.
class SmtText {
public:
    /// Throws Outside where it is not linear.
    std::string condition(const Expr& condition);
    /// What stands before the assertions: declarations of `names` and of all numbers of which nothing is known.
    std::string declarations(const std::set<std::string>& names) const;
    /// What stands before everything: the remainder of what is less than `multiples` of its divisor away from 0, and
    /// else the third argument.
    static std::string prelude();

private:
    std::string number(const Expr& expression);
    std::string product(const Expr& left, const Expr& right, model::Where where);
    std::string rest(const Expr& value, const Expr& divisor, model::Where where);

    std::map<std::string, std::size_t> unknown_;  ///< by the remainder's sides
};

/// `expression` with these names filled in. Throws Outside where schedules of the kernel may have no value for it, or
/// where it is not linear: it has too many parts, its numbers may leave 64 bits, or it takes a remainder by what is not
/// a positive number or a multiple of n.
Expr filled(const Expr& expression, const Names& names);

}  // namespace ringproof::checker::every
