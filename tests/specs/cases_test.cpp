#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "checker/orders.h"
#include "model/json/json.h"
#include "model/monotone.h"
#include "tests/support/places.h"
#include "tests/support/verdicts.h"

/// Mistakes that real kernels have made, each with its mended twin: tests/data/cases.
namespace ringproof::specs {
namespace {

using checker::Outcome;
using checker::Verdict;

const std::string folder = tests::data("cases/");

/// The verdict column of EXPECTED.tsv, by file.
std::map<std::string, std::string> expectations() {
    std::ifstream in(folder + "EXPECTED.tsv");
    std::map<std::string, std::string> verdicts;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        const std::size_t tab = line.find('\t');
        verdicts[line.substr(0, tab)] = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
    }
    return verdicts;
}

std::vector<std::string> names() {
    std::vector<std::string> list;
    for (const auto& [name, verdict] : expectations()) list.push_back(name);
    return list;
}

model::Schedule schedule_at(const std::string& name) {
    return model::read_schedule(tests::text_of(folder + name), name);
}

class Cases : public testing::TestWithParam<std::string> {};

TEST_P(Cases, IsDecidedByOrders) {
    const model::Schedule schedule = schedule_at(GetParam());
    const Verdict verdict = checker::orders({schedule, schedule.launches, {}});
    const std::string expected = expectations().at(GetParam());
    const std::string found = tests::word_of(verdict);
    EXPECT_EQ(found == "proved", expected == "proved") << tests::codes_of(verdict) << verdict.message;
    EXPECT_NE(found, "undecided") << verdict.message;
    // A counter that passes its width is told before what comes of it.
    if (expected == "deadlock" && found != "counter-range") {
        EXPECT_EQ(found, expected);
    }
}

TEST_P(Cases, IsDecidedOrSaysWhyNot) {
    const model::Schedule schedule = schedule_at(GetParam());
    const Verdict verdict = tests::verdict_of(schedule, schedule.launches);
    const std::string why_not = model::why_not_monotone(schedule);
    if (!why_not.empty()) {
        EXPECT_EQ(verdict.outcome, Outcome::undecided);
        EXPECT_EQ(model::number(verdict.reason), "RP201");
        EXPECT_NE(verdict.message.find(why_not), std::string::npos) << verdict.message;
        EXPECT_TRUE(verdict.counterexamples.empty());
        return;
    }
    const bool right = GetParam().find(".fixed.") != std::string::npos;
    EXPECT_EQ(expectations().at(GetParam()) == "proved", right);
    EXPECT_EQ(verdict.outcome, right ? Outcome::proved : Outcome::counterexample) << tests::codes_of(verdict);
}

INSTANTIATE_TEST_SUITE_P(All, Cases, testing::ValuesIn(names()), [](const auto& info) {
    std::string name = info.param.substr(0, info.param.size() - 5);
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

TEST(CasesFolder, MostAreDecided) {
    std::size_t decided = 0, files = 0;
    for (const std::string& name : names()) decided += model::why_not_monotone(schedule_at(name)).empty() ? 1 : 0;
    EXPECT_GE(decided, 35u);
    EXPECT_LT(decided, names().size()) << "no case is left that shows how an undecided one is told";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files += entry.path().extension() == ".json" ? 1 : 0;
    EXPECT_EQ(files, names().size()) << "EXPECTED.tsv lists every file";
}

}  // namespace
}  // namespace ringproof::specs
