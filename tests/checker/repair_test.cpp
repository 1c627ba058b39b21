#include "checker/repair/repair.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/clocks.h"
#include "checker/repair/diff.h"
#include "model/language/language.h"
#include "tests/support/places.h"
#include "tests/support/quick_verdict.h"
#include "tests/support/verdicts.h"

namespace ringproof::checker::repair {
namespace {

using testing::HasSubstr;

Subject subject_of(const std::string& text, std::vector<Size> sizes, const std::string& file = "k.ring") {
    Subject subject;
    subject.text = text;
    subject.file = file;
    subject.profile = model::parse_kernel(text, file).profile;
    subject.sizes = std::move(sizes);
    subject.seconds = 0;  // what is found must not depend on the machine
    subject.ask = [](const Question& question) { return tests::quick_verdict(question.schedule); };
    return subject;
}

/// All sizes up to `most` that the kernel takes, with 1 and 2 launches, those that fail first.
std::vector<Size> sizes_of(const model::Kernel& kernel, std::int64_t most) {
    std::vector<Size> failing, others;
    for (std::int64_t n = 1; n <= most; ++n)
        for (const std::int32_t launches : {1, 2}) try {
                model::Schedule schedule = instantiate(kernel, n);
                schedule.launches = launches;
                const bool proved = tests::quick_verdict(schedule).outcome == Outcome::proved;
                (proved ? others : failing).push_back({n, launches});
            } catch (const model::Fault& fault) {
                if (fault.code() != model::Code::requires_not_met) throw;
            }
    failing.insert(failing.end(), others.begin(), others.end());
    return failing;
}

/// Reads the text afresh and asks about every size.
void expect_proved(const std::string& text, const std::vector<Size>& sizes) {
    const model::Kernel kernel = model::parse_kernel(text, "again.ring");
    for (const Size& size : sizes) {
        model::Schedule schedule = instantiate(kernel, size.chips);
        schedule.launches = size.launches;
        EXPECT_EQ(tests::word_of(tests::quick_verdict(schedule)), "proved")
            << text << "n = " << size.chips << ", launches " << size.launches;
    }
}

/// Files of the gallery that say they fail by one of these.
std::vector<std::string> gallery(const std::set<std::string>& properties) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(tests::specs("gallery"))) {
        if (entry.path().extension() != ".ring") continue;
        const std::string file = "gallery/" + entry.path().filename().string();
        const auto& expectations = tests::kernel_at(file).expectations;
        if (std::any_of(expectations.begin(), expectations.end(),
                        [&](const auto& e) { return properties.contains(e.verdict); }))
            files.push_back(file);
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The files for which no repair is found; each that is found is proved again.
std::set<std::string> not_repaired(const std::vector<std::string>& files) {
    std::set<std::string> left;
    for (const std::string& file : files) {
        SCOPED_TRACE(file);
        const std::string text = tests::text_of(tests::specs(file));
        const auto sizes = sizes_of(model::parse_kernel(text, file), 5);
        const Result result = find_repair(subject_of(text, sizes, file));
        if (!result.repair) {
            left.insert(file);
            continue;
        }
        EXPECT_NE(result.repair->text, text);
        EXPECT_FALSE(result.repair->sentence.empty());
        expect_proved(result.repair->text, sizes);
    }
    return left;
}

TEST(Repair, OfRacesAndDirtyExitsInTheGallery) {
    const auto files = gallery({"race", "dirty-exit"});
    EXPECT_EQ(files.size(), 21u);
    // Chunks by their number in place of order of arrival would be another kernel.
    EXPECT_THAT(not_repaired(files), testing::ElementsAre("gallery/all_gather_in_order_of_arrival.ring"));
}

TEST(Repair, OfDeadlocksAndEarlyEntriesInTheGallery) {
    const auto files = gallery({"deadlock", "not-entered"});
    EXPECT_EQ(files.size(), 8u);
    EXPECT_THAT(not_repaired(files), testing::IsEmpty());
}

const std::string permute =
    "kernel permute(n)\ncontract permute(x -> out, distance = 1)\nprofile pallas-tpu\n\nbuffer x in\nbuffer out out\n"
    "sem sent, arrived\n\nput x -> right.out send sent recv arrived\nwait arrived\n";

Candidate insertion(const std::string& text, const std::string& before, const std::string& what) {
    const std::size_t at = text.find(before);
    return {1, {{{at, at}, what}}, "Planted."};
}

TEST(Repair, ATransferThatTellsNobodyIsMadeToTell) {
    std::string text = tests::text_of(tests::specs("kernels/reduce_scatter.ring"));
    const auto leave_out = [&](const std::string& part) {
        const std::size_t at = text.find(part);
        ASSERT_NE(at, std::string::npos) << part << " in " << text;
        text.erase(at, part.size());
    };
    leave_out(" send sent");
    leave_out("  wait sent\n");
    leave_out("sent, ");
    const auto sizes = sizes_of(model::parse_kernel(text, "k.ring"), 4);
    const Result result = find_repair(subject_of(text, sizes));
    ASSERT_TRUE(result.repair);
    EXPECT_THAT(result.repair->text, HasSubstr(" send sent\n"));
    expect_proved(result.repair->text, sizes);
}

TEST(Repair, AWrongCandidateIsNeverShown) {
    const Subject subject = subject_of(permute, {{1, 1}, {2, 2}, {3, 2}});
    const Candidate wrong[] = {
        insertion(permute, "wait arrived", "wait arrived\n"),      // blocked
        insertion(permute, "wait arrived", "# nothing\n"),         // as wrong as before
        insertion(permute, "wait arrived", "wait nobody\n"),       // no kernel
        insertion(permute, "wait arrived", "copy x -> out[1]\n"),  // out of range
        insertion(permute, "put x", "if n == 1 { wait sent }\n"),  // blocked at one size
        {1, {{{permute.find("put x"), permute.size()}, ""}}, "Planted: all is left out."},
    };
    for (const Candidate& candidate : wrong) EXPECT_FALSE(find_repair(subject, {candidate}).repair);
    const Candidate right = insertion(permute, "wait arrived", "wait sent\n");
    std::vector<Candidate> all(std::begin(wrong), std::end(wrong));
    all.push_back(right);
    const Result result = find_repair(subject, all);
    ASSERT_TRUE(result.repair);
    EXPECT_EQ(result.repair->text, edited(permute, right.edits));
}

TEST(Repair, WhatIsUndecidedIsNotShown) {
    Subject subject = subject_of(permute, {{1, 1}, {2, 1}, {3, 1}});
    const Candidate right = insertion(permute, "wait arrived", "wait sent\n");
    subject.ask = [](const Question& question) {
        return question.schedule.chips == 3 ? Verdict{} : tests::quick_verdict(question.schedule);
    };
    EXPECT_FALSE(find_repair(subject, {right}).repair);
    subject.sizes.pop_back();
    EXPECT_TRUE(find_repair(subject, {right}).repair);
    subject.sizes.clear();
    EXPECT_FALSE(find_repair(subject, {right}).repair) << "proved at no size is not proved";
}

TEST(Repair, WhatIsRightAtTheSmallestSizeAloneIsNotShown) {
    // One slot more is enough for three chips.
    const std::string text = tests::text_of(tests::specs("gallery/all_reduce_no_credit.ring"));
    const std::size_t at = text.find("slots = 2") + 8;
    const Candidate more{1, {{{at, at + 1}, "3"}}, "Planted."};
    EXPECT_TRUE(find_repair(subject_of(text, {{3, 1}, {2, 1}}), {more}).repair);
    EXPECT_FALSE(find_repair(subject_of(text, {{3, 1}, {2, 1}, {4, 1}}), {more}).repair);
}

TEST(Repair, OpaqueWorkStays) {
    // The summary is nobody's output: that it reads a slot too late is not mended by reading another one.
    const std::string text = tests::text_of(tests::specs("gallery/line_of_three_barrier_reused.ring"));
    const Subject subject = subject_of(text, {{3, 1}});
    const std::size_t at = text.find("mail[0], mail[1] writes") + 5;
    const Candidate other{1, {{{at, at + 1}, "1"}}, "Planted."};
    expect_proved(edited(text, other.edits), subject.sizes);
    EXPECT_FALSE(find_repair(subject, {other}).repair);
    const Result result = find_repair(subject);
    ASSERT_TRUE(result.repair);
    EXPECT_THAT(result.repair->text, HasSubstr("compute summarise reads mail[0], mail[1] writes summary cost 4"));
}

TEST(Repair, WithoutClaimsAllAccessesStay) {
    const std::string text =
        "kernel k(n)\nbuffer x[2], y[2]\nsem sent, arrived\nwrite x \"a\"\nwrite x[1] \"b\"\n"
        "put x -> right.y send sent recv arrived\nput x[1] -> right.y send sent recv arrived\nwait sent 2\nwait "
        "arrived 2\n";
    const Subject subject = subject_of(text, {{2, 1}});
    const std::size_t at = text.rfind("right.y") + 7;
    const Candidate other{1, {{{at, at}, "[1]"}}, "Planted."};
    expect_proved(edited(text, other.edits), subject.sizes);
    EXPECT_FALSE(find_repair(subject, {other}).repair);
}

TEST(Repair, EndsWhenTheTimeIsOver) {
    Subject subject = subject_of(permute, {{2, 1}});
    subject.seconds = 1e-9;
    const Result result = find_repair(subject);
    EXPECT_FALSE(result.complete);
    EXPECT_FALSE(result.repair);
}

TEST(RepairText, StatementsAndTheirEnds) {
    const std::string text =
        "kernel k(n)\nsem a, b # waits\nagent one { wait a; if n > 1 { wait b } else if n > 2 { wait a 2 }\n"
        "  for i in 0 .. 2 { # wait\n    wait a # behind\n    signal right.b\n  }\n}\nagent two { write me.x \"a } b\" "
        "wait b }\n"
        "";
    const std::string with_buffer = "kernel k(n)\nbuffer x\n" + text.substr(12);
    const model::Kernel kernel = model::parse_kernel(with_buffer, "k.ring");
    const KernelText read(with_buffer, kernel);
    std::vector<std::string> statements;
    for (const Site& site : read.sites()) statements.emplace_back(read.text(site));
    EXPECT_THAT(statements,
                testing::ElementsAre("wait a", "if n > 1 { wait b } else if n > 2 { wait a 2 }", "wait b",
                                     "else if n > 2 { wait a 2 }", "wait a 2",
                                     "for i in 0 .. 2 { # wait\n    wait a # behind\n    signal right.b\n  }", "wait a",
                                     "signal right.b", "write me.x \"a } b\"", "wait b"));
    const auto after = [&](const Edit& edit) { return edited(with_buffer, {edit}); };
    EXPECT_THAT(after(read.before(read.sites()[6], "wait b")),
                HasSubstr("{ # wait\n    wait b\n    wait a # behind\n"));
    EXPECT_THAT(after(read.behind(read.sites()[7], "wait b")), HasSubstr("    signal right.b\n    wait b\n  }"));
    EXPECT_THAT(after(read.before(read.sites()[2], "wait a")), HasSubstr("{ wait a; wait b }"));
    EXPECT_THAT(after(read.behind(read.sites()[2], "wait a")), HasSubstr("{ wait b; wait a }"));
    EXPECT_THAT(after(read.without(read.sites()[6])), HasSubstr("{ # wait\n    signal right.b\n"));
    EXPECT_THAT(after(read.without(read.sites()[0])), HasSubstr("agent one { if n > 1"));
    EXPECT_THAT(after(read.declare("sem c")), HasSubstr("# waits\nsem c\nagent one"));
    EXPECT_EQ(read.line(with_buffer.find("agent two")), 10);
}

TEST(RepairText, CandidatesOfEveryKernelAreEditsInside) {
    int candidates_in_all = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::specs())) {
        if (entry.path().extension() != ".ring") continue;
        const std::string text = tests::text_of(entry.path().string());
        const model::Kernel kernel = model::parse_kernel(text, "k.ring");
        const KernelText read(text, kernel);
        int parsed = 0, count = 0;
        for (const Candidate& candidate : candidates(read, 500)) {
            ++count;
            for (const Edit& edit : candidate.edits) {
                ASSERT_LE(edit.range.begin, edit.range.end);
                ASSERT_LE(edit.range.end, text.size());
            }
            try {
                model::parse_kernel(edited(text, candidate.edits), "k.ring");
                ++parsed;
            } catch (const model::Fault&) {
                // A variable out of its scope, say.
            }
        }
        // Of a kernel without counters there are none.
        EXPECT_GE(2 * parsed, count) << entry.path() << ": most candidates are kernels";
        candidates_in_all += count;
    }
    EXPECT_GT(candidates_in_all, 1'000);
}

TEST(RepairDiff, OfOneLine) {
    EXPECT_EQ(unified_diff("a\nb\nc\nd\ne\n", "a\nb\nc\nD\ne\n", "k.ring"),
              "--- k.ring\n+++ k.ring\n@@ -1,5 +1,5 @@\n a\n b\n c\n-d\n+D\n e\n");
    EXPECT_EQ(unified_diff("a\n", "a\n", "k.ring"), "");
    EXPECT_EQ(unified_diff("", "a\n", "k.ring"), "--- k.ring\n+++ k.ring\n@@ -0,0 +1 @@\n+a\n");
    EXPECT_EQ(
        unified_diff("a\nb", "a\nc", "k.ring"),
        "--- k.ring\n+++ k.ring\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of "
        "file\n");
}

TEST(RepairDiff, OfPlacesFarApart) {
    std::string before, after;
    for (int i = 1; i <= 30; ++i) {
        before += std::to_string(i) + "\n";
        after += (i == 2 || i == 25 ? "x" : std::to_string(i)) + "\n";
    }
    const std::string diff = unified_diff(before, after, "k.ring");
    EXPECT_THAT(diff, HasSubstr("@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n 4\n 5\n@@ -22,7 +22,7 @@\n 22\n"));
}

}  // namespace
}  // namespace ringproof::checker::repair
