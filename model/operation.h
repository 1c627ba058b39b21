#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "model/profile.h"
#include "model/symbol.h"

namespace ringproof::model {

/// The operations of specs/semantics.md section 2, once for both forms of a program:
/// `Concrete` (places and numbers are known; see schedule.h) and `Symbolic` (they are
/// expressions in n, me and loop variables; see kernel.h). A form names its types:
///
/// | type    | meaning |
/// |---|---|
/// | Number  | an amount, index, length or value |
/// | Place   | a slot of a buffer of a chip |
/// | Counter | one counter of a semaphore of a chip |
/// | Value   | what `write` stores and `read` expects; empty: nothing written |
///
/// and `one()`, the Number 1. Shapes: `len` counts consecutive slots from a Place on.

/// A counter and what an event adds to it.
template <class Form>
struct Raise {
    typename Form::Counter counter;
    typename Form::Number add = Form::one();
};

/// Remote write: events issue, *begin, *read (raises `send`), *land (raises `recv`).
template <class Form>
struct Put {
    typename Form::Place src;  ///< on the agent's own chip
    typename Form::Place dst;  ///< on any chip
    typename Form::Number len = Form::one();
    std::optional<Raise<Form>> send;  ///< counter on the own chip
    std::optional<Raise<Form>> recv;  ///< counter on dst's chip
    Symbol channel;
    bool accumulate = false;  ///< the write is an atomic add, commutative with others of its kind
};

/// Remote read: events issue, *begin, *read, *land (raises `done`).
template <class Form>
struct Get {
    typename Form::Place src;  ///< on any chip
    typename Form::Place dst;  ///< on the agent's own chip
    typename Form::Number len = Form::one();
    std::optional<Raise<Form>> done;  ///< counter on the own chip
    Symbol channel;
};

/// What a signal does to its counter.
template <class Form>
struct Add {
    typename Form::Number add = Form::one();
};
template <class Form>
struct Assign {
    typename Form::Number set = Form::one();
};

/// Events issue, *deliver.
template <class Form>
struct Signal {
    typename Form::Counter counter;  ///< on any chip
    std::variant<Add<Form>, Assign<Form>> effect;
    Symbol channel;
    std::optional<Covers> covers;  ///< overrides the profile for this signal
};

/// `take` of a wait that empties the counter.
struct All {
    friend bool operator==(const All&, const All&) = default;
};

/// Enabled when the counter is `at_least`; then subtracts `take` (0 <= take <= at_least, or all).
template <class Form>
struct AtLeast {
    typename Form::Number at_least = Form::one();
    std::variant<typename Form::Number, All> take = Form::zero();
};
template <class Form>
struct Equals {
    typename Form::Number equals = Form::one();
};
/// Enabled when the counter is at least the agent's last snapshot of it plus this.
template <class Form>
struct AboveSnapshot {
    typename Form::Number above_snapshot = Form::one();
};

/// One event, on a counter of the agent's own chip.
template <class Form>
struct Wait {
    typename Form::Counter counter;
    std::variant<AtLeast<Form>, Equals<Form>, AboveSnapshot<Form>> until;
};

/// One event: the agent's own counter becomes `value`.
template <class Form>
struct Set {
    typename Form::Counter counter;
    typename Form::Number value = Form::zero();
};

/// One event: the agent remembers the value of its own counter.
template <class Form>
struct Snapshot {
    typename Form::Counter counter;
};

/// Events start, end. `src` on another chip is a load over the link.
template <class Form>
struct Copy {
    typename Form::Place src;
    typename Form::Place dst;  ///< on the own chip
    typename Form::Number len = Form::one();
};

/// dst := src ⊕ with, slot by slot; `with` defaults to dst. `rule` names ⊕ (rule.h), empty: the
/// rule of the first contract that has one, else add. Events start, end.
template <class Form>
struct Reduce {
    typename Form::Place src;
    typename Form::Place dst;  ///< on the own chip
    std::optional<typename Form::Place> with;
    typename Form::Number len = Form::one();
    Symbol rule;
};

/// Opaque work: each written slot becomes `label` applied to the values read. Events start, end.
template <class Form>
struct Compute {
    std::vector<typename Form::Place> reads;
    std::vector<typename Form::Place> writes;
    typename Form::Number cost = Form::zero();  ///< in units of time, for diagrams only
    Symbol label;
};

/// Makes a value. Events start, end.
template <class Form>
struct Write {
    typename Form::Place dst;
    typename Form::Value value;
};

/// Asserts a value. Events start, end.
template <class Form>
struct Read {
    typename Form::Place src;
    typename Form::Value expect;
};

/// One event, enabled when real data has landed in the slot (data is its own flag).
template <class Form>
struct Poll {
    typename Form::Place src;
};

/// Later remote operations of this agent to a chip take effect there after its earlier ones.
template <class Form>
struct Fence {};

enum class Until { landed, read };
template <>
inline constexpr std::array<std::string_view, 2> words<Until>{"landed", "read"};

/// Enabled when all earlier puts, gets and signals of this agent are read or landed.
template <class Form>
struct Quiet {
    Until until = Until::landed;
};

/// Events arrive, leave: the k-th leave of an agent needs the k-th arrival of all that name it.
template <class Form>
struct Barrier {
    Symbol name;
};

template <class Form>
using OperationOf =
    std::variant<Put<Form>, Get<Form>, Signal<Form>, Wait<Form>, Set<Form>, Snapshot<Form>, Copy<Form>, Reduce<Form>,
                 Compute<Form>, Write<Form>, Read<Form>, Poll<Form>, Fence<Form>, Quiet<Form>, Barrier<Form>>;

/// Visitors written as a list of lambdas.
template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace ringproof::model
