#include "checker/every/formula.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "checker/every/filled.h"
#include "checker/every/smt_text.h"
#include "checker/smt/script.h"
#include "model/evaluate.h"
#include "model/language/language.h"

namespace ringproof::checker::every {
namespace {

/// An expression in n, a and b that has a value for n of at least 1; remainders are of less than three times n.
rc::Gen<Expr> expressions(int depth) {
    const auto leaf =
        rc::gen::oneOf(rc::gen::map(rc::gen::inRange<std::int64_t>(-3, 4), number),
                       rc::gen::map(rc::gen::element(std::string("n"), std::string("a"), std::string("b")),
                                    [](const std::string& name) { return variable(name); }));
    if (depth == 0) return leaf;
    const auto smaller = expressions(depth - 1);
    const auto of_two = [&](Expr (*make)(const Expr&, const Expr&)) {
        return rc::gen::map(rc::gen::pair(smaller, smaller),
                            [make](const std::pair<Expr, Expr>& sides) { return make(sides.first, sides.second); });
    };
    return rc::gen::oneOf(
        leaf, of_two(plus), of_two(minus), of_two(less), of_two(at_most), of_two(equal), of_two(both), of_two(either),
        rc::gen::map(smaller, negated),
        rc::gen::map(rc::gen::tuple(smaller, smaller, smaller),
                     [](const std::tuple<Expr, Expr, Expr>& parts) {
                         return choice(std::get<0>(parts), std::get<1>(parts), std::get<2>(parts));
                     }),
        rc::gen::map(smaller, [](const Expr& value) { return remainder(value, number(3)); }),
        rc::gen::map(smaller, [](const Expr& value) { return binary(model::Binary::divide, value, number(2)); }));
}

bool is_unsat(const std::vector<std::string>& names, const SmtText& text, const std::string& assertions) {
    std::string script = SmtText::prelude() + text.declarations({names.begin(), names.end()});
    const Deadline deadline(20);
    const auto reply = smt::ask_script(script + assertions, names, deadline);
    EXPECT_NE(reply.answer, smt::Answer::error) << reply.complaint;
    return reply.answer == smt::Answer::proved;
}

RC_GTEST_PROP(EveryFormula, MeansForTheSolverWhatItMeansForUs, ()) {
    const Expr expression = *expressions(3);
    const auto n = *rc::gen::inRange<std::int64_t>(1, 6), a = *rc::gen::inRange<std::int64_t>(-5, 6),
               b = *rc::gen::inRange<std::int64_t>(-5, 6);
    const Expr filled = substitute(expression, {{"n", number(n)}, {"a", number(a)}, {"b", number(b)}});
    const auto value = known(filled);
    RC_ASSERT(value.has_value());
    SmtText text;
    const std::string here = "(assert (= n " + std::to_string(n) + "))(assert " +
                             text.condition(equal(variable("a"), number(a))) + ")(assert " +
                             text.condition(equal(variable("b"), number(b))) + ")";
    RC_ASSERT(is_unsat({"a", "b", "n"}, text,
                       here + "(assert " + text.condition(negated(equal(expression, number(*value)))) + ")"));
}

TEST(EveryFormula, SaysNothingOfRemaindersBeyondSevenMultiples) {
    for (std::int64_t value = -25; value <= 30; ++value) {
        constexpr std::int64_t n = 5;
        const bool near = value >= -3 * n && value < 4 * n;
        for (std::int64_t rest = -1; rest <= n; ++rest) {
            SmtText text;
            const std::string here = "(assert (= n 5))(assert " + text.condition(equal(variable("v"), number(value))) +
                                     ")(assert " +
                                     text.condition(equal(remainder(variable("v"), variable("n")), number(rest))) + ")";
            // Far away it may be anything, so nothing follows from it, right or wrong.
            EXPECT_EQ(is_unsat({"n", "v"}, text, here), near && rest != model::wrapped(value, n))
                << value << " " << rest;
        }
    }
}

TEST(EveryFormula, TakesARemainderForTheSameEachTime) {
    const Expr far = remainder(times(number(9), variable("n")), variable("n"));
    SmtText text;
    const std::string different = "(assert (not " + text.condition(equal(far, far)) + "))";
    EXPECT_TRUE(is_unsat({"n"}, text, different));
}

TEST(EveryFormula, FillsInOnlyWhatHasAValueForEveryN) {
    const Names names{{"n", variable("n")}, {"me", variable("me")}};
    const Expr n = variable("n"), me = variable("me");
    const auto by = [&](const Expr& divisor) {
        return std::make_shared<const model::Expression>(
            model::Expression{model::BinaryExpression{model::Binary::modulo, me, divisor}, {}});
    };
    EXPECT_NO_THROW(filled(by(n), names));
    EXPECT_NO_THROW(filled(by(times(number(2), n)), names));
    EXPECT_NO_THROW(filled(by(number(3)), names));
    // These can be 0.
    EXPECT_THROW(filled(by(minus(n, number(7))), names), Outside);
    EXPECT_THROW(filled(by(choice(less(number(8), n), number(0), number(1))), names), Outside);
    EXPECT_THROW(filled(by(me), names), Outside);
    // This leaves 64 bits at n = 7.
    EXPECT_THROW(filled(times(n, number(1'500'000'000'000'000'000)), names), Outside);
    EXPECT_NO_THROW(filled(times(remainder(me, number(2)), n), names));
}

TEST(EveryFormula, FoldsWhatIsKnown) {
    EXPECT_EQ(known(plus(number(2), number(3))), 5);
    EXPECT_EQ(known(binary(model::Binary::divide, number(-3), number(2))), -2);
    EXPECT_EQ(known(remainder(number(-1), number(4))), 3);
    EXPECT_TRUE(fails(both(variable("a"), number(0))));
    EXPECT_TRUE(holds(either(variable("a"), number(1))));
    EXPECT_FALSE(known(variable("a")).has_value());
}

TEST(EveryFormula, LeavesTheBranchThatIsNotTakenAlone) {
    // As the language does: 1 / 0 is never asked for.
    const Expr never = std::make_shared<const model::Expression>(model::Expression{
        model::ChoiceExpression{variable("a"),
                                std::make_shared<const model::Expression>(model::Expression{
                                    model::BinaryExpression{model::Binary::divide, number(1), number(0)}, {}}),
                                number(7)},
        {}});
    EXPECT_EQ(known(substitute(never, {{"a", number(0)}})), 7);
    EXPECT_THROW(substitute(never, {{"a", number(1)}}), Outside);
}

TEST(EveryFormula, RefusesWhatIsNotLinear) {
    const Expr n = variable("n"), a = variable("a");
    EXPECT_THROW(SmtText().condition(equal(times(n, a), number(1))), Outside);
    EXPECT_THROW(SmtText().condition(equal(binary(model::Binary::divide, a, n), number(1))), Outside);
    EXPECT_THROW(SmtText().condition(equal(binary(model::Binary::mask, a, n), number(1))), Outside);
    // One of few values times anything is a choice.
    EXPECT_NO_THROW(SmtText().condition(equal(times(remainder(a, number(2)), n), number(1))));
    EXPECT_THROW(SmtText().condition(equal(times(remainder(a, number(40)), n), number(1))), Outside);
}

TEST(EveryFormula, CountsSharedParts) {
    Expr large = variable("a");
    for (int i = 0; i < 80; ++i) large = plus(large, large);
    EXPECT_FALSE(is_smaller(large, 1000));
    EXPECT_TRUE(is_smaller(plus(variable("a"), number(1)), 1000));
}

}  // namespace
}  // namespace ringproof::checker::every
