#include "checker/smt/transcript.h"

#include <chrono>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "checker/ask.h"
#include "checker/smt/equation.h"
#include "checker/smt/second_solver.h"
#include "model/rule.h"
#include "tests/support/program.h"

namespace ringproof::checker::smt {
namespace {

using model::Symbol;
using model::Value;
using model::Values;
using tests::Scratch;

/// A transcript as a file, put to a solver.
Confirmation confirm(const Transcript& transcript, const std::string& solver, double seconds = 60) {
    const Scratch scratch;
    std::ofstream(scratch / "question.smt2") << transcript.text("test", false);
    return SecondSolver(solver).confirm(transcript, scratch / "question.smt2", seconds);
}

/// A program that stands in for a solver.
class FakeSolver {
public:
    explicit FakeSolver(const std::string& script) : path_(scratch_ / "solver") {
        std::ofstream(path_) << "#!/bin/sh\n" << script << "\n";
        std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
    }
    const std::string& path() const { return path_; }

private:
    Scratch scratch_;
    std::string path_;
};

/// Says sat, unsat.
Transcript two_questions() {
    Transcript transcript("part", "; About it.\n", "QF_LIA");
    transcript.boolean("a");
    transcript.question("can a be", {{0, false}}, Answer::model);
    transcript.clause({{0, true}});
    transcript.question("can a\nstill be", {{0, false}}, Answer::proved);
    return transcript;
}

TEST(Transcript, IsTextInTheOrderInWhichThingsWereSaid) {
    EXPECT_EQ(two_questions().text("what", true),
              "; what\n"
              "; About it.\n"
              "; Check it with `cvc5 --incremental FILE`, or with any solver that reads SMT-LIB 2 and takes several "
              "questions.\n"
              "; The status before each question is what Z3 answered.\n"
              "(set-logic QF_LIA)\n"
              "(declare-const a Bool)\n"
              "; Question 1: can a be\n"
              "(set-info :status sat)\n"
              "(check-sat-assuming (a))\n"
              "(assert (not a))\n"
              "; Question 2: can a still be\n"
              "(set-info :status unsat)\n"
              "(check-sat-assuming (a))\n");
    EXPECT_EQ(two_questions().text("what", false).find("status"), std::string::npos);
}

TEST(Transcript, SaysWhatAtLeastMeans) {
    const auto said = [](const std::vector<Weighted>& terms, std::int64_t bound) {
        Transcript transcript("part", "", "QF_LIA");
        for (const char* name : {"c", "x", "y", "z"}) transcript.boolean(name);
        const std::size_t before = transcript.text("", false).size();
        transcript.at_least({0, false}, terms, bound);
        return transcript.text("", false).substr(before);
    };
    const Literal x{1}, y{2}, z{3};
    EXPECT_EQ(said({{x, 1}, {y, 2}}, 0), "");
    EXPECT_EQ(said({{x, 1}, {y, 2}}, 4), "(assert (not c))\n");
    EXPECT_EQ(said({{x, 1}, {!y, 2}}, 3), "(assert (=> c x))\n(assert (=> c (not y)))\n");
    EXPECT_EQ(said({{x, 1}, {y, 1}}, 1), "(assert (=> c (or x y)))\n");
    EXPECT_EQ(said({{x, 1}, {!y, 1}, {z, 2}}, 2),
              "(assert (=> c (>= (+ (ite x 1 0) (ite (not y) 1 0) (ite z 2 0)) 2)))\n");
}

TEST(Transcripts, TellEqualPartsApart) {
    Transcripts all;
    EXPECT_EQ(all.open("cuts", "", "").part(), "cuts");
    EXPECT_EQ(all.open("cuts", "", "").part(), "cuts-2");
    EXPECT_EQ(all.open("values", "", "").part(), "values");
    EXPECT_EQ(all.open("cuts", "", "").part(), "cuts-3");
}

// ---- Against a solver that is installed ----------------------------------------------------------------------------

class Cvc5 : public testing::Test {
protected:
    void SetUp() override {
        if (!SecondSolver("cvc5").installed()) GTEST_SKIP() << "cvc5 is not installed";
    }
};

TEST_F(Cvc5, AgreesOnClausesAndCounting) {
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        const Deadline none(0);
        Transcript transcript("test", "", "QF_LIA");
        Solver solver(none, Theory::counting, &transcript);
        std::vector<Literal> all;
        const auto any = [&] {
            const Literal literal = all[random() % all.size()];
            return random() % 2 == 0 ? literal : !literal;
        };
        for (int k = 0; k < 7; ++k) all.push_back(solver.make((k % 2 == 0 ? "x " : "y") + std::to_string(k)));
        for (int k = 0; k < 12; ++k) {
            std::vector<Weighted> terms;
            for (int t = 0; t < 4; ++t) terms.push_back({any(), 1 + static_cast<std::int64_t>(random() % 3)});
            solver.at_least(any(), terms, static_cast<std::int64_t>(random() % 10));
            solver.clause({any(), any(), any()});
            solver.ask("random", {any(), any(), any()});
        }
        solver.ask("nothing assumed", {});
        solver.clause({});
        solver.ask("nothing holds any more", {});
        const Confirmation confirmation = confirm(transcript, "cvc5");
        EXPECT_TRUE(confirmation.complete()) << confirmation.complaint << transcript.text("", true);
        EXPECT_EQ(transcript.asked().size(), 14u);
        EXPECT_GE(confirmation.unsat, 1u);
        EXPECT_EQ(confirmation.complaint, "");
    }
}

TEST_F(Cvc5, AgreesOnValues) {
    Values values;
    const Value a = values.atom(Symbol("a|b")), b = values.atom(Symbol("b\n")), c = values.atom(Symbol("nothing"));
    const auto two = [&](const char* name, Value left, Value right) {
        return values.reduce(model::find_rule(name).value(), left, right);
    };
    std::vector<std::pair<Value, Value>> pairs{{a, a}, {a, b}, {c, model::nothing}};
    for (const char* name : {"add", "max", "min", "compose"}) {
        pairs.emplace_back(two(name, two(name, a, b), c), two(name, a, two(name, b, c)));
        pairs.emplace_back(two(name, a, b), two(name, b, a));
        pairs.emplace_back(two(name, a, a), a);
        const auto f = [&](Value argument, Value other) {
            return values.apply(Symbol("f"), 0, std::vector<Value>{argument, other});
        };
        pairs.emplace_back(f(two(name, a, b), c), f(two(name, b, a), c));
        pairs.emplace_back(f(a, c), values.apply(Symbol("f"), 1, std::vector<Value>{a, c}));
        pairs.emplace_back(f(a, c), values.apply(Symbol("f"), 0, std::vector<Value>{a}));
    }
    pairs.emplace_back(two("max", a, b), two("min", a, b));
    pairs.emplace_back(two("add", two("compose", a, b), c), a);  // refused, so not written

    const Deadline none(0);
    Transcript transcript("values", "", "ALL");
    Equations equations(values, none, &transcript);
    for (const auto& [found, expected] : pairs) equations.ask_different("test", found, expected);
    EXPECT_EQ(transcript.asked().size(), pairs.size() - 1);
    const Confirmation confirmation = confirm(transcript, "cvc5");
    EXPECT_TRUE(confirmation.complete()) << confirmation.complaint << transcript.text("", true);
    EXPECT_EQ(confirmation.unsat, 1 + 4 + 3 + 2 + 3u);
}

TEST_F(Cvc5, SeesAWrongAnswer) {
    Transcript transcript("part", "", "QF_LIA");
    transcript.boolean("a");
    transcript.question("can a be", {{0, false}}, Answer::proved);
    EXPECT_THROW(confirm(transcript, "cvc5"), Disagreement);
}

// ---- Against solvers that misbehave --------------------------------------------------------------------------------

TEST(SecondSolver, ConfirmsAnswerByAnswer) {
    const Confirmation both = confirm(two_questions(), FakeSolver("echo sat; echo unsat").path());
    EXPECT_EQ(both.unsat, 1u);
    EXPECT_EQ(both.confirmed, 1u);
    EXPECT_EQ(both.by, "solver");
    EXPECT_EQ(both.complaint, "");
}

TEST(SecondSolver, DisagreementIsLoudEitherWay) {
    EXPECT_THROW(confirm(two_questions(), FakeSolver("echo unsat; echo unsat").path()), Disagreement);
    try {
        confirm(two_questions(), FakeSolver("echo sat; echo sat").path());
        FAIL();
    } catch (const Disagreement& disagreement) {
        for (const char* part : {"question 2", "can a\nstill be", "Z3 says unsat", "solver says sat"})
            EXPECT_NE(std::string(disagreement.what()).find(part), std::string::npos) << disagreement.what();
    }
}

TEST(SecondSolver, WhatIsNoAnswerConfirmsNothing) {
    for (const char* script : {"echo sat; echo unknown", "echo sat", "true", "exit 3", "echo sat; echo; echo unsat",
                               "echo sat; echo UNSAT", "echo '(error \"\")'; echo sat; echo unsat",
                               "echo sat; echo unsat; echo unsat", "echo sat; printf uns", "yes"}) {
        const Confirmation none = confirm(two_questions(), FakeSolver(script).path(), 5);
        EXPECT_EQ(none.confirmed, 0u) << script;
        EXPECT_FALSE(none.complete()) << script;
        EXPECT_FALSE(none.complaint.empty()) << script;
    }
}

TEST(SecondSolver, IsEndedWhenItsTimeIsOver) {
    const auto began = std::chrono::steady_clock::now();
    const Confirmation part = confirm(two_questions(), FakeSolver("echo sat; sleep 100 & sleep 100").path(), 0.2);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(50));
    EXPECT_FALSE(part.complete());
    EXPECT_NE(part.complaint.find("were over"), std::string::npos) << part.complaint;
}

TEST(SecondSolver, MustBeThere) {
    EXPECT_FALSE(SecondSolver("no-such-solver").installed());
    EXPECT_FALSE(SecondSolver("/no/such/solver").installed());
    EXPECT_FALSE(SecondSolver("").installed());
    EXPECT_FALSE(SecondSolver("/tmp").installed());
    EXPECT_TRUE(SecondSolver("sh").installed());
}

}  // namespace
}  // namespace ringproof::checker::smt
