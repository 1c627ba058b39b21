#include "model/value.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/check_often.h"

namespace ringproof::model {
namespace {

using Outcome = Comparison::Outcome;

/// Expressions as text that is the same exactly when they are equal under a law: written from the definition, slowly.
class Normal {
public:
    Normal(const Values& values, Law law) : values_(values), law_(law) {}

    std::string text(Value value) const {
        const Values::Node& node = values_.node(value);
        switch (node.kind) {
            case Values::Kind::nothing:
                return "-";
            case Values::Kind::atom:
                return node.name.text();
            case Values::Kind::application: {
                std::string all = node.name.text() + "." + std::to_string(node.output) + "(";
                for (const Value argument : values_.arguments(value)) all += text(argument) + ",";
                return all + ")";
            }
            default:
                break;
        }
        const Law law = std::min(law_, rules()[node.rule].laws);
        // Accumulates of an open order count as a sum only where sums may be reordered.
        const bool open = node.kind == Values::Kind::accumulation && law < Law::commutativity;
        const std::string name = std::string(rules()[node.rule].name) + (open ? "?" : "");
        if (law == Law::none || open) return name + "<" + text(node.left) + "|" + text(node.right) + ">";
        std::vector<std::string> operands;
        for (const Value side : {node.left, node.right}) {
            const std::string part = text(side);
            // An operand of the same rule lends its own operands. All of its text but the brackets are operands.
            if (part.starts_with(name + "["))
                for (std::string& inner : split(part.substr(name.size() + 1, part.size() - name.size() - 2)))
                    operands.push_back(std::move(inner));
            else
                operands.push_back(part);
        }
        if (law >= Law::commutativity) std::sort(operands.begin(), operands.end());
        if (law >= Law::idempotence) operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
        if (operands.size() == 1) return operands.front();
        std::string all = name + "[";
        for (const std::string& operand : operands) all += operand + ";";
        return all + "]";
    }

private:
    /// At semicolons outside of all brackets.
    static std::vector<std::string> split(const std::string& text) {
        std::vector<std::string> parts(1);
        int depth = 0;
        for (const char c : text) {
            depth += (c == '[' || c == '(' || c == '<') - (c == ']' || c == ')' || c == '>');
            if (c == ';' && depth == 0)
                parts.emplace_back();
            else
                parts.back() += c;
        }
        parts.pop_back();
        return parts;
    }

