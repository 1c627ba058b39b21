#include "checker/every.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checker/choose.h"
#include "checker/every_text.h"
#include "generators/every_campaign.h"
#include "model/language/language.h"
#include "model/source.h"
#include "tests/support/places.h"
#include "tests/support/verdicts.h"

/// Proofs for every number of chips: which kernels have one, and that no wrong one does.
namespace ringproof::checker {
namespace {

using model::Kernel;
using tests::kernel_at;

/// The kernels in `path`, as names below `folder`.
std::vector<std::string> kernels_below(const std::string& path, const std::string& folder) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (entry.path().extension() == ".ring") found.push_back(folder + "/" + entry.path().stem().string());
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> files_of(const std::string& folder) { return kernels_below(tests::specs(folder), folder); }

std::vector<std::string> kernels_in(const std::string& folder) { return kernels_below(tests::data(folder), folder); }

Kernel kernel_in_data(const std::string& file) {
    return std::get<Kernel>(model::read_source(tests::data(file + ".ring")).content);
}

std::string last_of(const testing::TestParamInfo<std::string>& info) {
    return info.param.substr(info.param.rfind('/') + 1);
}

EveryVerdict prove(const std::string& file) {
    const Kernel kernel = kernel_at(file + ".ring");
    return prove_every(kernel, kernel.profile, {2, 60});
}

/// What the exact engines say at one size.
Verdict exact(const Kernel& kernel, std::int64_t n, std::int32_t launches) {
    model::Schedule schedule = instantiate(kernel, n);
    schedule.launches = launches;
    return choose_without_record({schedule, launches, {}});
}

// ---- Kernels that are right ----------------------------------------------------------------------------------------

struct EveryRightKernel : testing::TestWithParam<std::string> {};

TEST_P(EveryRightKernel, IsProvedForEveryN) {
    const EveryVerdict verdict = prove(GetParam());
    // Distances that are powers of two, and rows times columns: neither is linear.
    if (GetParam() == "kernels/barrier_dissemination" || GetParam() == "kernels/torus_all_reduce") {
        EXPECT_TRUE(verdict.outside);
        EXPECT_GT(verdict.where.line, 0);
        return;
    }
    ASSERT_EQ(verdict.outcome, Outcome::proved) << verdict.property << ": " << verdict.message;
    ASSERT_FALSE(verdict.parts.empty());
    EXPECT_EQ(verdict.parts.front().most, 0);
    std::int64_t covered = verdict.parts.front().least;
    for (const EveryPart& part : verdict.parts) {
        EXPECT_FALSE(part.steps.empty());
        covered = std::min(covered, part.least);
    }
    EXPECT_EQ(covered, 2);
    // Never a weaker law than the exact engines see, nor the same expression where they see different ones.
    const Kernel kernel = kernel_at(GetParam() + ".ring");
    const Verdict some = exact(kernel, 5, 2);
    ASSERT_EQ(some.outcome, Outcome::proved);
    EXPECT_EQ(verdict.law, some.law);
    EXPECT_EQ(verdict.same_expression, some.same_expression);
}

INSTANTIATE_TEST_SUITE_P(Specs, EveryRightKernel, testing::ValuesIn(files_of("kernels")), last_of);

TEST(Every, TakesOtherNumbersOfSlots) {
    for (const char* const file : {"kernels/all_reduce", "kernels/reduce_scatter"}) {
        Kernel kernel = kernel_at(std::string(file) + ".ring");
        for (const std::int64_t slots : {1, 3, 4}) {
            kernel.parameters.front().value = slots;
            EXPECT_EQ(prove_every(kernel, kernel.profile, {2, 60}).outcome, Outcome::proved) << file << " " << slots;
        }
    }
}

/// Right kernels that people write and the library has not.
struct EveryOtherRightKernel : testing::TestWithParam<std::string> {};

TEST_P(EveryOtherRightKernel, IsProvedForEveryN) {
    const Kernel kernel = kernel_in_data(GetParam());
    const EveryVerdict verdict = prove_every(kernel, kernel.profile, {2, 60});
    EXPECT_EQ(verdict.outcome, Outcome::proved) << verdict.property << ": " << verdict.message;
}

INSTANTIATE_TEST_SUITE_P(Data, EveryOtherRightKernel, testing::ValuesIn(kernels_in("every/right")), last_of);

TEST(Every, ProvesFromAGivenSizeOn) {
    const Kernel kernel = kernel_at("kernels/all_gather.ring");
    const EveryVerdict verdict = prove_every(kernel, kernel.profile, {7, 60});
    ASSERT_EQ(verdict.outcome, Outcome::proved);
    ASSERT_EQ(verdict.parts.size(), 1u);
    EXPECT_EQ(verdict.parts.front().least, 7);
}

TEST(Every, WritesTheProofWithAllItsSteps) {
    const Kernel kernel = kernel_at("kernels/permute.ring");
    const EveryVerdict verdict = prove_every(kernel, kernel.profile, {2, 60});
    const std::string text = proof_markdown(kernel, kernel.profile, verdict);
    std::size_t steps = 0, scripts = 0;
    for (const EveryPart& part : verdict.parts) steps += part.steps.size();
    for (std::size_t at = 0; (at = text.find("(check-sat)", at)) != std::string::npos; ++at) ++scripts;
    EXPECT_EQ(scripts, steps);
    EXPECT_NE(text.find("\n## n >= 3\n"), std::string::npos);
    for (const EveryPart& part : verdict.parts)
        for (const EveryStep& step : part.steps)
            EXPECT_NE(text.find(". " + step.name), std::string::npos) << step.about << ": " << step.name;
}

// ---- Kernels that are wrong ----------------------------------------------------------------------------------------

struct EveryWrongKernel : testing::TestWithParam<std::string> {};

TEST_P(EveryWrongKernel, IsNot) {
    const Kernel kernel = kernel_at(GetParam() + ".ring");
    try {
        const EveryVerdict verdict = prove_every(kernel, kernel.profile, {2, 20});
        EXPECT_EQ(verdict.outcome, Outcome::undecided);
        EXPECT_FALSE(verdict.message.empty());
        EXPECT_TRUE(verdict.parts.empty());
    } catch (const model::Fault&) {
        // Some have no schedule of some size.
    }
}

INSTANTIATE_TEST_SUITE_P(Specs, EveryWrongKernel, testing::ValuesIn(files_of("gallery")), last_of);

/// Kernels that are wrong from some size on, or in a way that a proof could overlook, each with the engine's condition
/// that it is about.
struct EveryOverlooked : testing::TestWithParam<std::string> {};

TEST_P(EveryOverlooked, IsNotProvedAndFailsAtTheSizeThatItSays) {
    const Kernel kernel = kernel_in_data(GetParam());
    ASSERT_FALSE(kernel.expectations.empty());
    const model::Expectation& expected = kernel.expectations.front();
    EXPECT_NE(prove_every(kernel, kernel.profile, {2, 20}).outcome, Outcome::proved);
    const Verdict verdict = exact(kernel, expected.chips, std::max(expected.launches, 1));
    ASSERT_EQ(verdict.outcome, Outcome::counterexample);
    EXPECT_EQ(word(model::property_of(verdict.counterexamples.front().finding.code)), expected.verdict);
}

INSTANTIATE_TEST_SUITE_P(Data, EveryOverlooked, testing::ValuesIn(kernels_in("every")), last_of);

/// Kernels that have schedules for a few chips and none for more.
struct EveryInvalid : testing::TestWithParam<std::string> {};

TEST_P(EveryInvalid, AtSomeSizeIsNotProved) {
    const Kernel kernel = kernel_in_data(GetParam());
    try {
        EXPECT_NE(prove_every(kernel, kernel.profile, {2, 20}).outcome, Outcome::proved);
    } catch (const model::Fault&) {
        // A size that was looked at was one of them.
    }
    const auto has_schedule = [&](std::int64_t n) {
        try {
            instantiate(kernel, n);
            return true;
        } catch (const model::Fault&) {
            return false;
        }
    };
    EXPECT_TRUE(has_schedule(7) || has_schedule(8));
    EXPECT_FALSE(has_schedule(8) && has_schedule(9));
}

INSTANTIATE_TEST_SUITE_P(Data, EveryInvalid, testing::ValuesIn(kernels_in("every/invalid")), last_of);

// ---- Random kernels ------------------------------------------------------------------------------------------------

TEST(EveryCampaign, NothingThatIsProvedFailsAtASize) {
    generators::EveryCampaign campaign;
    for (const std::string& file : files_of("kernels")) campaign.kernels.push_back(kernel_at(file + ".ring"));
    campaign.seed = 20261201;
    campaign.most = 40;
    campaign.seconds = 0;
    campaign.most_chips = 7;
    campaign.most_launches = 2;
    campaign.timeout = 5;
    const auto result = run(campaign, [](const auto&, double) { return true; });
    ASSERT_FALSE(result.failure) << result.failure->drawn << "\n"
                                 << print(result.failure->kernel) << "\nn = " << result.failure->chips << ": "
                                 << result.failure->found;
    EXPECT_EQ(result.tally.kernels, campaign.most);
    // Neither is rare.
    EXPECT_GE(result.tally.proved, 4u);
    EXPECT_GE(result.tally.refuted, 10u);
}

TEST(EveryCampaign, DrawsTheSameKernelForTheSameNumber) {
    generators::EveryCampaign campaign;
    campaign.kernels.push_back(kernel_at("kernels/all_reduce.ring"));
    for (std::uint64_t number = 0; number < 20; ++number) {
        const auto [kernel, drawn] = draw(campaign, number);
        const auto again = draw(campaign, number);
        EXPECT_EQ(print(kernel), print(again.first));
        EXPECT_EQ(drawn, again.second);
    }
}

}  // namespace
}  // namespace ringproof::checker
