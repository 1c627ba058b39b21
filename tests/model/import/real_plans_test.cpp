#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checker/choose.h"
#include "model/source.h"
#include "tests/support/verdicts.h"

/// Plans that others have written and published. They are not part of this project: RINGPROOF_PLANS names a folder that
/// has them, with a table MANIFEST.tsv of which the first column is the file and the last what is expected in words.
namespace ringproof::model {
namespace {

namespace fs = std::filesystem;

std::string folder() {
    const char* const named = std::getenv("RINGPROOF_PLANS");
    return named == nullptr ? "" : named;
}

/// First and last column of the table.
std::map<std::string, std::string> manifest() {
    std::map<std::string, std::string> expected;
    std::ifstream in(fs::path(folder()) / "MANIFEST.tsv");
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        // An empty column at the end may have lost its tab.
        std::vector<std::string> columns;
        for (std::size_t begin = 0; begin <= line.size();) {
            const std::size_t end = std::min(line.find('\t', begin), line.size());
            columns.push_back(line.substr(begin, end - begin));
            begin = end + 1;
        }
        expected[columns.front()] = columns.size() > 7 ? columns[7] : "";
    }
    return expected;
}

/// The worst over all ways: `proved`, a property, or the diagnostic of a file that is refused.
std::string verdict_of(const std::string& path) {
    try {
        const Source source = read_source(path);
        for (std::size_t way = 0; way < source.ways({}).size(); ++way) {
            const Schedule schedule = source.schedule(way, {});
            const auto decision = checker::choose({schedule, schedule.launches, {}}, checker::engines());
            if (const std::string word = tests::word_of(decision.verdict); word != "proved") return word;
        }
        return "proved";
    } catch (const Fault&) {
        return "invalid";
    }
}

TEST(RealPlans, HaveTheVerdictsOfTheTable) {
    if (folder().empty()) GTEST_SKIP() << "RINGPROOF_PLANS names no folder with plans of others";
    const auto expected = manifest();
    ASSERT_FALSE(expected.empty());
    for (const auto& [file, words] : expected) {
        const std::string found = verdict_of((fs::path(folder()) / file).string());
        EXPECT_NE(found, "undecided") << file;
        RecordProperty(file, found);
        // No verdict is expected, or one of several.
        if (words.empty()) continue;
        const bool needs_depth = words.starts_with("needs 2 in flight");
        EXPECT_TRUE(words.find(found) != std::string::npos || (needs_depth && found == "proved") ||
                    (words.starts_with("counterexample") && found != "proved"))
            << file << ": " << found << ", expected " << words;
        if (words.starts_with("proved") || needs_depth) {
            EXPECT_EQ(found, "proved") << file;
        }
    }
}

}  // namespace
}  // namespace ringproof::model
