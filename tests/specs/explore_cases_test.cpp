#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "checker/explore.h"
#include "checker/report.h"
#include "model/json/json.h"
#include "model/monotone.h"
#include "tests/support/places.h"
#include "tests/support/verdicts.h"

/// The mistakes of tests/data/cases, monotone or not, by the engine `explore`.
namespace ringproof::specs {
namespace {

const std::string folder = tests::data("cases/");

/// Whether a verdict is what EXPECTED.tsv says of another explorer, which judged data races by wrong data.
bool is_expected(const std::string& found, const std::string& expected) {
    if (expected == "race-or-wrong-data") return found == "race" || found == "wrong-result";
    return found == expected;
}

TEST(ExploredCases, EachHasItsVerdict) {
    // A counter of four values passes them before anything blocks; a chunk is sent while another still reads it.
    const std::map<std::string, std::string> known_otherwise{
        {"monotone-counter-overflows-4-value-counter.buggy.json", "counter-range"},
        {"chunk-index-by-mask-instead-of-modulo-n-3.buggy.json", "race"}};
    std::ifstream in(folder + "EXPECTED.tsv");
    std::string line;
    std::getline(in, line);
    int decided = 0, not_monotone = 0;
    while (std::getline(in, line)) {
        const std::size_t tab = line.find('\t');
        const std::string name = line.substr(0, tab);
        const auto otherwise = known_otherwise.find(name);
        const std::string expected = otherwise != known_otherwise.end()
                                         ? otherwise->second
                                         : line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
        const model::Schedule schedule = model::read_schedule(tests::text_of(folder + name), name);
        const checker::Verdict verdict = checker::explore({schedule, schedule.launches, {}});
        EXPECT_TRUE(is_expected(tests::word_of(verdict), expected))
            << name << ": " << tests::word_of(verdict) << ", expected " << expected;
        ++decided;
        not_monotone += model::why_not_monotone(schedule).empty() ? 0 : 1;
        for (const auto& counterexample : verdict.counterexamples) {
            EXPECT_LE(counterexample.trace.size(), 60u) << name;
            EXPECT_FALSE(checker::story(schedule, counterexample).empty());
        }
    }
    EXPECT_EQ(decided, 54);
    EXPECT_GE(not_monotone, 15);
}

TEST(ExploredCases, ADeadlockThatDependsOnTheOrderIsShownInFull) {
    const std::string name = "wait-1-set-0-swallows-a-second-credit.buggy.json";
    const model::Schedule schedule = model::read_schedule(tests::text_of(folder + name), name);
    const checker::Verdict verdict = checker::explore({schedule, schedule.launches, {}});
    const std::string story = checker::story(schedule, verdict.counterexamples.at(0));
    EXPECT_NE(story.find("An execution that ends so"), std::string::npos) << story;
    EXPECT_NE(story.find("deliver"), std::string::npos) << story;
    EXPECT_EQ(story.find("Every execution"), std::string::npos) << story;
}

}  // namespace
}  // namespace ringproof::specs