    const Values& values_;
    Law law_;
};

/// An expression over three atoms, read off a list of numbers as a stack program: each number is an atom, or joins the
/// last two. Few rules and atoms, so that equal expressions come about.
Value expression(Values& values, const std::vector<int>& numbers, bool accumulations, bool several_rules) {
    std::vector<Value> stack;
    const auto atom = [&](int k) { return values.atom(Symbol(std::string(1, static_cast<char>('a' + k % 3)))); };
    const auto join = [&](int k) {
        const Value right = stack.back();
        stack.pop_back();
        const Value left = stack.back();
        stack.pop_back();
        if (several_rules && k % 8 == 7) {
            const Value both[] = {left, right};
            return values.apply(Symbol("f"), k / 8 % 2, both);
        }
        constexpr const char* names[] = {"add", "max", "compose", "max"};
        const auto rule = *find_rule(several_rules ? names[k % 4] : names[0]);
        return values.reduce(rule, left, right, accumulations && k % 5 == 0 && rule == *find_rule("add"));
    };
    for (const int k : numbers) {
        if (stack.size() < 2 || k % 2 == 0)
            stack.push_back(atom(k / 2));
        else
            stack.push_back(join(k / 2));
    }
    if (stack.empty()) return nothing;
    while (stack.size() > 1) stack.push_back(join(0));
    return stack.back();
}

/// The same expression with some of its reductions turned by a law, which the rule may have or not: 1 turns brackets, 2
/// also operands, 3 also repeats some.
Value turned(Values& values, Value value, int laws, std::mt19937& random) {
    const Values::Node node = values.node(value);
    if (node.kind == Values::Kind::application) {
        std::vector<Value> arguments(values.arguments(value).begin(), values.arguments(value).end());
        for (Value& argument : arguments) argument = turned(values, argument, laws, random);
        return values.apply(node.name, node.output, arguments);
    }
    if (node.kind != Values::Kind::reduction && node.kind != Values::Kind::accumulation) return value;
    const bool open = node.kind == Values::Kind::accumulation;
    const auto join = [&](Value left, Value right) { return values.reduce(node.rule, left, right, open); };
    const Value left = turned(values, node.left, laws, random), right = turned(values, node.right, laws, random);
    const auto is_same = [&](Value side) {
        const Values::Kind kind = values.node(side).kind;
        return (kind == Values::Kind::reduction || kind == Values::Kind::accumulation) &&
               values.node(side).rule == node.rule;
    };
    switch (random() % 6) {
        case 0:
            if (laws >= 1 && is_same(left)) return join(values.node(left).left, join(values.node(left).right, right));
            break;
        case 1:
            if (laws >= 1 && is_same(right)) return join(join(left, values.node(right).left), values.node(right).right);
            break;
        case 2:
            if (laws >= 2) return join(right, left);
            break;
        case 3:
            if (laws >= 3) return join(join(left, right), random() % 2 ? left : right);
            break;
        default:
            break;
    }
    return join(left, right);
}

Comparison expected(const Values& values, Value found, Value wanted) {
    for (const Law law : {Law::none, Law::associativity, Law::commutativity, Law::idempotence}) {
        const Normal normal(values, law);
        if (law == Law::none ? found == wanted : normal.text(found) == normal.text(wanted))
            return {Outcome::equal, law};
    }
    return {Outcome::different, Law::none};
}

void compares_like_the_definition(bool accumulations, bool several_rules) {
    int seen[5] = {};
    tests::check_often(5'000, [&] {
        const auto numbers = rc::gen::container<std::vector<int>>(rc::gen::resize(50, rc::gen::inRange(0, 240)));
        Values values;
        const Value a = expression(values, *rc::gen::resize(14, numbers), accumulations, several_rules);
        std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
        const Value b = *rc::gen::inRange(0, 8) == 0
                            ? expression(values, *rc::gen::resize(14, numbers), accumulations, several_rules)
                            : turned(values, a, *rc::gen::element(1, 2, 3, 3), random);
        const Comparison wanted = expected(values, a, b);
        const Comparison found = values.compare(a, b);
        RC_LOG() << values.text(a) << "  and  " << values.text(b) << '\n';
        RC_ASSERT(found.outcome == wanted.outcome);
        RC_ASSERT(found.law == wanted.law);
        ++seen[wanted.outcome == Outcome::equal ? static_cast<int>(wanted.law) : 4];
        RC_ASSERT(values.compare(b, a).law == wanted.law);
    });
    for (const int kind : {0, 1, 2, several_rules ? 3 : 4, 4})
        EXPECT_GT(seen[kind], 0) << "too few cases of kind " << kind;
}

TEST(Values, CompareLikeTheDefinitionUnderOneRule) { compares_like_the_definition(false, false); }
TEST(Values, CompareLikeTheDefinitionUnderSeveralRules) { compares_like_the_definition(false, true); }
TEST(Values, CompareLikeTheDefinitionWithAccumulations) { compares_like_the_definition(true, true); }

struct ValuesOf : testing::Test {
    Values values;
    RuleId add = *find_rule("add"), max = *find_rule("max"), compose = *find_rule("compose");
    Value a = values.atom(Symbol("a")), b = values.atom(Symbol("b")), c = values.atom(Symbol("c"));
    Value of(RuleId rule, Value left, Value right) { return values.reduce(rule, left, right); }
    void expect(Value found, Value wanted, Outcome outcome, Law law) {
        const Comparison comparison = values.compare(found, wanted);
        EXPECT_EQ(static_cast<int>(comparison.outcome), static_cast<int>(outcome)) << values.text(found);
        EXPECT_EQ(static_cast<int>(comparison.law), static_cast<int>(law)) << values.text(found);
    }
};

TEST_F(ValuesOf, EachLawIsNamed) {
    expect(of(add, a, b), of(add, a, b), Outcome::equal, Law::none);
    expect(of(add, a, of(add, b, c)), of(add, of(add, a, b), c), Outcome::equal, Law::associativity);
    expect(of(add, b, a), of(add, a, b), Outcome::equal, Law::commutativity);
    expect(of(add, a, a), a, Outcome::different, Law::none);
    expect(of(max, a, a), a, Outcome::equal, Law::idempotence);
    expect(of(max, of(max, b, a), b), of(max, a, b), Outcome::equal, Law::idempotence);
    expect(of(compose, a, of(compose, b, c)), of(compose, of(compose, a, b), c), Outcome::equal, Law::associativity);
    expect(of(compose, a, b), of(compose, b, a), Outcome::different, Law::none);
    expect(of(add, a, b), of(max, a, b), Outcome::different, Law::none);
    expect(nothing, a, Outcome::different, Law::none);
    expect(nothing, nothing, Outcome::equal, Law::none);
}

TEST_F(ValuesOf, ALeafThatShrinksIsFlattenedAgain) {
    const Value sum = of(add, a, b);
    expect(of(add, of(max, sum, sum), c), of(add, a, of(add, b, c)), Outcome::equal, Law::idempotence);
}

TEST_F(ValuesOf, ArgumentsOfOpaqueWorkAreComparedToo) {
    const Value one[] = {of(add, a, b)}, other[] = {of(add, b, a)};
    const Symbol f("f");
    expect(values.apply(f, 0, one), values.apply(f, 0, other), Outcome::equal, Law::commutativity);
    expect(values.apply(f, 0, one), values.apply(f, 1, one), Outcome::different, Law::none);
    expect(values.apply(f, 0, one), values.apply(Symbol("g"), 0, one), Outcome::different, Law::none);
}

TEST_F(ValuesOf, AnAccumulationNeverIsTheVeryExpression) {
    const Value open = values.reduce(add, a, b, true);
    EXPECT_TRUE(values.node(open).open);
    EXPECT_TRUE(values.node(of(max, open, c)).open);
    EXPECT_FALSE(values.node(of(add, a, b)).open);
    expect(open, of(add, a, b), Outcome::equal, Law::commutativity);
    expect(values.reduce(add, a, values.reduce(add, b, c, true), true), of(add, of(add, c, b), a), Outcome::equal,
           Law::commutativity);
}

// 2^64 leaves in 64 nodes: given up, and soon.
TEST_F(ValuesOf, HugeSharedExpressionsAreGivenUp) {
    Value x = a, y = b;
    for (int k = 0; k < 64; ++k) {
        x = of(add, x, x);
        y = of(add, y, y);
    }
    EXPECT_EQ(values.compare(x, y).outcome, Outcome::too_large);
    EXPECT_EQ(values.compare(x, x).outcome, Outcome::equal) << "the same expression needs no look";
    EXPECT_LT(values.text(x).size(), 300U);
    EXPECT_EQ(values.compare(of(add, a, b), of(add, b, a)).outcome, Outcome::equal)
        << "the next comparison starts afresh";
}

TEST(Values, TextsAreCutBetweenCharacters) {
    Values values;
    const Value euros = values.atom(Symbol("€€"));
    EXPECT_EQ(values.text(euros, 6), "€€");
    EXPECT_EQ(values.text(euros, 5), "€ ...");
    EXPECT_EQ(values.text(euros, 4), "€ ...");
    EXPECT_EQ(values.text(euros, 3), "€ ...");
    EXPECT_EQ(values.text(euros, 2), " ...");
}

TEST_F(ValuesOf, DeepChainsUnderOneRuleAreCompared) {
    Value left = a, right = a;
    for (int k = 0; k < 20'000; ++k) {
        left = of(add, left, b);
        right = of(add, b, right);
    }
    expect(left, right, Outcome::equal, Law::commutativity);
}

TEST_F(ValuesOf, TermsMeanValues) {
    const std::optional<Term> x = Term{Input{2, Symbol("x"), 3}};
    EXPECT_EQ(values.text(values.of(x, 1)), "x[3]@2#1");
    EXPECT_EQ(values.of(std::nullopt, 0), nothing);
    EXPECT_EQ(values.of(x, 0), values.atom(Symbol("x[3]@2#0")));
    const std::optional<Term> sum =
        Term{Reduction{Symbol(), {Term{Atom{Symbol("a")}}, Term{Atom{Symbol("b")}}, Term{Atom{Symbol("c")}}}}};
    EXPECT_EQ(values.of(sum, 0), of(add, of(add, a, b), c));
    const std::optional<Term> work = Term{Application{Symbol("f"), 1, {*x, *sum}}};
    EXPECT_EQ(values.text(values.of(work, 0)), "f#1(x[3]@2#0, ((a + b) + c))");
    EXPECT_EQ(values.text(values.of(Expected{Across{Symbol("max"), Symbol("x"), 1}}, 3, 2)),
              "max(max(x[1]@0#2, x[1]@1#2), x[1]@2#2)");
}

}  // namespace
}  // namespace ringproof::model
