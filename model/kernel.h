#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/schedule.h"

namespace ringproof::model {

/// A place in the text of a .ring file; line and column from 1, 0: not from a file.
struct Where {
    std::int32_t line = 0;
    std::int32_t column = 0;
};

/// Index expressions over n, me, left, right, row, col, parameters, loop variables and lets: integers;
/// comparisons and connectives give 0 or 1. `/` rounds down, `%` is never negative (for a positive
/// right side). Immutable and shared.
struct Expression;
using Expr = std::shared_ptr<const Expression>;

enum class Unary { negate, not_ };
enum class Binary {
    or_,
    and_,
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    plus,
    minus,
    times,
    divide,
    modulo,
    mask
};
template <>
inline constexpr std::array<std::string_view, 2> words<Unary>{"-", "not"};
template <>
inline constexpr std::array<std::string_view, 14> words<Binary>{"or", "and", "==", "!=", "<", "<=", ">",
                                                                ">=", "+",   "-",  "*",  "/", "%",  "&"};
/// Functions an expression may call: chip(e) is e mod n; chip(r, c) is a chip of a torus, both wrapping;
/// min, max; pow2(k) = 2^k; log2(k) = the least j with 2^j >= k.
enum class Function { chip, min, max, pow2, log2 };
template <>
inline constexpr std::array<std::string_view, 5> words<Function>{"chip", "min", "max", "pow2", "log2"};

struct Integer {
    std::int64_t value;
};
struct Variable {
    std::string name;
};
struct UnaryExpression {
    Unary op;
    Expr operand;
};
struct BinaryExpression {
    Binary op;
    Expr left, right;
};
struct ChoiceExpression {
    Expr condition, then, otherwise;
};
struct CallExpression {
    Function function;
    std::vector<Expr> arguments;
};
struct Expression {
    std::variant<Integer, Variable, UnaryExpression, BinaryExpression, ChoiceExpression, CallExpression> node;
    Where where;
};

/// A value in kernel form: see Term.
struct TermForm;
struct AtomForm {
    Symbol name;
};
/// `x[index]@chip`
struct InputForm {
    Symbol buffer;
    Expr index;
    Expr chip;
};
/// `sum(j in from .. to: body)`
struct ReductionForm {
    Symbol rule;
    std::string variable;
    Expr from, to;
    std::shared_ptr<const TermForm> body;
};
/// `label(a, b)`
struct ApplicationForm {
    Symbol label;
    std::vector<TermForm> arguments;
};
/// `"a" "b"`: reduced from left to right by the kernel's rule, as a reduce without one is.
struct SeriesForm {
    std::vector<TermForm> operands;
};
struct TermForm {
    std::variant<AtomForm, InputForm, ReductionForm, ApplicationForm, SeriesForm> node;
    Where where;
};

/// The symbolic form of a program.
struct Symbolic {
    using Number = Expr;
    /// `buffer[index]` of `chip`; no chip: the own; no index: 0.
    struct Place {
        Expr chip;
        Symbol buffer;
        Expr index;
        Where where;
    };
    struct Counter {
        Expr chip;
        Symbol semaphore;
        Expr index;
        Where where;
    };
    using Value = std::optional<TermForm>;

    static Number zero();
    static Number one();
};

using OperationForm = OperationOf<Symbolic>;

struct Statement;
using Block = std::vector<Statement>;

/// `let name = value`, until the end of its block.
struct Let {
    std::string name;
    Expr value;
};
/// `for variable in from .. to { body }`, to excluded.
struct For {
    std::string variable;
    Expr from, to;
    Block body;
};
struct If {
    Expr condition;
    Block then;
    Block otherwise;
};
struct Statement {
    std::variant<Let, For, If, OperationForm> node;
    Where where;
};

struct BufferForm {
    Symbol name;
    Expr size;
    Role role = Role::scratch;
    bool ring = false;  ///< indices wrap modulo size
    Where where;
};
struct SemaphoreForm {
    Symbol name;
    Expr size;
    std::optional<Life> life;
    Where where;
};
struct AgentForm {
    Symbol name;
    Block body;
    Where where;
};
/// A collective as contract; see Contract.
struct ContractForm {
    Symbol collective;
    Symbol in, out, rule;
    Expr root, distance;  ///< null: 0
    Where where;
};
/// `ensures place == value for v in from .. to ... if condition`, for every chip.
struct EnsuresForm {
    struct Range {
        std::string variable;
        Expr from, to;
    };
    Symbolic::Place place;
    TermForm value;
    std::vector<Range> ranges;
    Expr condition;  ///< null: always
    Where where;
};
struct Parameter {
    std::string name;
    std::int64_t value;
    Where where;
};
/// The shape of a torus; n = rows * columns, chip = row * columns + col.
struct Torus {
    Expr rows, columns;
};

/// What a file says of its own verdict: `# expect: race at n >= 3`. Read by tests and by
/// `verify --as-expected`.
struct Expectation {
    std::string verdict;   ///< `proved`, or the name of a property
    std::string relation;  ///< empty: every n; else one of == != < <= > >=
    std::int64_t chips = 0;
    std::int32_t launches = 0;  ///< 0: any number
    std::string profile;        ///< empty: the file's own
    Where where;

    /// Whether it speaks about this size, number of launches and profile (empty: the file's own).
    bool covers(std::int64_t n, std::int32_t asked_launches, std::string_view asked_profile) const;
};

/// A collective as people write it, with n, me and the loops still symbolic. Loops and indices stay
/// so; nothing unrolls before `instantiate`.
struct Kernel {
    std::string file;                ///< as given by the user
    std::vector<std::string> lines;  ///< of the text, for messages
    std::string name;
    std::string about;  ///< the comment that opens the file
    std::vector<Parameter> parameters;
    std::optional<Torus> torus;
    std::vector<Expr> conditions;  ///< `requires`
    std::vector<ContractForm> contracts;
    std::vector<EnsuresForm> ensures;
    std::string profile_name = "default";
    Profile profile;
    std::vector<BufferForm> buffers;
    std::vector<SemaphoreForm> semaphores;
    std::vector<AgentForm> agents;
    std::vector<Expectation> expectations;
};

/// Values for parameters, by name.
using Settings = std::map<std::string, std::int64_t>;

/// The schedule of `kernel` on `n` chips. Throws Fault with the author's line: a `requires` that does not
/// hold (requires_not_met), an index out of range, an unknown name, more than `limits` allow.
/// Every step carries `file:line` and the loop variables.
Schedule instantiate(const Kernel& kernel, std::int64_t n, const Settings& settings = {}, const Limits& limits = {});

}  // namespace ringproof::model
