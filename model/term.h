#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "model/symbol.h"

namespace ringproof::model {

/// A value as people write it: in `write` and `read`, in `init` of buffers, in contracts.
/// The machine turns terms into interned values (value.h).
struct Term;

/// One symbol. `x[3]@2#0` is what slot 3 of in-buffer x of chip 2 held at the start of launch 0.
struct Atom {
    Symbol name;
    friend bool operator==(const Atom&, const Atom&) = default;
};

/// What slot `index` of the in-buffer `buffer` of `chip` held at the start of the launch in question.
struct Input {
    std::int32_t chip;
    Symbol buffer;
    std::int32_t index;
    friend bool operator==(const Input&, const Input&) = default;
};

/// The terms reduced from left to right. `rule` as in Reduce. At least one operand.
struct Reduction {
    Symbol rule;
    std::vector<Term> operands;
    friend bool operator==(const Reduction&, const Reduction&) = default;
};

/// Opaque work on values: what a compute named `label` writes to its `output`-th slot.
struct Application {
    Symbol label;
    std::int32_t output = 0;
    std::vector<Term> arguments;
    friend bool operator==(const Application&, const Application&) = default;
};

struct Term {
    std::variant<Atom, Input, Reduction, Application> node;
    friend bool operator==(const Term&, const Term&) = default;
};

}  // namespace ringproof::model
