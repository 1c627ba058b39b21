#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/choose.h"
#include "model/import/mscclpp/mscclpp.h"
#include "model/monotone.h"
#include "model/validity.h"
#include "tests/support/verdicts.h"

/// What the checker finds in plans, right ones and wrong ones.
namespace ringproof::model {
namespace {

std::vector<std::filesystem::path> plans_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string verdict_of(const Schedule& schedule) {
    return tests::word_of(checker::choose({schedule, schedule.launches, {}}, checker::engines()).verdict);
}

/// The first operation that the machine would refuse.
std::string refused(const Schedule& schedule) {
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps)
            if (const auto found = complaint(schedule, agent.chip, step.operation))
                return step.at.text() + ": " + found->message;
    return "";
}

class MscclppVerdict : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(MscclppVerdict, IsFoundToBeWhatItExpects) {
    const std::string text = tests::text_of(GetParam());
    const auto expected = nlohmann::json::parse(text).at("expect");
    ASSERT_TRUE(mscclpp::looks_like_plan(text.substr(0, 4096)));
    const auto plan = mscclpp::read_plan(text, GetParam().filename());
    const auto ways = plan->ways({});
    ASSERT_EQ(ways.size(), expected.is_object() ? expected.size() : 1);
    for (std::size_t way = 0; way < ways.size(); ++way) {
        SCOPED_TRACE(ways[way]);
        const Schedule schedule = plan->schedule(way, {}, {});
        EXPECT_EQ(refused(schedule), "");
        EXPECT_EQ(why_not_monotone(schedule), "");
        const auto wanted = expected.is_object() ? expected.at(ways[way]) : expected;
        EXPECT_EQ(verdict_of(schedule), wanted.get<std::string>());
    }
}

INSTANTIATE_TEST_SUITE_P(All, MscclppVerdict, testing::ValuesIn(plans_in(tests::data("plans/mscclpp"))),
                         [](const auto& info) { return info.param.stem().string(); });

TEST(MscclppPlans, OfOthersAreReadLoweredAndAnswered) {
    const char* folder = std::getenv("RINGPROOF_PLANS");
    if (!folder) GTEST_SKIP() << "RINGPROOF_PLANS names no folder with plans";
    for (const auto& file : plans_in(folder)) {
        SCOPED_TRACE(file);
        const std::string text = tests::text_of(file);
        EXPECT_TRUE(mscclpp::looks_like_plan(text.substr(0, 4096)));
        const auto plan = mscclpp::read_plan(text, file.filename());
        for (std::size_t way = 0; way < plan->ways({}).size(); ++way) {
            const Schedule schedule = plan->schedule(way, {}, {});
            EXPECT_EQ(refused(schedule), "");
            const std::string verdict = verdict_of(schedule);
            EXPECT_NE(verdict, "invalid");
            std::cout << file.filename().string() << " " << plan->ways({})[way] << ": " << verdict << "\n";
        }
    }
}

}  // namespace
}  // namespace ringproof::model
