#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/kernel.h"

/// Expressions changed a little, written as people would write them.
namespace ringproof::generators::mutation {

model::Expr number(std::int64_t value);
/// The value of a literal; none: null, or no literal.
std::optional<std::int64_t> literal(const model::Expr& expression);

/// `expression` + by: `2` for `1`, `n` for `n - 1`, `s + 1` for `s`. Null counts as 0.
model::Expr shifted(const model::Expr& expression, std::int64_t by);

/// The one after it among `size`, from the last to the first: `(s + 1) % 2` for `s`.
model::Expr next_of(const model::Expr& expression, const model::Expr& size);

/// Whether it has no more than a hundred parts.
bool is_short(const model::Expr& expression);

/// With `value` in the place of each variable of that name.
model::Expr replaced(const model::Expr& expression, const std::string& name, const model::Expr& value);

/// The other way round: `left` for `right`, `chip(me - k)` for `chip(me + k)`, on a torus along each axis alone; empty
/// where there is none. `expression` is a chip, null the own.
std::vector<model::Expr> mirrored(const model::Expr& expression);

/// The expression with one comparison changed: its right side by one, each way.
std::vector<model::Expr> off_by_one(const model::Expr& expression);

}  // namespace ringproof::generators::mutation
