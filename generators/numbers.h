#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include <boost/hana/for_each.hpp>

#include "model/rules.h"
#include "model/value.h"

/// Symbolic values as real numbers: what a run would have computed, had its inputs been numbers.
namespace ringproof::generators {

/// A number for a text, spread evenly; the same on every platform.
inline std::uint64_t number_of(std::string_view text, std::uint64_t seed) {
    std::uint64_t hash = seed ^ 0xcbf29ce484222325u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    hash = (hash ^ (hash >> 31)) * 0x9fb21c651e98df25u;
    return hash ^ (hash >> 29);
}

/// Values of one store as numbers of type T: std::uint64_t, for which every law of every rule holds exactly, or double,
/// for which none does. Inputs and what opaque work makes are drawn by `seed`.
template <class T>
class InNumbers {
public:
    /// The store must outlive it.
    InNumbers(const model::Values& values, std::uint64_t seed) : values_(values), seed_(seed) {}

    T of(model::Value value) {
        if (const auto known = known_.find(value); known != known_.end()) return known->second;
        const T number = made(value);
        known_.emplace(value, number);
        return number;
    }
    /// Whether a rule was met that T does not know.
    bool knows_all() const { return knows_all_; }

private:
    using Kind = model::Values::Kind;

    T drawn(std::uint64_t hash) const {
        if constexpr (std::is_same_v<T, double>)
            // Of different magnitude, so that sums are rounded.
            return std::ldexp(static_cast<double>(hash >> 11), static_cast<int>(hash % 16)) - 0x1p60;
        else
            return hash;
    }

    T made(model::Value value) {
        const model::Values::Node node = values_.node(value);
        switch (node.kind) {
            case Kind::nothing:
                return drawn(seed_);
            case Kind::atom:
                return drawn(number_of(node.name.text(), seed_));
            case Kind::application: {
                std::uint64_t hash = number_of(node.name.text(), seed_ + static_cast<std::uint64_t>(node.output));
                for (const model::Value argument : values_.arguments(value))
                    hash = hash * 0x9e3779b97f4a7c15u + std::bit_cast<std::uint64_t>(of(argument));
                return drawn(number_of({}, hash));
            }
            default:
                return reduced(node.rule, of(node.left), of(node.right));
        }
    }

    T reduced(model::RuleId id, T left, T right) {
        T result = left;
        std::size_t index = 0;
        boost::hana::for_each(model::rule::list, [&](auto rule) {
            if (index++ != id) return;
            if constexpr (requires { rule.apply(left, right); })
                result = rule.apply(left, right);
            else
                knows_all_ = false;
        });
        return result;
    }

    const model::Values& values_;
    std::uint64_t seed_;
    std::unordered_map<model::Value, T> known_;
    bool knows_all_ = true;
};

}  // namespace ringproof::generators
