#include "generators/numbers.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace ringproof::generators {
namespace {

using model::Value;

TEST(InNumbers, FollowTheLawsOfARule) {
    model::Values values;
    const Value a = values.atom(model::Symbol("a")), b = values.atom(model::Symbol("b")),
                c = values.atom(model::Symbol("c"));
    InNumbers<std::uint64_t> numbers(values, 7);
    for (const std::string_view name : {"add", "max", "min", "compose"}) {
        const model::RuleId rule = *model::find_rule(name);
        const Value left = values.reduce(rule, values.reduce(rule, a, b), c);
        EXPECT_EQ(numbers.of(left), numbers.of(values.reduce(rule, a, values.reduce(rule, b, c)))) << name;
        const bool commutes = model::rules()[rule].laws >= model::Law::commutativity;
        EXPECT_EQ(numbers.of(values.reduce(rule, a, b)) == numbers.of(values.reduce(rule, b, a)), commutes) << name;
    }
    const model::RuleId max = *model::find_rule("max");
    EXPECT_EQ(numbers.of(values.reduce(max, a, b)), std::max(numbers.of(a), numbers.of(b)));
    EXPECT_TRUE(numbers.knows_all());
}

TEST(InNumbers, RoundAsFloatsDo) {
    model::Values values;
    const model::RuleId add = *model::find_rule("add");
    int differ = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        InNumbers<double> numbers(values, seed);
        const Value a = values.atom(model::Symbol("a")), b = values.atom(model::Symbol("b")),
                    c = values.atom(model::Symbol("c"));
        EXPECT_EQ(numbers.of(values.reduce(add, a, b)), numbers.of(values.reduce(add, b, a)));
        differ += numbers.of(values.reduce(add, values.reduce(add, a, b), c)) !=
                  numbers.of(values.reduce(add, a, values.reduce(add, b, c)));
    }
    EXPECT_GT(differ, 5);
}

TEST(InNumbers, TellOfRulesThatDoNotFit) {
    model::Values values;
    const Value both =
        values.reduce(*model::find_rule("compose"), values.atom(model::Symbol("a")), values.atom(model::Symbol("b")));
    InNumbers<double> numbers(values, 1);
    numbers.of(both);
    EXPECT_FALSE(numbers.knows_all());
}

TEST(InNumbers, OpaqueWorkDependsOnAllOfIt) {
    model::Values values;
    const Value a = values.atom(model::Symbol("a")), b = values.atom(model::Symbol("b"));
    InNumbers<std::uint64_t> numbers(values, 1);
    const auto apply = [&](std::string_view label, std::int32_t output, std::vector<Value> arguments) {
        return numbers.of(values.apply(model::Symbol(label), output, arguments));
    };
    EXPECT_NE(apply("f", 0, {a, b}), apply("f", 0, {b, a}));
    EXPECT_NE(apply("f", 0, {a}), apply("f", 1, {a}));
    EXPECT_NE(apply("f", 0, {a}), apply("g", 0, {a}));
    EXPECT_NE(numbers.of(a), numbers.of(b));
}

}  // namespace
}  // namespace ringproof::generators
