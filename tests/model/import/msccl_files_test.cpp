#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checker/choose.h"
#include "checker/cross_check.h"
#include "model/monotone.h"
#include "model/source.h"
#include "tests/support/places.h"
#include "tests/support/plan_file.h"

/// Small MSCCL algorithms, right and wrong, each with its verdict in it: tests/data/plans/msccl.
namespace ringproof::model {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(tests::data("plans/msccl")))
        if (entry.is_regular_file() && entry.path().extension() != ".md")
            found.push_back(fs::relative(entry.path(), tests::data("plans/msccl")).string());
    std::sort(found.begin(), found.end());
    return found;
}

class MscclFiles : public testing::TestWithParam<std::string> {};

TEST_P(MscclFiles, HaveTheVerdictThatTheySay) {
    const std::string path = tests::data("plans/msccl/" + GetParam());
    const std::string text = tests::text_of(path);
    const PlanOptions options = tests::options_of(text);
    const Source source = read_source(path);
    ASSERT_NE(source.plan(), nullptr);
    const auto ways = source.ways({});
    for (std::size_t way = 0; way < ways.size(); ++way) {
        SCOPED_TRACE(ways[way]);
        const std::string expected = tests::expected_of(text);
        ASSERT_NE(expected, "") << "it does not say what is expected";
        const Schedule schedule = source.schedule(way, options);
        EXPECT_EQ(why_not_monotone(schedule), "");
        // All engines, which have to agree.
        const checker::Decision decision = checker::cross_check({schedule, schedule.launches, {}}, checker::engines());
        EXPECT_EQ(tests::word_of(decision.verdict), expected) << tests::codes_of(decision.verdict);
    }
}

/// A wrong plan stands beside a right one.
TEST(MscclFiles, ComeInPairs) {
    for (const std::string& name : names()) {
        const bool wrong = name.find(".wrong.") != std::string::npos;
        EXPECT_NE(wrong, name.find(".right.") != std::string::npos) << name;
        const std::string text = tests::text_of(tests::data("plans/msccl/" + name));
        const bool all_proved = tests::expected_of(text) == "proved";
        EXPECT_NE(all_proved, wrong) << name;
    }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Msccl, MscclFiles, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace ringproof::model
