#include "model/diagnostic.h"

#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/places.h"

namespace ringproof::model {
namespace {

TEST(Diagnostic, NumbersAreInOrderAndFound) {
    int last = 0;
    for (const Diagnostic& entry : diagnostics()) {
        EXPECT_GT(static_cast<int>(entry.code), last);
        last = static_cast<int>(entry.code);
        EXPECT_EQ(diagnostic(entry.code).title, entry.title);
        EXPECT_FALSE(entry.title.ends_with('.')) << entry.title;
        EXPECT_TRUE(entry.help.ends_with('.')) << entry.help;
    }
    EXPECT_EQ(number(Code::unreadable), "RP001");
    EXPECT_EQ(number(Code::read_before_landing), "RP101");
}

// specs/diagnostics.md lists exactly what the tool can say, with the same titles and advice.
TEST(Diagnostic, TableInSpecsIsTheSame) {
    std::ifstream file(tests::specs("diagnostics.md"));
    ASSERT_TRUE(file);
    std::set<std::string> rows;
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("| RP")) rows.insert(line);
    std::set<std::string> missing;
    for (const Diagnostic& entry : diagnostics()) {
        const std::string begin = fmt::format("| {} | {} | ", number(entry.code), entry.title);
        const std::string end = fmt::format(" | {} |", entry.help);
        bool found = false;
        for (const std::string& row : rows)
            found = found || (row.starts_with(begin) && row.ends_with(end) && row.size() > begin.size() + end.size());
        EXPECT_TRUE(found) << "not in specs/diagnostics.md: " << begin << "..." << end;
    }
    EXPECT_EQ(rows.size(), diagnostics().size());
}

TEST(Location, TextSaysWhatIsKnown) {
    Location location;
    EXPECT_EQ(location.text(), "");
    location.line = 3;
    EXPECT_EQ(location.text(), "line 3");
    location.file = "a.ring";
    EXPECT_EQ(location.text(), "a.ring:3");
    location.column = 7;
    EXPECT_EQ(location.text(), "a.ring:3:7");
    Location path;
    path.path = "$.agents[3]";
    EXPECT_EQ(path.text(), "$.agents[3]");
    path.file = "a.json";
    EXPECT_EQ(path.text(), "a.json: $.agents[3]");
}

Location at(int line, int column, std::string excerpt) {
    Location location;
    location.file = "a.ring";
    location.line = line;
    location.column = column;
    location.excerpt = std::move(excerpt);
    return location;
}

TEST(Fault, ReportShowsLineAndCaret) {
    const Fault fault(Code::unknown_name, "'y' is not declared", at(3, 6, "copy y -> x"));
    EXPECT_EQ(fault.report(),
              "a.ring:3:6: RP011 unknown name: 'y' is not declared\n"
              "    copy y -> x\n"
              "         ^\n"
              "help: Declare it, or correct its spelling.");
    EXPECT_STREQ(fault.what(), "a.ring:3:6: RP011 unknown name: 'y' is not declared");
}

TEST(Fault, CaretStandsBelowItsColumnAfterTabsAndLongCharacters) {
    EXPECT_NE(Fault(Code::syntax, "m", at(1, 3, "\t\tx")).report().find("\n    \t\t^\n"), std::string::npos);
    // ä has two bytes and one column.
    EXPECT_NE(Fault(Code::syntax, "m", at(1, 4, "ä x")).report().find("\n      ^\n"), std::string::npos);
}

TEST(Fault, LongLinesAreCutRoundTheColumn) {
    const std::string line = std::string(100'000, 'a') + 'X' + std::string(100'000, 'b');
    std::istringstream report(Fault(Code::syntax, "m", at(1, 100'001, line)).report());
    std::string head, excerpt, caret;
    std::getline(report, head);
    std::getline(report, excerpt);
    std::getline(report, caret);
    EXPECT_LT(excerpt.size(), 200u);
    EXPECT_EQ(excerpt.find('X'), caret.find('^'));
}

// Half a character would break reports that are XML or JSON.
TEST(Fault, LinesAreCutBetweenCharacters) {
    std::string line;
    for (int i = 0; i < 200; ++i) line += "€";
    for (const int column : {1, 61, 62, 63, 64, 65, 66, 300, 301, 302, 303, 599, 600, 601}) {
        const std::string report = Fault(Code::syntax, "m", at(1, column, line)).report();
        EXPECT_NO_THROW((void)nlohmann::json(report).dump()) << column;
        EXPECT_NE(report.find("..."), std::string::npos);
    }
}

TEST(Fault, AtAddsOnlyWhatIsNotKnown) {
    const Fault bare(Code::syntax, "m");
    const Fault placed = bare.at(at(2, 5, "text"));
    EXPECT_EQ(placed.location().text(), "a.ring:2:5");
    EXPECT_EQ(placed.message(), "m");
    Location other = at(9, 9, "other");
    other.file = "b.ring";
    EXPECT_EQ(placed.at(other).location().text(), "a.ring:2:5");
    EXPECT_EQ(placed.at(other).location().excerpt, "text");
}

}  // namespace
}  // namespace ringproof::model
