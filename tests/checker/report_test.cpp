#include "checker/report.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/verdicts.h"

namespace ringproof::checker {
namespace {

/// The story of a kernel's first counterexample.
std::string story_of(const std::string& path, std::int64_t n, std::int32_t launches = 1) {
    const model::Kernel kernel = tests::kernel_at(path);
    const model::Schedule schedule = instantiate(kernel, n);
    return story(schedule, tests::verdict_of(schedule, launches).counterexamples.at(0), kernel.lines);
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    std::size_t at = 0;
    for (const std::string& part : parts) {
        const std::size_t found = text.find(part, at);
        EXPECT_NE(found, std::string::npos) << "'" << part << "' is not there, or not in this order, in\n" << text;
        if (found != std::string::npos) at = found + part.size();
    }
}

TEST(Report, ARaceNamesBothAccessesAndTheMissingOrder) {
    const std::string text = story_of("gallery/all_gather_one_receive_semaphore.ring", 3);
    expect_parts(text, {"RP101 read before landing: out[", "chip ", "all_gather_one_receive_semaphore.ring:16 s=0",
                        "(writes it)", "16 |   put out[c] -> right.out[c] send sent recv arrived",
                        "all_gather_one_receive_semaphore.ring:16 s=1", "(reads it)", "16 |",
                        "Missing order: nothing makes ", " to have landed.", "An execution that shows it, ",
                        "the inputs are written", "enter", "begin", "issue", "help: "});
}

TEST(Report, TheEnvironmentIsAReader) {
    expect_parts(story_of("gallery/all_gather_last_receive_wait_missing.ring", 2),
                 {"RP101", "(writes it)", "its output of launch 0 is read", "Missing order", "to have landed"});
}

TEST(Report, ADeadlockNamesCountersAndWhoCouldRaiseThem) {
    const std::string text = story_of("gallery/credits_in_pairs.ring", 3);
    expect_parts(text, {"RP110", "3 of 3 agents are blocked", "chip 0 is blocked at credits_in_pairs.ring:17 s=1",
                        "wait room", "17 |", "room of chip 0 is 0 and it needs 1; nobody is left who could raise it",
                        "so are chip 1, chip 2, each by its own room", "help: "});
    // With four chips the credit would come, but from behind a wait for one.
    expect_parts(
        story_of("gallery/credits_in_pairs.ring", 4),
        {"chip 0 waits for chip 1, which waits for chip 2, which waits for chip 3, which waits for chip 0.",
         "is blocked at", "still to raise it: chip 1 at credits_in_pairs.ring:22 s=1, which is itself blocked at "});
}

TEST(Report, OtherPropertiesSayWhatIsMissing) {
    expect_parts(story_of("gallery/permute_entry_wrong_neighbour.ring", 3),
                 {"RP130", "put x", "nothing makes it wait for chip ", " to have entered launch 0"});
    expect_parts(story_of("gallery/reduce_scatter_bidirectional_no_final_waits.ring", 2),
                 {"RP140", "room_", " is 1 when its chip leaves launch 0"});
    expect_parts(story_of("gallery/chunk_index_by_mask.ring", 3), {"RP160", "expected x[", "found "});
    expect_parts(story_of("gallery/accumulate_without_zeroing.ring", 2), {"RP120", "nothing has written it"});
}

TEST(Report, TracesAreCutOff) {
    const model::Schedule schedule = instantiate(tests::kernel_at("gallery/credits_in_pairs.ring"), 5);
    const model::Trace trace = tests::verdict_of(schedule).counterexamples.at(0).trace;
    const std::string text = trace_text(schedule, trace, 7);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
    expect_parts(text, {" events ...\n"});
    // The clash stands at the end: it is never what is cut.
    EXPECT_NE(text.find(std::to_string(trace.size()) + "  "), std::string::npos);
    EXPECT_EQ(trace_text(schedule, trace, 1000).find(" events ..."), std::string::npos);
}

TEST(Report, HeadlineIsOneLine) {
    for (const char* path :
         {"gallery/credits_in_pairs.ring", "gallery/chunk_index_by_mask.ring", "gallery/all_reduce_no_credit.ring"}) {
        const model::Schedule schedule = instantiate(tests::kernel_at(path), 3);
        const auto finding = tests::verdict_of(schedule).counterexamples.at(0).finding;
        const std::string line = headline(schedule, finding);
        EXPECT_EQ(line.find(model::number(finding.code) + " "), 0u);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        EXPECT_EQ(finding_text(schedule, finding).find(line + "\n"), 0u);
    }
}

TEST(Report, ProofNote) {
    Verdict verdict;
    EXPECT_EQ(proof_note(verdict), "no output is claimed: only order and clean ends are proved");
    verdict.claims = 3;
    expect_parts(proof_note(verdict), {"the contract's very expressions"});
    verdict.law = model::Law::associativity;
    EXPECT_EQ(proof_note(verdict), "needs associativity; every chip computes the same expression");
    verdict.law = model::Law::commutativity;
    verdict.same_expression = false;
    expect_parts(proof_note(verdict), {"associativity and commutativity", "different expressions"});
}

}  // namespace
}  // namespace ringproof::checker
