#include "checker/story/parts.h"

#include <gtest/gtest.h>

namespace ringproof::checker {
namespace {

using model::Symbol;
using model::Value;
using model::Values;

class PartsOf : public testing::Test {
protected:
    Value atom(const char* name) { return values.atom(Symbol(name)); }
    Value sum(Value left, Value right, const char* rule = "add") {
        return values.reduce(*model::find_rule(rule), left, right);
    }

    Values values;
    Value a = atom("a"), b = atom("b"), c = atom("c"), d = atom("d");
};

TEST_F(PartsOf, ASumAreItsOperandsInAnyOrder) {
    const Parts parts(values, sum(sum(a, b), sum(c, c)));
    EXPECT_TRUE(parts.has(a));
    EXPECT_TRUE(parts.has(sum(c, b)));
    EXPECT_TRUE(parts.has(sum(c, sum(a, c))));
    EXPECT_FALSE(parts.has(sum(a, a)));
    EXPECT_FALSE(parts.has(d));
    EXPECT_FALSE(parts.has(sum(a, d)));
    EXPECT_FALSE(parts.has(model::nothing));
    EXPECT_FALSE(parts.has(sum(a, b, "max")));
}

TEST_F(PartsOf, WhatDoesNotCommuteAreOperandsSideBySide) {
    const Parts parts(values, sum(sum(a, b, "compose"), sum(c, d, "compose"), "compose"));
    EXPECT_TRUE(parts.has(sum(b, c, "compose")));
    EXPECT_FALSE(parts.has(sum(b, a, "compose")));
    EXPECT_FALSE(parts.has(sum(a, c, "compose")));
}

TEST_F(PartsOf, AnIdempotentRuleMayRepeat) {
    const Parts parts(values, sum(a, b, "max"));
    EXPECT_TRUE(parts.has(sum(sum(a, b, "max"), a, "max")));
    EXPECT_EQ(parts.difference(sum(a, a, "max"), true), "b is missing");
}

TEST_F(PartsOf, OpaqueWorkAreItsArguments) {
    const Value work = values.apply(Symbol("f"), 0, std::vector{a, sum(b, c)});
    const Parts parts(values, work);
    EXPECT_TRUE(parts.has(work));
    EXPECT_TRUE(parts.has(sum(b, c)));
    EXPECT_FALSE(parts.has(sum(c, b)));
    EXPECT_FALSE(parts.has(d));
    EXPECT_EQ(parts.difference(a, true), "");
}

TEST_F(PartsOf, DifferencesAreTold) {
    const Parts parts(values, sum(sum(a, b), c));
    EXPECT_EQ(parts.difference(sum(a, b), true), "c is missing");
    EXPECT_EQ(parts.difference(sum(sum(a, a), c), true), "b is missing; a is counted twice");
    EXPECT_EQ(parts.difference(sum(sum(a, sum(a, a)), d), true),
              "b, c are missing; a is counted more than twice; d is foreign");
    EXPECT_EQ(parts.difference(sum(sum(a, c), b), true), "");
    EXPECT_EQ(Parts(values, sum(a, b, "compose")).difference(sum(b, a, "compose"), true),
              "all that belongs to it is there, but in another order, and compose does not commute");
    const Value first = atom("x[1]@2#0");
    EXPECT_EQ(Parts(values, sum(first, a)).difference(a, false), "x[1]@2 is missing");
    EXPECT_EQ(Parts(values, sum(first, a)).difference(a, true), "x[1]@2#0 is missing");
}

}  // namespace
}  // namespace ringproof::checker
