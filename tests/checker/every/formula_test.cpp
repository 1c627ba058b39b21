#include "checker/every/formula.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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

bool is_unsat(const std::vector<std::string>& names, const std::string& assertions) {
    std::string script = smt_prelude();
    for (const std::string& name : names) script += "(declare-const |" + name + "| Int)\n";
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
    const std::string here = "(assert (= n " + std::to_string(n) + "))(assert " +
                             smt_condition(equal(variable("a"), number(a))) + ")(assert " +
                             smt_condition(equal(variable("b"), number(b))) + ")";
    RC_ASSERT(
        is_unsat({"a", "b", "n"}, here + "(assert " + smt_condition(negated(equal(expression, number(*value)))) + ")"));
}

TEST(EveryFormula, WritesRemaindersOutForSevenMultiples) {
    // Between -3n and 4n it is the remainder; beyond it is the value itself, which is no less congruent.
    for (std::int64_t value = -25; value <= 30; ++value) {
        const std::int64_t n = 5;
        const bool near = value >= -3 * n && value < 4 * n;
        const std::int64_t expected = near ? model::wrapped(value, n) : value;
        const std::string v = smt_condition(equal(variable("v"), number(value)));
        const Expr is = equal(remainder(variable("v"), variable("n")), number(expected));
        EXPECT_TRUE(is_unsat({"n", "v"}, "(assert (= n 5))(assert " + v + ")(assert (not " + smt_condition(is) + "))"))
            << value;
    }
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
    EXPECT_THROW(smt_condition(equal(times(n, a), number(1))), Outside);
    EXPECT_THROW(smt_condition(equal(binary(model::Binary::divide, a, n), number(1))), Outside);
    EXPECT_THROW(smt_condition(equal(binary(model::Binary::mask, a, n), number(1))), Outside);
    // One of few values times anything is a choice.
    EXPECT_NO_THROW(smt_condition(equal(times(remainder(a, number(2)), n), number(1))));
    EXPECT_THROW(smt_condition(equal(times(remainder(a, number(40)), n), number(1))), Outside);
}

TEST(EveryFormula, CountsSharedParts) {
    Expr large = variable("a");
    for (int i = 0; i < 80; ++i) large = plus(large, large);
    EXPECT_FALSE(is_smaller(large, 1000));
    EXPECT_TRUE(is_smaller(plus(variable("a"), number(1)), 1000));
}

}  // namespace
}  // namespace ringproof::checker::every
