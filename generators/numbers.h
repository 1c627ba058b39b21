#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
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

/// Spread over the numbers of type T: all unsigned ones but the greatest; signed ones of which a thousand can be added,
/// and that a double holds exactly; floats of different magnitude, so that sums are rounded.
template <class T>
T drawn_number(std::uint64_t hash) {
    if constexpr (std::floating_point<T>) {
        constexpr int digits = std::numeric_limits<T>::digits;
        return static_cast<T>(std::ldexp(static_cast<double>(hash >> (64 - digits)), static_cast<int>(hash % 16)) -
                              std::ldexp(1.0, digits + 7));
    } else if constexpr (std::is_signed_v<T>) {
        constexpr std::uint64_t most = std::uint64_t{1} << (std::numeric_limits<T>::digits - 10);
        return static_cast<T>(static_cast<T>(hash % most) - static_cast<T>(most / 2));
    } else {
        return static_cast<T>(hash % std::numeric_limits<T>::max());
    }
}

/// What a slot holds that holds `nothing`: a number that is never drawn.
template <class T>
constexpr T number_of_nothing() {
    return std::is_signed_v<T> ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
}

/// What opaque work makes: a number that depends on its label, on which of its outputs it is, and on each argument in
/// its place. `seed` tells lanes of a slot apart.
template <class T>
class Worked {
public:
    Worked(std::string_view label, std::int32_t output, std::uint64_t seed)
        : hash_(number_of(label, seed + static_cast<std::uint64_t>(output))) {}
    void take(T argument) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &argument, sizeof argument);
        hash_ = hash_ * 0x9e3779b97f4a7c15u + bits;
    }
    T made() const { return drawn_number<T>(number_of({}, hash_)); }

private:
    std::uint64_t hash_;
};

/// Whether a rule is defined on T.
template <class T>
bool has_rule(model::RuleId id) {
    bool found = false;
    std::size_t index = 0;
    boost::hana::for_each(model::rule::list, [&](auto rule) {
        if (index++ == id) found = requires(T number) {
                rule.apply(number, number);
            };
    });
    return found;
}

/// left ⊕ right; left where the rule is not defined on T.
template <class T>
T reduced(model::RuleId id, T left, T right) {
    T result = left;
    std::size_t index = 0;
    boost::hana::for_each(model::rule::list, [&](auto rule) {
        if (index++ != id) return;
        if constexpr (requires { rule.apply(left, right); }) result = rule.apply(left, right);
    });
    return result;
}

/// Values of one store as numbers of type T: std::uint64_t, for which every law of every rule holds exactly, double,
/// for which none does, or another. Inputs and what opaque work makes are drawn by `seed`.
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

    T made(model::Value value) {
        const model::Values::Node node = values_.node(value);
        switch (node.kind) {
            case Kind::nothing:
                return number_of_nothing<T>();
            case Kind::atom:
                return drawn_number<T>(number_of(node.name.text(), seed_));
            case Kind::application: {
                Worked<T> work(node.name.text(), node.output, seed_);
                for (const model::Value argument : values_.arguments(value)) work.take(of(argument));
                return work.made();
            }
            default:
                knows_all_ = knows_all_ && has_rule<T>(node.rule);
                return reduced(node.rule, of(node.left), of(node.right));
        }
    }

    const model::Values& values_;
    std::uint64_t seed_;
    std::unordered_map<model::Value, T> known_;
    bool knows_all_ = true;
};

}  // namespace ringproof::generators
