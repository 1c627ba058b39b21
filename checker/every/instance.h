#pragma once

#include <string>
#include <vector>

#include "checker/every/program.h"

/// Single events of a program, with the values of their variables: numbers, variables of a statement, or expressions.
namespace ringproof::checker::every {

/// Ranks of what happens on a chip within a launch.
enum Rank : std::int32_t { fill, enter, work, exit, collect };

/// An event in the order of a chip: of the environment, or of an agent's operation.
struct Instance {
    std::int32_t rank = work;
    const Operation* operation = nullptr;  ///< of rank work
    Expr chip, launch;
    std::vector<Expr> rounds;  ///< of the operation's loops, outermost first
    Expr part;                 ///< of a family: which slot or unit

    /// What the family's expressions are to be filled in with.
    Names names() const;
    /// The same, with the number of chips.
    Names names(const Expr& n) const;
    /// All its numbers: chip, launch, rounds, part.
    std::vector<Expr> numbers() const;
};

/// Instances of an operation (or of the environment) that differ in their part: the slots of an access, the units of a
/// raise or a wait.
struct Family {
    std::int32_t rank = work;
    const Operation* operation = nullptr;
    Expr parts;  ///< how many; depends on the instance

    Family(const Access& access)  // NOLINT(google-explicit-constructor): it is one
        : rank(access.operation != nullptr ? std::int32_t{work} : access.rank),
          operation(access.operation),
          parts(access.length) {}
    Family(const Raise& raise)
        : operation(raise.operation), parts(raise.units) {}                     // NOLINT(google-explicit-constructor)
    Family(const Wait& wait) : operation(wait.operation), parts(wait.units) {}  // NOLINT(google-explicit-constructor)
    /// The operation itself, which has one part.
    explicit Family(const Operation& its_operation) : operation(&its_operation), parts(number(1)) {}

    /// An instance whose numbers are variables, named with this suffix. What has only one part is part 0.
    Instance any(const std::string& suffix) const;
    /// The instance with these numbers.
    Instance with(const std::vector<Expr>& numbers) const;
    /// The first part of the instance with these numbers: chip, launch, rounds.
    Instance first_part(const std::vector<std::int64_t>& numbers) const;
    /// The names of its numbers: chip, launch, rounds, part.
    std::vector<std::string> number_names() const;
};

/// Statements about instances of one program.
class Order {
public:
    /// The program must outlive it.
    explicit Order(const Program& program) : program_(program) {}

    /// An expression of its operation, for that instance.
    Expr at(const Expr& expression, const Instance& instance) const { return substitute(expression, instance.names()); }
    /// It exists: its chip, launch and rounds are in their ranges, and the operation's guards hold.
    Expr exists(const Instance& instance) const;
    Expr exists(const Family& family, const Instance& instance) const;
    /// The same instance of the same operation, or the same event of the environment.
    Expr same(const Instance& left, const Instance& right) const;
    /// Both are of one agent's text, and `left` stands before `right` in it, whatever chips they are on; launches
    /// count.
    Expr text_before(const Instance& left, const Instance& right, bool or_same) const;
    /// By the order of chips and their environment alone `left` is `right`, or happens before it whenever it happens.
    Expr precedes(const Instance& left, const Instance& right) const;

    /// By the order of the link, what `second` raises on its target, or writes there, takes effect after what `first`
    /// does there: both are pushes of one agent towards one chip, in this order. (The source of a put may be read
    /// earlier.)
    Expr follows_on_link(const Operation& first, const Instance& earlier, const Operation& second,
                         const Instance& later) const;

    const Program& program() const { return program_; }

private:
    const Program& program_;
};

}  // namespace ringproof::checker::every
