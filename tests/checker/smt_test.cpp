#include <array>
#include <chrono>
#include <random>

#include <gtest/gtest.h>

#include "checker/smt/equation.h"
#include "checker/smt/solver.h"
#include "model/rule.h"

namespace ringproof::checker::smt {
namespace {

using model::Symbol;
using model::Value;
using model::Values;

TEST(Solver, Clauses) {
    const Deadline none(0);
    Solver solver(none);
    const Literal a = solver.make("a"), b = solver.make("b"), c = solver.make("c");
    solver.clause({a, b});
    solver.clause({!a, c});
    EXPECT_EQ(solver.ask("anything", {}), Answer::model);
    EXPECT_EQ(solver.ask("a without c", {a, !c}), Answer::proved);
    ASSERT_EQ(solver.ask("no c", {!c}), Answer::model);
    EXPECT_TRUE(solver.value(b));
    EXPECT_FALSE(solver.value(a));
    EXPECT_TRUE(solver.value(!a));
    EXPECT_EQ(solver.ask("neither", {!a, !b}), Answer::proved);
    EXPECT_EQ(solver.questions(), 4);
    solver.clause({});
    EXPECT_EQ(solver.ask("nothing holds any more", {}), Answer::proved);
}

TEST(Solver, Orders) {
    const Deadline none(0);
    Solver solver(none, Theory::orders);
    const Literal p = solver.make("p"), q = solver.make("q"), r = solver.make("r");
    const Time a = solver.make_time("a"), b = solver.make_time("b"), c = solver.make_time("c");
    solver.before(a, b);
    solver.before(p, b, c);
    solver.before(!p, c, b);
    solver.before(q, c, a);
    solver.at_least(r, {{p, 1}, {q, 1}, {r, 2}}, 4);
    ASSERT_EQ(solver.ask("c before a", {q}), Answer::model);
    EXPECT_FALSE(solver.value(p));
    EXPECT_EQ(solver.ask("b before c before a", {p, q}), Answer::proved);
    EXPECT_EQ(solver.ask("c between", {!p, !q}), Answer::model);
    EXPECT_EQ(solver.ask("both, by counting", {r}), Answer::proved);
    solver.before(b, c);
    EXPECT_EQ(solver.ask("c before b", {!p}), Answer::proved);
    EXPECT_EQ(solver.ask("c after b", {}), Answer::model);
}

TEST(Solver, AtLeastAgainstCounting) {
    // Every assignment of five weighted literals against the sum; with and without the condition.
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        const Deadline none(0);
        Solver solver(none);
        const Literal condition = solver.make("condition");
        std::vector<Weighted> terms;
        std::int64_t total = 0;
        for (int k = 0; k < 5; ++k) {
            const Literal literal = solver.make("x" + std::to_string(k));
            terms.push_back({random() % 4 == 0 ? !literal : literal,
                             1 + static_cast<std::int64_t>(random() % 3) * (round % 2 + 1)});
            total += terms.back().weight;
        }
        const std::int64_t bound = static_cast<std::int64_t>(random() % static_cast<unsigned>(total + 4)) - 1;
        solver.at_least(condition, terms, bound);
        for (unsigned assignment = 0; assignment < 32; ++assignment) {
            std::vector<Literal> assumptions{condition};
            std::int64_t sum = 0;
            for (unsigned k = 0; k < 5; ++k) {
                const bool holds = (assignment >> k & 1U) != 0;
                assumptions.push_back(holds ? terms[k].literal : !terms[k].literal);
                sum += holds ? terms[k].weight : 0;
            }
            EXPECT_EQ(solver.ask("at least", assumptions), sum >= bound ? Answer::model : Answer::proved)
                << "sum " << sum << " of " << total << ", bound " << bound;
            assumptions[0] = !condition;
            EXPECT_EQ(solver.ask("without condition", assumptions), Answer::model);
        }
    }
}

TEST(Solver, AtLeastAtItsEdges) {
    const Deadline none(0);
    Solver solver(none);
    const Literal c = solver.make("c"), d = solver.make("d"), x = solver.make("x"), y = solver.make("y");
    solver.at_least(c, {{x, 1}, {y, 1}}, 0);
    EXPECT_EQ(solver.ask("a bound of nothing", {c, !x, !y}), Answer::model);
    solver.at_least(c, {}, -5);
    EXPECT_EQ(solver.ask("a bound below nothing", {c}), Answer::model);
    solver.at_least(c, {{x, 2}, {y, 3}}, 5);
    EXPECT_EQ(solver.ask("all are needed", {c, !x}), Answer::proved);
    EXPECT_EQ(solver.ask("all are needed", {c, !y}), Answer::proved);
    EXPECT_EQ(solver.ask("all are needed", {c, x, y}), Answer::model);
    solver.at_least(d, {{x, 2}, {y, 3}}, 6);
    EXPECT_EQ(solver.ask("a bound beyond all", {d}), Answer::proved);
    EXPECT_EQ(solver.ask("the rest is untouched", {!d, c}), Answer::model);
}

TEST(Solver, LargeWeights) {
    constexpr std::int64_t large = 1'000'000'000'000;
    const Deadline none(0);
    Solver solver(none);
    const Literal c = solver.make("c");
    std::vector<Weighted> terms;
    for (int k = 0; k < 4; ++k) terms.push_back({solver.make("x" + std::to_string(k)), large});
    solver.at_least(c, terms, 2 * large);
    EXPECT_EQ(solver.ask("two", {c, terms[0].literal, terms[3].literal, !terms[1].literal, !terms[2].literal}),
              Answer::model);
    EXPECT_EQ(solver.ask("one", {c, terms[0].literal, !terms[1].literal, !terms[2].literal, !terms[3].literal}),
              Answer::proved);
}

TEST(Solver, WhatItCannotCountIsNeverProved) {
    constexpr std::int64_t large = 1'000'000'000'000;
    const Deadline none(0);
    Solver solver(none);
    const Literal c = solver.make("c"), x = solver.make("x"), y = solver.make("y"), z = solver.make("z");
    solver.at_least(c, {{x, large}, {y, large + 1}, {z, large + 3}}, 2 * large);
    EXPECT_EQ(solver.ask("beyond 32 bits", {c, !x, !y, !z}), Answer::error);
    EXPECT_FALSE(solver.complaint().empty());
}

/// Pigeons in one hole too few: hard for every solver of this kind.
TEST(Solver, TimeoutIsNoProof) {
    constexpr int pigeons = 14;
    const Deadline soon(0.05);
    Solver solver(soon);
    std::vector<std::vector<Literal>> sits(pigeons);
    for (int p = 0; p < pigeons; ++p)
        for (int h = 0; h < pigeons - 1; ++h)
            sits[p].push_back(solver.make("p" + std::to_string(p) + "_" + std::to_string(h)));
    for (int p = 0; p < pigeons; ++p) {
        solver.clause(sits[p]);
        for (int q = 0; q < p; ++q)
            for (int h = 0; h < pigeons - 1; ++h) solver.clause({!sits[p][h], !sits[q][h]});
    }
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(solver.ask("pigeons", {}), Answer::timeout);
    EXPECT_FALSE(solver.complaint().empty());
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
}

/// Values over a, b, c and what the solver says of two of them.
class EquationsTest : public testing::Test {
protected:
    static model::RuleId rule(const char* name) { return model::find_rule(name).value(); }
    Value two(const char* name, Value left, Value right) { return values.reduce(rule(name), left, right); }
    Answer different(Value found, Value expected) {
        const Deadline deadline(10);
        return Equations(values, deadline).ask_different("test", found, expected);
    }
    void expect_equal(Value x, Value y) {
        EXPECT_EQ(different(x, y), Answer::proved);
        EXPECT_EQ(different(y, x), Answer::proved);
    }
    void expect_different(Value x, Value y) {
        EXPECT_EQ(different(x, y), Answer::model);
        EXPECT_EQ(different(y, x), Answer::model);
    }

