#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "checker/every/formula.h"

/// A kernel with its loops still open, as classes of events: what a proof for every n speaks of.
namespace ringproof::checker::every {

struct Loop {
    std::string variable;  ///< of no other loop
    Expr from, to;
};

/// When an access ends, or a counter rises: at the operation's own event in its agent, or by itself some time after it.
enum class Ending { own, read, land, deliver, credit };

struct Operation;

/// A slot that every instance of an operation touches; `length` slots, told apart by the variable `part`.
struct Access {
    const Operation* operation = nullptr;  ///< null: the environment's
    std::int32_t rank = 0;                 ///< of the environment: when it opens
    model::Symbol buffer;
    Expr chip, index;  ///< index of the slot number `part`, reduced where the buffer wraps
    Expr length;
    bool writes = false;
    Ending ends = Ending::own;
    bool remote_begin = false;  ///< it opens at the begin of a transfer, which what is covered may hold back
    std::size_t number = 0;     ///< among all accesses
};

/// Units of a counter that every instance of an operation raises, told apart by the variable `part`.
struct Raise {
    const Operation* operation = nullptr;
    Ending at = Ending::land;
    model::Symbol semaphore;
    Expr chip, index, units;
    std::size_t number = 0;  ///< among all raises
};

/// A wait for `units` of an own counter, all of which it takes.
struct Wait {
    const Operation* operation = nullptr;
    model::Symbol semaphore;
    Expr index, units;
    std::size_t number = 0;  ///< among all waits
};

/// One operation of the kernel's text: all its instances, one for each chip, launch and round of its loops. Expressions
/// are in n, me and the loops' variables; lets and parameters are filled in.
struct Operation {
    std::size_t number = 0;  ///< in the order of the text
    std::size_t agent = 0;
    const model::OperationForm* form = nullptr;
    model::Where where;
    std::string text;
    std::vector<Loop> loops;  ///< outermost first
    Expr guard;
    std::vector<std::int32_t> path;       ///< its place in each block that it is in, outermost first
    std::vector<const Access*> accesses;  ///< what it reads, then what it writes
    std::vector<const Raise*> raises;
    const Wait* wait = nullptr;
    Expr target;             ///< a put, signal or get: the chip that it acts on
    bool push = false;       ///< a put or signal
    model::Covers covers{};  ///< of a push
    Expr cost;               ///< of compute
    model::Symbol label;     ///< compute's label, or the rule of a reduce
};

struct Place {
    model::Symbol name;
    Expr size;
    model::Role role;
    bool ring;
};

/// A kernel as classes of events.
struct Program {
    const model::Kernel* kernel = nullptr;
    model::Profile profile;
    Expr n, launches;              ///< variables, or numbers where they are fixed
    std::vector<Expr> conditions;  ///< `requires`
    std::deque<Operation> operations;
    std::deque<Access> accesses;
    std::deque<Raise> raises;
    std::deque<Wait> waits;
    std::vector<Place> buffers;
    std::vector<std::pair<model::Symbol, Expr>> semaphores;
    std::vector<bool> global;  ///< by semaphore
    /// By semaphore: how many of the text's units are one unit here, a number that all that is added to it and all that
    /// is waited for is a multiple of. Units of families are such.
    std::vector<std::int64_t> grains;
    Names names;                         ///< parameters and n
    std::set<std::int64_t> block_sizes;  ///< numbers, not 1, of which a buffer has n times as many slots
    /// Conditions on loop variables that the text asks, for each operation's loops.
    std::vector<Expr> questions;

    /// Parameters, n, and a chip's own number with its neighbours: what expressions of a chip are filled in with.
    Names names_of_chip() const;
    const Place& buffer(model::Symbol name) const;
    std::size_t semaphore(model::Symbol name) const;
    bool is_global(model::Symbol semaphore_name) const { return global[semaphore(semaphore_name)]; }
    std::int64_t grain(model::Symbol semaphore_name) const { return grains[semaphore(semaphore_name)]; }
    bool has_launch_memory() const { return profile.counter_life == model::Life::launch; }
};

/// The program of `kernel` on `n` chips for `launches` launches, each a variable or a number. Throws Outside where
/// something in it is beyond what proofs for every n speak of, naming the line: `left` for what is not monotone
/// (Condition C3, C4), torus axes, values that are written or asserted, barriers and fences.
Program program_of(const model::Kernel& kernel, const model::Profile& profile, const Expr& n, const Expr& launches);

}  // namespace ringproof::checker::every
