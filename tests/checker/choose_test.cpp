#include "checker/choose.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/json/json.h"
#include "tests/support/verdicts.h"

/// Engines that only bear the names of real ones.
namespace ringproof::checker {
namespace {

using model::Code;
using Names = std::vector<std::string_view>;

Verdict says(std::string_view engine, Outcome outcome) {
    Verdict verdict;
    verdict.engine = engine;
    verdict.outcome = outcome;
    verdict.reason = Code::out_of_time;
    if (outcome == Outcome::undecided) verdict.message = engine;
    if (outcome == Outcome::counterexample) {
        verdict.counterexamples.emplace_back();
        verdict.counterexamples.back().finding.code = Code::deadlock;
    }
    return verdict;
}

template <Outcome outcome>
Engine fake(std::string_view name) {
    if (name == "clocks") return {name, "", [](const Question&) { return says("clocks", outcome); }};
    if (name == "cuts") return {name, "", [](const Question&) { return says("cuts", outcome); }};
    if (name == "orders") return {name, "", [](const Question&) { return says("orders", outcome); }};
    return {name, "", [](const Question&) { return says("explore", outcome); }};
}
constexpr auto proving = fake<Outcome::proved>;
constexpr auto refuting = fake<Outcome::counterexample>;
constexpr auto tired = fake<Outcome::undecided>;

Names names_of(const std::vector<Engine>& engines) {
    Names names;
    for (const Engine& engine : engines) names.push_back(engine.name);
    return names;
}

model::Schedule monotone(std::int64_t n = 3) { return instantiate(tests::kernel_at("kernels/permute.ring"), n); }
model::Schedule not_monotone(int rounds) {
    std::string text = "kernel k(n)\nprofile equality\nsem s\n";
    for (int i = 0; i < rounds; ++i) text += "signal me.s\nwait s equals " + std::to_string(i + 1) + "\n";
    return instantiate(model::parse_kernel(text, "k.ring"), 2);
}
const std::vector<Engine> all{proving("clocks"), proving("cuts"), proving("orders"), proving("explore")};

TEST(Suited, GoesByTheKindOfSchedule) {
    const auto right = monotone(), small = not_monotone(1), large = not_monotone(100);
    EXPECT_EQ(names_of(suited({right, 1, {}}, all)), (Names{"clocks", "cuts"}));
    EXPECT_EQ(names_of(suited({small, 1, {}}, all)), (Names{"explore", "orders"}));
    EXPECT_EQ(names_of(suited({large, 1, {}}, all)), (Names{"orders", "explore"}));
}

TEST(Suited, TakesWhatIsThere) {
    const auto right = monotone(), other = not_monotone(1);
    EXPECT_EQ(names_of(suited({right, 1, {}}, std::vector{proving("explore"), proving("cuts")})), (Names{"cuts"}));
    EXPECT_EQ(names_of(suited({other, 1, {}}, std::vector{proving("cuts"), proving("orders")})), (Names{"orders"}));
    EXPECT_EQ(names_of(suited({other, 1, {}}, std::vector{proving("cuts")})), (Names{"cuts"}));
}

Decision choose_for(const model::Schedule& schedule, const std::vector<Engine>& engines) {
    return choose({schedule, 1, {}}, engines);
}

TEST(Choose, CutsProveAgainWhatClocksHaveProved) {
    const Decision decision = choose_for(monotone(), all);
    EXPECT_EQ(decision.verdict.outcome, Outcome::proved);
    EXPECT_EQ(decision.engines, (Names{"clocks", "cuts"}));
}

TEST(Choose, ALargeProofIsLeftToClocks) { EXPECT_EQ(choose_for(monotone(500), all).engines, (Names{"clocks"})); }

TEST(Choose, ACounterexampleNeedsNoSecond) {
    const std::vector engines{refuting("clocks"), tired("cuts")};
    EXPECT_EQ(choose_for(monotone(), engines).engines, (Names{"clocks"}));
}

TEST(Choose, AProofStandsWhereCutsGiveUp) {
    const std::vector engines{proving("clocks"), tired("cuts")};
    const Decision decision = choose_for(monotone(), engines);
    EXPECT_EQ(decision.verdict.outcome, Outcome::proved);
    EXPECT_EQ(decision.engines, (Names{"clocks"}));
}

TEST(Choose, SeesAPlantedDisagreement) {
    const std::vector engines{proving("clocks"), refuting("cuts")};
    EXPECT_THROW(choose_for(monotone(), engines), Disagreement);
}

TEST(Choose, GoesOnWhereOneGivesUp) {
    EXPECT_EQ(choose_for(monotone(), {tired("clocks"), proving("cuts")}).engines, (Names{"cuts"}));
    EXPECT_EQ(choose_for(not_monotone(100), {tired("orders"), refuting("explore")}).engines, (Names{"explore"}));
}

TEST(Choose, WhereAllGiveUpTheFirstSaysWhy) {
    const Decision decision = choose_for(not_monotone(100), {tired("explore"), tired("orders")});
    EXPECT_EQ(decision.verdict.outcome, Outcome::undecided);
    EXPECT_EQ(decision.verdict.message, "orders");
    EXPECT_EQ(decision.asked, 2u);
}

}  // namespace
}  // namespace ringproof::checker