    Values values;
    Value a = values.atom(Symbol("a")), b = values.atom(Symbol("b")), c = values.atom(Symbol("c"));
};

TEST_F(EquationsTest, Atoms) {
    expect_equal(a, a);
    expect_different(a, b);
    expect_different(a, model::nothing);
}

TEST_F(EquationsTest, SumsMayBeRegroupedAndReordered) {
    expect_equal(two("add", two("add", a, b), c), two("add", a, two("add", b, c)));
    expect_equal(two("add", two("add", a, b), c), two("add", c, two("add", b, a)));
    expect_different(two("add", a, a), a);
    expect_different(two("add", a, b), two("add", a, c));
}

TEST_F(EquationsTest, ExtremesAreAlsoIdempotent) {
    for (const char* name : {"max", "min"}) {
        expect_equal(two(name, two(name, a, b), c), two(name, c, two(name, b, a)));
        expect_equal(two(name, a, a), a);
        expect_equal(two(name, two(name, a, b), b), two(name, a, b));
        expect_different(two(name, a, b), a);
    }
    expect_different(two("max", a, b), two("min", a, b));
}

TEST_F(EquationsTest, ComposeMayOnlyBeRegrouped) {
    expect_equal(two("compose", two("compose", a, b), c), two("compose", a, two("compose", b, c)));
    expect_different(two("compose", a, b), two("compose", b, a));
    expect_different(two("compose", a, a), a);
}

TEST_F(EquationsTest, OpaqueWorkIsAFunctionOfItsArgumentsAndNothingElse) {
    const auto f = [&](const char* label, std::int32_t output, std::vector<Value> arguments) {
        return values.apply(Symbol(label), output, arguments);
    };
    expect_equal(f("f", 0, {a, b}), f("f", 0, {a, b}));
    expect_equal(f("f", 0, {two("add", a, b)}), f("f", 0, {two("add", b, a)}));
    expect_different(f("f", 0, {a, b}), f("f", 0, {b, a}));
    expect_different(f("f", 0, {a}), f("g", 0, {a}));
    expect_different(f("f", 0, {a}), f("f", 1, {a}));
    expect_different(f("f", 0, {a}), a);
    expect_different(f("f", 0, {two("add", a, b)}), two("add", f("f", 0, {a}), f("f", 0, {b})));
}

TEST_F(EquationsTest, MixedRulesAreRefusedNotProved) {
    const Value mixed = two("add", two("compose", a, b), c);
    EXPECT_EQ(different(mixed, two("add", c, two("compose", a, b))), Answer::error);
    const Deadline deadline(10);
    Equations equations(values, deadline);
    equations.ask_different("test", mixed, a);
    EXPECT_FALSE(equations.complaint().empty());
    EXPECT_EQ(equations.questions(), 1);
    // Numbers of two kinds are no mixture.
    expect_equal(two("add", two("max", a, b), c), two("add", c, two("max", b, a)));
}

}  // namespace
}  // namespace ringproof::checker::smt
