#include "generators/campaign.h"

#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/clocks.h"
#include "checker/explore.h"
#include "generators/agent_events.h"
#include "generators/smaller.h"
#include "model/json/json.h"
#include "tests/support/verdicts.h"

namespace ringproof::generators {
namespace {

using checker::Engine;
using checker::Question;
using checker::Verdict;
using testing::HasSubstr;

constexpr Engine quick[] = {{"clocks", "", checker::clocks}, {"explore", "", checker::explore}};

std::size_t puts(const model::Schedule& schedule) {
    std::size_t found = 0;
    for (const model::Agent& agent : schedule.agents)
        for (const model::Step& step : agent.steps)
            found += std::holds_alternative<model::Put<model::Concrete>>(step.operation) ? 1U : 0U;
    return found;
}

/// An engine that cannot say anything against a schedule with a put.
Verdict overlooks_puts(const Question& question) {
    Verdict verdict = checker::explore(question);
    if (puts(question.schedule) == 0) return verdict;
    Verdict wrong;
    wrong.engine = "overlooks puts";
    wrong.outcome = checker::Outcome::proved;
    return wrong;
}

Campaign campaign(std::span<const Engine> engines, std::uint64_t schedules) {
    Campaign made;
    made.seed = 5;
    made.schedules = schedules;
    made.sources = sources();
    made.engines = engines;
    made.options.max_states = 1'000;
    return made;
}

TEST(Campaign, DrawsTheSameForTheSameSeedOnAnyNumberOfThreads) {
    Campaign one = campaign(quick, 200);
    one.checks = checks();
    Campaign two = one;
    two.jobs = 3;
    const Result first = run(one), second = run(two);
    ASSERT_FALSE(first.failure) << first.failure->complaint;
    EXPECT_EQ(first.tally.schedules, 200U);
    EXPECT_EQ(first.tally.verdicts, second.tally.verdicts);
    two.seed = 6;
    EXPECT_NE(first.tally.verdicts, run(two).tally.verdicts);
}

TEST(Campaign, EnginesAgree) {
    const std::vector<model::Kernel> kernels{tests::kernel_at("kernels/all_gather.ring"),
                                             tests::kernel_at("kernels/reduce_scatter.ring")};
    Campaign all = campaign(checker::engines(), 400);
    all.sources = sources(kernels);
    all.checks = checks();
    const Result result = run(all);
    ASSERT_FALSE(result.failure) << result.failure->check << ": " << result.failure->complaint;
    EXPECT_EQ(result.tally.verdicts.size(), all.sources.size());
}

/// A verdict that hardly ever comes up is hardly ever compared.
TEST(Campaign, NoVerdictIsRare) {
    const Result result = run(campaign(quick, 3'000));
    ASSERT_FALSE(result.failure) << result.failure->complaint;
    std::map<std::string, std::uint64_t> all;
    for (const auto& [source, words] : result.tally.verdicts)
        for (const auto& [word, times] : words) all[word] += times;
    std::vector<std::string_view> words{"proved"};
    for (const std::string_view word : model::words<model::Property>) words.push_back(word);
    for (const std::string_view word : words)
        EXPECT_GE(all[std::string(word)], 3'000U * 2 / 100) << word << "\n" << text(result.tally, 1, 1);
}

TEST(Campaign, KeepsToItsSize) {
    for (const Source& source : sources())
        for (std::uint64_t seed = 0; seed < 50; ++seed)
            EXPECT_LE(source.schedules(rc::Random(seed), 100).value().chips, 5) << source.name;
    Campaign small = campaign(quick, 60);
    small.events = 30;
    static constexpr Check size{"size", "", [](Trial trial) {
                                    return agent_events(trial.schedule) > 30 ? std::string("large") : std::string();
                                }};
    small.checks = {&size, 1};
    const Result result = run(small);
    EXPECT_FALSE(result.failure) << model::write_schedule(result.failure->schedule);
}

TEST(Campaign, MakesWhatAnEngineOverlooksSmall) {
    constexpr Engine engines[] = {{"clocks", "", checker::clocks}, {"overlooks puts", "", overlooks_puts}};
    const Result result = run(campaign(engines, 500));
    ASSERT_TRUE(result.failure);
    EXPECT_EQ(result.failure->check, "engines");
    EXPECT_THAT(result.failure->complaint, HasSubstr("overlooks puts says proved"));
    EXPECT_EQ(puts(result.failure->smallest), 1U) << model::write_schedule(result.failure->smallest);
    EXPECT_LE(agent_events(result.failure->smallest), 5);
    EXPECT_TRUE(is_valid(result.failure->smallest));
}

/// Which checks a number puts a schedule to, and what they draw, does not change while it is made smaller.
TEST(Campaign, MakesWhatACheckComplainsOfSmall) {
    static constexpr Check no_waits{
        "no waits", "",
        [](Trial trial) -> std::string {
            for (const model::Agent& agent : trial.schedule.agents)
                for (const model::Step& step : agent.steps)
                    if (std::holds_alternative<model::Wait<model::Concrete>>(step.operation)) return "a wait";
            return {};
        },
        3};
    Campaign checked = campaign(quick, 500);
    checked.checks = {&no_waits, 1};
    const Result result = run(checked);
    ASSERT_TRUE(result.failure);
    EXPECT_EQ(result.failure->check, "no waits");
    EXPECT_EQ(result.failure->number % 3, 0U);
    EXPECT_EQ(agent_events(result.failure->smallest), 1);
}

TEST(Campaign, TellsOfAnEngineThatBreaks) {
    constexpr Engine broken[] = {{"broken", "", [](const Question&) -> Verdict { throw std::runtime_error("broke"); }}};
    const Result result = run(campaign(broken, 10));
    ASSERT_TRUE(result.failure);
    EXPECT_EQ(result.failure->check, "engines");
    EXPECT_EQ(result.failure->complaint, "broke");
}

TEST(Campaign, HandsOnWhatASourceThrows) {
    Campaign nothing = campaign(quick, 10);
    nothing.jobs = 2;
    nothing.sources = {{"nothing", "", 1, [](const rc::Random&, int) -> rc::Shrinkable<model::Schedule> {
                            throw std::runtime_error("nothing to draw from");
                        }}};
    EXPECT_THROW(run(nothing), std::runtime_error);
}

TEST(Campaign, EndsWhenToldTo) {
    Campaign endless = campaign(quick, std::numeric_limits<std::uint64_t>::max());
    int told = 0;
    const Result result = run(endless, [&](const Tally&, double) { return ++told < 2; });
    EXPECT_EQ(told, 2);
    EXPECT_GT(result.tally.schedules, 0U);
    endless.seconds = 0.2;
    EXPECT_GT(run(endless).tally.schedules, 0U);
}

TEST(Campaign, TellsWhatItDid) {
    const Result result = run(campaign(quick, 50));
    const std::string told = text(result.tally, 2, 1);
    EXPECT_THAT(told, HasSubstr("50 schedules in 2 s, 25 a second on 1 thread"));
    EXPECT_THAT(told, HasSubstr("of another kind"));
    EXPECT_EQ(text({}, 1, 1), "no schedules\n");
}

}  // namespace
}  // namespace ringproof::generators
