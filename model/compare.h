#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "model/describe.h"
#include "model/schedule.h"

/// Equality and hashing, derived from model/describe.h: a new operation or member is compared and
/// hashed without code of its own. Heavy to compile (Boost.Hana): include it in .cpp files only.
namespace ringproof::model {

/// Whether both hold the same: described structs member by member, in depth.
template <class T>
bool equal(const T& left, const T& right);
/// A hash to match: equal values have equal hashes, in every run of one build.
template <class T>
std::size_t hash_of(const T& value);

/// Calls `visit(name, left member, right member)` for each member of a described struct.
template <Described T, class Visit>
void each_pair(const T& left, const T& right, Visit&& visit) {
    boost::hana::for_each(boost::hana::accessors<T>(), [&](auto member) {
        constexpr auto name = boost::hana::first(decltype(member){});
        visit(std::string_view{boost::hana::to<const char*>(name)}, boost::hana::second(member)(left),
              boost::hana::second(member)(right));
    });
}

namespace detail {

inline std::size_t mix(std::size_t seed, std::size_t hash) {
    return (seed ^ hash) * 0x9e3779b97f4a7c15ULL + (seed >> 29);
}

template <class T>
struct Comparison {
    static bool equal(const T& left, const T& right) {
        if constexpr (Described<T>) {
            bool same = true;
            each_pair(left, right,
                      [&same](std::string_view, const auto& a, const auto& b) { same = same && model::equal(a, b); });
            return same;
        } else {
            static_assert(std::equality_comparable<T>, "describe the struct in model/describe.h");
            return left == right;
        }
    }

    static std::size_t hash(const T& value) {
        if constexpr (Described<T>) {
            std::size_t seed = 1;
            each_member(value, [&seed](std::string_view, const auto& member) { seed = mix(seed, hash_of(member)); });
            return seed;
        } else {
            return std::hash<T>{}(value);
        }
    }
};

template <class T>
struct Comparison<std::optional<T>> {
    static bool equal(const std::optional<T>& left, const std::optional<T>& right) {
        return left && right ? model::equal(*left, *right) : left.has_value() == right.has_value();
    }
    static std::size_t hash(const std::optional<T>& value) { return value ? mix(2, hash_of(*value)) : 3; }
};

template <class T>
struct Comparison<std::vector<T>> {
    static bool equal(const std::vector<T>& left, const std::vector<T>& right) {
        if (left.size() != right.size()) return false;
        for (std::size_t i = 0; i < left.size(); ++i)
            if (!model::equal(left[i], right[i])) return false;
        return true;
    }
    static std::size_t hash(const std::vector<T>& value) {
        std::size_t seed = mix(5, value.size());
        for (const T& element : value) seed = mix(seed, hash_of(element));
        return seed;
    }
};

template <class... Cases>
struct Comparison<std::variant<Cases...>> {
    using Choice = std::variant<Cases...>;
    static bool equal(const Choice& left, const Choice& right) {
        if (left.index() != right.index()) return false;
        return std::visit(
            [&right]<class Case>(const Case& value) { return model::equal(value, std::get<Case>(right)); }, left);
    }
    static std::size_t hash(const Choice& value) {
        return mix(7 + value.index(), std::visit([](const auto& chosen) { return hash_of(chosen); }, value));
    }
};

template <>
struct Comparison<Symbol> {
    static bool equal(Symbol left, Symbol right) { return left == right; }
    /// Of the text: the address differs between runs.
    static std::size_t hash(Symbol value) { return std::hash<std::string>{}(value.text()); }
};

template <>
struct Comparison<Place> {
    static bool equal(const Place& left, const Place& right) { return left == right; }
    static std::size_t hash(const Place& value) { return mix(mix(11, hash_of(value.buffer)), hash_of(value.index)); }
};

template <>
struct Comparison<Counter> {
    static bool equal(const Counter& left, const Counter& right) { return left == right; }
    static std::size_t hash(const Counter& value) {
        return mix(mix(13, hash_of(value.semaphore)), hash_of(value.index));
    }
};

template <>
struct Comparison<All> {
    static bool equal(const All&, const All&) { return true; }
    static std::size_t hash(const All&) { return 17; }
};

template <>
struct Comparison<Term> {
    static bool equal(const Term& left, const Term& right) { return left == right; }
    static std::size_t hash(const Term& value) { return hash_of(value.node); }
};

template <>
struct Comparison<Atom> {
    static bool equal(const Atom& left, const Atom& right) { return left == right; }
    static std::size_t hash(const Atom& value) { return hash_of(value.name); }
};

template <>
struct Comparison<Input> {
    static bool equal(const Input& left, const Input& right) { return left == right; }
    static std::size_t hash(const Input& value) {
        return mix(mix(mix(19, hash_of(value.chip)), hash_of(value.buffer)), hash_of(value.index));
    }
};

template <>
struct Comparison<Reduction> {
    static bool equal(const Reduction& left, const Reduction& right) { return left == right; }
    static std::size_t hash(const Reduction& value) {
        return mix(mix(23, hash_of(value.rule)), hash_of(value.operands));
    }
};

template <>
struct Comparison<Application> {
    static bool equal(const Application& left, const Application& right) { return left == right; }
    static std::size_t hash(const Application& value) {
        return mix(mix(mix(29, hash_of(value.label)), hash_of(value.output)), hash_of(value.arguments));
    }
};

}  // namespace detail

template <class T>
bool equal(const T& left, const T& right) {
    return detail::Comparison<T>::equal(left, right);
}

template <class T>
std::size_t hash_of(const T& value) {
    return detail::Comparison<T>::hash(value);
}

}  // namespace ringproof::model
