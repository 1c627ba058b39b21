#include "model/rule.h"

#include <cstdint>
#include <functional>

#include <boost/hana/cartesian_product.hpp>
#include <boost/hana/filter.hpp>
#include <boost/hana/transform.hpp>
#include <boost/hana/type.hpp>
#include <boost/hana/unpack.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/rules.h"

// Every rule of the list on every element type that it takes; a new rule is tested without new code.
namespace ringproof::model {
namespace {

namespace hana = boost::hana;

template <class Rule, class Element>
struct Pair {
    using rule = Rule;
    using element = Element;
};

constexpr auto elements = hana::tuple_t<std::int32_t, std::int64_t, std::uint32_t, std::uint64_t, float, double>;
constexpr auto rule_types = hana::transform(rule::list, [](auto entry) { return hana::type_c<decltype(entry)>; });

template <class Rule, class Element>
concept Takes = requires(Element a) {
    Rule::apply(a, a);
};

constexpr auto pairs = hana::filter(
    hana::transform(
        hana::cartesian_product(hana::make_tuple(rule_types, elements)),
        [](auto both) {
            return hana::type_c<
                Pair<typename decltype(+both[hana::size_c<0>])::type, typename decltype(+both[hana::size_c<1>])::type>>;
        }),
    [](auto pair) {
        using P = typename decltype(pair)::type;
        return hana::bool_c<Takes<typename P::rule, typename P::element>>;
    });

template <class... Pairs>
testing::Types<typename Pairs::type...> types_of(hana::tuple<Pairs...>);
using RuleTypes = decltype(types_of(pairs));

/// Small whole numbers on floats, on which their sums are exact; all words otherwise. Signed words only where the sum
/// stays in range.
template <class T>
rc::Gen<T> number() {
    if constexpr (std::is_floating_point_v<T>)
        return rc::gen::map(rc::gen::inRange(-1'000, 1'000), [](int k) { return static_cast<T>(k); });
    else if constexpr (std::is_signed_v<T>)
        return rc::gen::inRange<T>(std::numeric_limits<T>::min() / 4, std::numeric_limits<T>::max() / 4);
    else
        return rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<T>());
}

/// Whether the law holds on random numbers. Made once for each type of numbers: it is what costs most to compile here.
template <class T>
bool always(const std::function<bool(T, T, T)>& holds) {
    // A few numbers that differ in both halves of a word are enough of a witness against a law.
    const T few[] = {
        T(0), T(1), T(2), T(3), static_cast<T>((1LL << 16) + 5), static_cast<T>((7LL << 32) + (3LL << 16) + 9)};
    for (const T a : few)
        for (const T b : few)
            for (const T c : few)
                if (!holds(a, b, c)) return false;
    return rc::check([&] { RC_ASSERT(holds(*number<T>(), *number<T>(), *number<T>())); });
}

template <class P>
struct EveryRule : testing::Test {
    using Rule = typename P::rule;
    using T = typename P::element;
    static T apply(T a, T b) { return Rule::apply(a, b); }
};
TYPED_TEST_SUITE(EveryRule, RuleTypes);

TYPED_TEST(EveryRule, HasTheLawsThatItIsListedWithAndNoMore) {
    using F = TestFixture;
    using T = typename F::T;
    constexpr Rule info = F::Rule::info;
    if (!info.reduces) {
        EXPECT_EQ(info.laws, Law::none);
        EXPECT_TRUE(always<T>([](T a, T b, T) { return F::apply(a, b) == a; }));
        return;
    }
    const bool associative =
        always<T>([](T a, T b, T c) { return F::apply(F::apply(a, b), c) == F::apply(a, F::apply(b, c)); });
    const bool commutative = always<T>([](T a, T b, T) { return F::apply(a, b) == F::apply(b, a); });
    const bool idempotent = always<T>([](T a, T, T) { return F::apply(a, a) == a; });
    EXPECT_EQ(associative, info.laws >= Law::associativity) << info.name;
    EXPECT_EQ(commutative, info.laws >= Law::commutativity) << info.name;
    EXPECT_EQ(idempotent, info.laws >= Law::idempotence) << info.name;
}

// On floats associativity is a name only: the list says so, and reports do.
TEST(Rules, FloatSumsAreNotAssociative) {
    const float big = 16'777'216.F;
    EXPECT_NE(rule::Add::apply(rule::Add::apply(big, 1.F), 1.F), rule::Add::apply(big, rule::Add::apply(1.F, 1.F)));
    EXPECT_NE(rule::Add::info.about.find("floats"), std::string_view::npos);
}

// (p, q) after (r, s) is x -> p·(r·x + s) + q; the arriving map comes last.
RC_GTEST_PROP(Rules, ComposeComposesAffineMaps, (std::uint32_t a, std::uint32_t b, std::uint16_t x)) {
    const auto at = [](std::uint32_t map, std::uint16_t at) {
        return static_cast<std::uint16_t>((map >> 16) * at + (map & 0xffff));
    };
    RC_ASSERT(at(rule::Compose::apply(a, b), x) == at(a, at(b, x)));
}

TEST(Rules, AreFoundByNameAndAlias) {
    ASSERT_FALSE(rules().empty());
    for (RuleId id = 0; id < rules().size(); ++id) {
        EXPECT_EQ(find_rule(rules()[id].name), id);
        EXPECT_TRUE(rules()[id].alias.empty() || find_rule(rules()[id].alias) == id) << rules()[id].name;
    }
    EXPECT_EQ(find_rule("sum"), find_rule("add"));
    EXPECT_FALSE(find_rule(""));
    EXPECT_FALSE(find_rule("mul"));
}

}  // namespace
}  // namespace ringproof::model
