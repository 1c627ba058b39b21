#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "model/contract.h"
#include "model/rule.h"
#include "model/term.h"

namespace ringproof::model {

/// An interned value of a `Values` store: equal expressions are equal numbers.
/// 0 is "nothing written".
using Value = std::uint32_t;
inline constexpr Value nothing = 0;

/// How an expression that was found relates to one that was expected.
struct Comparison {
    enum class Outcome { equal, different, too_large } outcome;
    Law law = Law::none;  ///< when equal: the weakest law that makes them so
};

/// The symbolic values of one run: hash-consed expressions over atoms, reductions and opaque work
/// (specs/semantics.md section 3, laws). Not thread-safe.
class Values {
public:
    enum class Kind : std::uint8_t { nothing, atom, reduction, accumulation, application };

    /// One expression. `reduction`: left ⊕ right by `rule`. `accumulation`: the same, made by an atomic add whose order
    /// among its like is open. `application`: see `arguments`.
    struct Node {
        Kind kind = Kind::nothing;
        RuleId rule = 0;
        bool open = false;  ///< contains an accumulation: no single expression
        Value left = nothing;
        Value right = nothing;
        Symbol name;              ///< atom, or label of an application
        std::int32_t output = 0;  ///< which slot the opaque work wrote
    };

    Values();

    Value atom(Symbol name);
    /// What slot `index` of in-buffer `buffer` of `chip` held at the start of `launch`: the atom `x[3]@2#0`, or what it
    /// was given.
    Value input(const Input& input, std::int32_t launch);
    /// At the start of each launch that slot holds `term` (its `init`); inputs that the term names are atoms.
    void give(const Input& input, std::optional<Term> term);
    /// left ⊕ right; `accumulate` when the order among several such is left open.
    Value reduce(RuleId rule, Value left, Value right, bool accumulate = false);
    Value apply(Symbol label, std::int32_t output, std::span<const Value> arguments);
    /// The value that a term means in `launch`; an absent term is `nothing`. An empty rule means add.
    Value of(const std::optional<Term>& term, std::int32_t launch);
    /// The value that a contract promises.
    Value of(const Expected& expected, std::int32_t chips, std::int32_t launch);

    const Node& node(Value value) const { return nodes_[value]; }
    std::span<const Value> arguments(Value application) const;
    std::size_t size() const { return nodes_.size(); }

    /// Whether `found` equals `expected`, and under which law. Only laws that the rules have are used.
    /// `too_large` when the expressions have more than a million leaves.
    Comparison compare(Value found, Value expected);

    /// Readable, cut off with "..." beyond about `limit` bytes.
    std::string text(Value value, std::size_t limit = 200) const;

private:
    struct Key {
        Kind kind;
        RuleId rule;
        std::int32_t output;
        Value left, right;
        Symbol name;
        std::vector<Value> arguments;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    struct TooLarge {};

    Value intern(Key key);
    Value of(const Term& term, std::int32_t launch);
    /// The representative of all expressions equal to `value` under the laws up to `law`. Throws TooLarge.
    Value canonical(Value value, Law law, int depth);
    /// The operands of nested reductions by `rule`, from left to right.
    std::vector<Value> leaves(Value value, RuleId rule, Law law);
    void write(Value value, std::string& out, std::size_t limit, int depth) const;

    std::vector<Node> nodes_;
    std::unordered_map<Key, Value, KeyHash> interned_;
    std::unordered_map<Value, std::vector<Value>> arguments_;
    std::unordered_map<Value, Value> canonical_[4];
    std::unordered_map<Symbol, std::vector<Value>> across_;
    using Slot = std::tuple<std::int32_t, Symbol, std::int32_t>;  // chip, buffer, index
    std::map<Slot, std::optional<Term>> given_;
    bool giving_ = false;  ///< a given term is being read
    std::size_t leaves_seen_ = 0;
};

/// `x[3]@2#0`
std::string input_name(const Input& input, std::int32_t launch);

}  // namespace ringproof::model
