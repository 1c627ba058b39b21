#pragma once

#include <algorithm>
#include <concepts>
#include <type_traits>

#include <boost/hana/tuple.hpp>

#include "model/rule.h"

/// The forwarding rules as a compile-time list. Names, the command line, contracts, typed tests and
/// conformance matrices are derived from it: a new rule is one struct and one entry.
namespace ringproof::model::rule {

/// The arriving value as it is.
struct Copy {
    static constexpr Rule info{"copy", "", "forwards the value that arrived", false, Law::none};
    template <class T>
    static constexpr T apply(T arriving, T) {
        return arriving;
    }
};

struct Add {
    static constexpr Rule info{"add", "sum", "sum; on floats associative only in name", true, Law::commutativity};
    template <class T>
    static constexpr T apply(T arriving, T own) {
        return static_cast<T>(arriving + own);
    }
};

struct Max {
    static constexpr Rule info{"max", "", "the greater of two", true, Law::idempotence};
    template <class T>
    static constexpr T apply(T arriving, T own) {
        return std::max(arriving, own);
    }
};

struct Min {
    static constexpr Rule info{"min", "", "the lesser of two", true, Law::idempotence};
    template <class T>
    static constexpr T apply(T arriving, T own) {
        return std::min(arriving, own);
    }
};

/// Composition of affine maps x -> p·x + q modulo a power of two, p in the upper half of the word and
/// q in the lower: associative, not commutative. It finds schedules that mix up the order.
struct Compose {
    static constexpr Rule info{"compose", "", "composition of affine maps: associative, not commutative", true,
                               Law::associativity};
    template <std::integral T>
    static constexpr T apply(T arriving, T own) {
        using Word = std::make_unsigned_t<T>;
        constexpr int half = sizeof(Word) * 4;
        constexpr Word low = static_cast<Word>((Word{1} << half) - 1);
        const auto a = static_cast<Word>(arriving), b = static_cast<Word>(own);
        const auto p = static_cast<Word>((a >> half) * (b >> half) & low);
        const auto q = static_cast<Word>(((a >> half) * (b & low) + (a & low)) & low);
        return static_cast<T>(static_cast<Word>(p << half) | q);
    }
};

inline constexpr auto list = boost::hana::tuple<Copy, Add, Max, Min, Compose>{};

}  // namespace ringproof::model::rule
