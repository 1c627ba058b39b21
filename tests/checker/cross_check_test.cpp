#include "checker/cross_check.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

/// What engines say is made up here: only its comparison is tested.
namespace ringproof::checker {
namespace {

using model::Code;
using model::Law;

Verdict proof(std::string_view engine, Law law = Law::none, bool same_expression = true) {
    Verdict verdict;
    verdict.engine = engine;
    verdict.outcome = Outcome::proved;
    verdict.law = law;
    verdict.same_expression = same_expression;
    return verdict;
}

Verdict refutation(std::string_view engine, std::vector<Code> codes, std::string limit = {}) {
    Verdict verdict;
    verdict.engine = engine;
    verdict.outcome = Outcome::counterexample;
    for (const Code code : codes) {
        verdict.counterexamples.emplace_back();
        verdict.counterexamples.back().finding.code = code;
    }
    verdict.message = std::move(limit);
    return verdict;
}

Verdict no_answer(std::string_view engine, Code why) {
    Verdict verdict;
    verdict.engine = engine;
    verdict.reason = why;
    verdict.message = "made up";
    return verdict;
}

const model::Schedule schedule;
const Question question{schedule, 1, {}};

constexpr Engine proves{"proves", "", [](const Question&) { return proof("proves"); }};
constexpr Engine proves_too{"proves_too", "", [](const Question&) { return proof("proves_too"); }};
constexpr Engine refutes{"refutes", "", [](const Question&) { return refutation("refutes", {Code::deadlock}); }};
constexpr Engine tired{"tired", "", [](const Question&) { return no_answer("tired", Code::out_of_time); }};
constexpr Engine other{"other", "", [](const Question&) { return no_answer("other", Code::not_monotone); }};

TEST(Contradiction, NoneBetweenEqualVerdicts) {
    EXPECT_EQ(contradiction(proof("a"), proof("b")), "");
    // The first finding decides, by its property: RP101 and RP103 are both races.
    EXPECT_EQ(contradiction(refutation("a", {Code::read_before_landing, Code::wrong_result}),
                            refutation("b", {Code::two_writers})),
              "");
}

TEST(Contradiction, NoneWithWhatIsUndecided) {
    for (const Verdict& verdict : {proof("a"), refutation("a", {Code::deadlock}), no_answer("a", Code::over_limit)}) {
        EXPECT_EQ(contradiction(verdict, no_answer("b", Code::out_of_time)), "");
        EXPECT_EQ(contradiction(no_answer("b", Code::out_of_time), verdict), "");
    }
}

TEST(Contradiction, OfOutcomes) {
    EXPECT_NE(contradiction(proof("a"), refutation("b", {Code::deadlock})), "");
    EXPECT_NE(contradiction(refutation("b", {Code::deadlock}), proof("a")), "");
    // Whatever was left open: the one finding is there.
    EXPECT_NE(contradiction(proof("a"), refutation("b", {Code::wrong_result}, "time was over")), "");
}

TEST(Contradiction, OfProofs) {
    EXPECT_NE(contradiction(proof("a"), proof("b", Law::associativity)), "");
    EXPECT_NE(contradiction(proof("a"), proof("b", Law::none, false)), "");
}

TEST(Contradiction, OfProperties) {
    const Verdict race = refutation("a", {Code::read_before_landing});
    const Verdict dirty = refutation("b", {Code::dirty_counter});
    EXPECT_NE(contradiction(race, dirty), "");
    EXPECT_NE(contradiction(dirty, race), "");
    // What had not looked at all may have missed the race, but cannot have found what comes before it.
    const Verdict dirty_so_far = refutation("b", {Code::dirty_counter}, "time was over");
    EXPECT_EQ(contradiction(race, dirty_so_far), "");
    EXPECT_EQ(contradiction(dirty_so_far, race), "");
    const Verdict deadlock_so_far = refutation("b", {Code::deadlock}, "time was over");
    EXPECT_NE(contradiction(race, deadlock_so_far), "");
    EXPECT_NE(contradiction(deadlock_so_far, race), "");
}

TEST(CrossCheck, SeesAPlantedDisagreement) {
    for (const std::vector<Engine>& engines : {std::vector{proves, refutes}, std::vector{refutes, tired, proves_too},
                                               std::vector{proves, proves_too, other, refutes}}) {
        try {
            cross_check(question, engines);
            ADD_FAILURE() << "not seen";
        } catch (const Disagreement& disagreement) {
            const std::string text = disagreement.what();
            EXPECT_NE(text.find("refutes says counterexample, deadlock (RP110)"), std::string::npos) << text;
            EXPECT_NE(text.find("says proved"), std::string::npos) << text;
        }
    }
}

TEST(CrossCheck, TellsWhoAnswered) {
    const std::vector engines{tired, proves, other, proves_too};
    const Decision decision = cross_check(question, engines);
    EXPECT_EQ(decision.verdict.outcome, Outcome::proved);
    EXPECT_EQ(decision.verdict.engine, "proves");
    EXPECT_EQ(decision.engines, (std::vector<std::string_view>{"proves", "proves_too"}));
    EXPECT_EQ(decision.asked, 3u) << "an engine for other schedules was not asked";
}

TEST(CrossCheck, OfNoAnswersIsUndecided) {
    const std::vector engines{tired, other};
    const Decision decision = cross_check(question, engines);
    EXPECT_EQ(decision.verdict.outcome, Outcome::undecided);
    EXPECT_EQ(decision.verdict.reason, Code::out_of_time);
    EXPECT_EQ(decision.engines, (std::vector<std::string_view>{"tired"}));
}

/// The engines there are, on a right and on a wrong kernel.
TEST(CrossCheck, RealEnginesAgree) {
    for (const char* file : {"kernels/all_gather.ring", "gallery/all_gather_one_receive_semaphore.ring"}) {
        const model::Schedule real = instantiate(tests::kernel_at(file), 3);
        EXPECT_NO_THROW(cross_check({real, 1, {}}, engines())) << file;
    }
}

}  // namespace
}  // namespace ringproof::checker
