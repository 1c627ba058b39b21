#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "checker/every/formula.h"

namespace ringproof::checker::every {

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

}  // namespace ringproof::checker::every
