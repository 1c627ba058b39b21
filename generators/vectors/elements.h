#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/rule.h"
#include "model/value.h"

/// What slots are made of when a schedule is executed: a number of elements ("lanes") of one type.
namespace ringproof::generators {

/// The bytes of one slot.
using Bytes = std::vector<std::byte>;

/// An element type. The table is derived from a compile-time list: a new type is one entry.
struct Element {
    std::string_view name;  ///< as in files: `int32`
    std::size_t size;       ///< in bytes
    bool is_float;
    bool (*has_rule)(model::RuleId rule);
    /// result := arriving ⊕ own, `count` times; result may be either of them.
    void (*reduce)(model::RuleId rule, const std::byte* arriving, const std::byte* own, std::byte* result,
                   std::size_t count);
    /// What opaque work writes to its `output`-th slot when it has read these slots.
    void (*apply)(std::string_view label, std::int32_t output, std::span<const Bytes> arguments, std::byte* result,
                  std::size_t count);
    /// A number as JSON and people write it, so that reading it back gives the same number.
    std::string (*text)(const std::byte* number);
    /// The number that a JSON number means; false where it is none of this type.
    bool (*parse)(std::string_view text, std::byte* number);
    /// Computes values of a store, which must outlive it, as numbers of this type, one lane.
    std::function<void(model::Value value, std::byte* number)> (*lane)(const model::Values& values, std::uint64_t seed);
};

std::span<const Element> elements();
/// By name, or null.
const Element* find_element(std::string_view name);

/// Symbolic values as the bytes of a slot. Inputs are drawn, the same on every platform and in every run.
class Slots {
public:
    /// The store must outlive it.
    Slots(const Element& element, std::size_t lanes, const model::Values& values);
    Bytes of(model::Value value);

private:
    const Element& element_;
    std::vector<std::function<void(model::Value, std::byte*)>> lanes_;
};

/// `[1, 2, 3]`; beyond eight numbers the first of them and `...`.
std::string text(const Element& element, const Bytes& slot);

}  // namespace ringproof::generators
