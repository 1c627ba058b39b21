#include "checker/explanation.h"

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checker/story/recipe.h"
#include "generators/unstructured.h"
#include "model/monotone.h"
#include "model/scheduler.h"
#include "tests/support/check_often.h"
#include "tests/support/explained.h"
#include "tests/support/play.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::Property;

/// All lines, indented by two for each step of depth, and what to do to see it.
std::string text_of(const Explanation& explanation) {
    std::string text;
    for (const Remark& remark : explanation.remarks)
        text += std::string(static_cast<std::size_t>(2 * remark.depth), ' ') + remark.text + "\n";
    if (explanation.any_timing) text += "any timing\n";
    return explanation.recipe ? text + explanation.recipe->text + "\n" : text;
}

std::string explained(const model::Schedule& schedule) {
    return text_of(explain(schedule, tests::quick_verdict(schedule).counterexamples.at(0)));
}

std::string explained(const std::string& path, std::int64_t n, std::int32_t launches = 1) {
    model::Schedule schedule = instantiate(tests::kernel_at("gallery/" + path + ".ring"), n);
    schedule.launches = launches;
    return explained(schedule);
}

std::string explained_text(std::string_view text, std::int32_t chips) {
    return explained(tests::schedule_of(text, chips));
}

/// What is wrong in a case of tests/data/cases.
std::string explained_case(const std::string& name) {
    const model::Schedule schedule = model::read_schedule(tests::text_of(tests::data("cases/" + name)), name);
    return text_of(explain(schedule, explore({schedule, schedule.launches, {}}).counterexamples.at(0)));
}

bool sees(const model::Machine& machine, const model::Finding& finding) {
    return std::any_of(machine.findings().begin(), machine.findings().end(),
                       [&](const model::Finding& seen) { return seen.same_fault(finding); });
}

/// Known answers: `text` has these lines, one after the other, with whatever between them.
void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
    std::size_t at = 0;
    for (const std::string& line : lines) {
        const std::size_t found = ("\n" + text).find("\n" + line + "\n", at);
        EXPECT_NE(found, std::string::npos) << "no line '" << line << "', or not in this order, in\n" << text;
        if (found != std::string::npos) at = found + line.size();
    }
}

TEST(Explanation, SaysWhatIsCertainAndWhy) {
    expect_lines(
        explained("all_reduce_no_credit", 3),
        {"Closest: before chip 2 line 14 s=2 it is certain that the put of chip 0 line 14 s=0 has read its source, "
         "3 operations before line 17 s=0:",
         "  chip 2 line 16 s=1 waits for arrived[1], which rises when the put of chip 1 line 14 s=1 lands (or another "
         "that needs the same)",
         "  chip 1 line 16 s=0 waits for arrived[0], which rises when the put of chip 0 line 14 s=0 lands (or another "
         "that needs the same)",
         "To mend: chip 0 signals after line 17 s=0, and chip 2 waits for that before line 14 s=2.",
         "To see it on hardware: delay chip 0 before line 17 s=0 until the put of chip 2 line 14 s=2 begins to "
         "arrive"});
}

TEST(Explanation, SaysWhenTheProgramsOfTwoChipsNeverMeet) {
    expect_lines(
        explained("wait_for_send_instead_of_receive", 3),
        {"Closest: after all have entered, nothing that chip 2 does is ordered before chip 0 line 14 s=1.",
         "To mend: chip 0 waits for arrived[0], which its landing raises, before line 14 s=1.",
         "To see it on hardware: delay chip 2 before line 14 s=0 until the put of chip 0 line 14 s=1 is issued"});
}

TEST(Explanation, SaysWhichRaiseMeetsAWaitThatWasMeantForAnother) {
    expect_lines(
        explained("all_gather_one_receive_semaphore", 3),
        {"Closest: before chip 0 line 16 s=1 it is certain that the put of chip 2 line 16 s=0 has read its source, but "
         "not that it has landed:",
         "  chip 0 line 18 s=0 waits for arrived, which rises when the put of chip 2 line 16 s=0 lands (or another "
         "that "
         "needs the same)",
         "The wait of chip 0 line 18 s=0 for arrived is not enough: here the put of chip 2 line 16 s=1 lands and meets "
         "it.",
         "To see it on hardware: hold back the put of chip 2 line 16 s=0 until the put of chip 0 line 16 s=1 is "
         "issued"});
    expect_lines(explained("barrier_neighbour_reused", 5, 2),
                 {"Closest: nothing that chip 1 does is ordered before chip 0 line 17 in launch 0.",
                  "The wait of chip 0 line 16 in launch 0 for bar is not enough: here the signal of chip 4 line 15 in "
                  "launch 1 arrives and meets it.",
                  "To see it on hardware: delay chip 1 before it enters launch 0 until the put of chip 0 line 17 in "
                  "launch 0 begins to arrive"});
}

TEST(Explanation, SaysWhatASignalDoesNotTell) {
    expect_lines(
        explained("signal_overtakes_put", 2),
        {"Closest: before the end of chip 0 it is certain that the signal of chip 1 line 13 has arrived, which "
         "tells nothing of line 12:",
         "  chip 0 line 15 waits for flag, which rises when the signal of chip 1 line 13 arrives",
         "To mend: the put of chip 1 line 12 gets a semaphore that tells of its landing; nobody can wait for "
         "it yet.",
         "To see it on hardware: hold back the put of chip 1 line 12 until chip 0 leaves"});
}

TEST(Explanation, WhatIsOfOneChipIsToldByTheTransferItself) {
    expect_lines(
        explained("last_send_wait_missing", 3, 2),
        {"Closest: before the start of chip 0 in launch 1 it is certain that the put of chip 0 line 13 in launch 0 "
         "has been issued, but not that it has read its source.",
         "To mend: chip 0 waits for sent, which its reading raises, before it leaves."});
    // A launch is meant to write its output before that is read, even if a run ends first.
    const model::Schedule schedule = instantiate(tests::kernel_at("labs/1_issue.ring"), 2);
    EXPECT_EQ(tests::quick_verdict(schedule).counterexamples.at(0).finding.code, Code::read_before_landing);
    expect_lines(explained(schedule), {"To mend: chip 0 waits for arrived, which its landing raises, before it leaves.",
                                       "To see it on hardware: delay chip 1 before line 13 until chip 0 leaves"});
}

TEST(Explanation, FoldsLongChains) {
    // A token goes round the ring; the last chip to have it does not know of the put that chip 0 issued meanwhile.
    const std::string text = explained_text(R"(kernel token(n)
profile default, exit any
buffer x in, t
sem token, s
if me == 0 { signal right.token; put x -> chip(n - 1).t; quiet }
else if me < n - 1 { wait token; signal right.token }
else { wait token; copy x -> t })",
                                            8);
    expect_lines(
        text, {"Closest: before chip 7 line 7 it is certain that the signal of chip 0 line 5 has arrived, 1 operation "
               "before line 5:",
               "  chip 7 line 7 waits for token, which rises when the signal of chip 6 line 6 arrives",
               "  ... 5 more of this kind ...",
               "  chip 1 line 6 waits for token, which rises when the signal of chip 0 line 5 arrives"});
}

TEST(Explanation, ADeadlockIsACycleOrHasARoot) {
    expect_lines(explained("credits_in_pairs", 4),
                 {"chip 0 waits for chip 1, which waits for chip 2, which waits for chip 3, which waits for chip 0.",
                  "  so are chip 1, chip 2, chip 3, each by its own room"});
    expect_lines(
        explained_text("kernel k(n)\nsem s\nif me == 0 { wait s 2 } else { wait s; signal left.s }", 4),
        {"chip 1 waits for chip 2, which waits for chip 3; the roots are chip 0, chip 3: nothing that is still to "
         "come can help any of them.",
         "  s of chip 0 is 0 and it needs 2; still to raise it: chip 1 at test.ring:3, which is itself blocked "
         "at test.ring:3; all that is 1 unit"});
    // Rings of many chips are told in a few lines.
    const std::string many = explained("wait_before_signal", 16);
    EXPECT_LE(std::count(many.begin(), many.end(), '\n'), 5) << many;
    expect_lines(many,
                 {"chip 0 waits for chip 15, which waits for chip 14, ... 12 more ..., which waits for chip 1, which "
                  "waits for chip 0."});
}

TEST(Explanation, ADeadlockAtABarrierNamesWhoDoesNotCome) {
    expect_lines(explained_text("kernel k(n)\nif me > 0 { barrier b }\nbarrier b", 3),
                 {"chip 1 is blocked at test.ring:3: barrier b", "  chip 0 never comes to it"});
    expect_lines(explained_text("kernel k(n)\nif me == 0 { barrier b }\nbarrier b", 3),
                 {"  chip 1, chip 2 never come to it"});
    expect_lines(explained_text("kernel k(n)\nsem s\nif me == 0 { wait s }\nbarrier b", 2),
                 {"chip 1 waits for chip 0; the root is chip 0: nothing that is still to come can help it.",
                  "  chip 0 has not come to it"});
}

TEST(Explanation, WhatIsUnderWayWhenAChipLeaves) {
    model::Schedule schedule = instantiate(tests::kernel_at("gallery/last_send_wait_missing.ring"), 2);
    schedule.profile.exit = model::Exit::drained;
    expect_lines(explained(schedule),
                 {"It has not landed when a chip that it concerns leaves.",
                  "Closest: before the end of chip 0 it is certain that the put of chip 0 line 13 has been issued, but "
                  "not that it has landed.",
                  "To see it on hardware: hold back the put of chip 0 line 13 until chip 0 leaves"});
    schedule.profile.exit = model::Exit::any;
    expect_lines(
        explained(schedule),
        {"Missing order: chip 0 does not wait for this before it leaves launch 0.",
         "Closest: before the end of chip 0 it is certain that the put of chip 0 line 13 has been issued, but "
         "not that it has read its source.",
         "To see it on hardware: hold back the put of chip 0 line 13 before it has read its source until chip 0 "
         "leaves"});
}

TEST(Explanation, ADeadlockOnAnEmptySlotNamesWhoEmptiedIt) {
    expect_lines(
        explained_text("kernel k(n)\nprofile default, exit any\nbuffer x in, t\nput x -> right.t\nquiet\n"
                       "poll t\nwrite t nothing\npoll t",
                       2),
        {"chip 0 is blocked at test.ring:8: poll t",
         "  t of chip 0 is empty: the write of chip 0 line 7 has ended, and has left it so; nobody is left who "
         "could write it"});
    expect_lines(explained_text("kernel k(n)\nbuffer x in, t\npoll t\nput x -> right.t\nquiet", 3),
                 {"chip 0 waits for chip 2, which waits for chip 1, which waits for chip 0.",
                  "  t of chip 0 is empty: nothing has written it; still to write it: chip 2 at test.ring:4, which is "
                  "itself blocked at test.ring:3"});
}

TEST(Explanation, ADeadlockNamesWhatWasWiped) {
    expect_lines(explained_case("flag-zeroed-after-peers-may-already-signal.buggy.json"),
                 {"  f of chip 1 is 0 and it needs 1; nobody is left who could raise it; chip 1 operation 1 has set it "
                  "from 1 to 0"});
}

TEST(Explanation, AWrongValueIsFollowedToWhereItCameIn) {
    expect_lines(explained("chunk_index_by_mask", 3),
                 {"expected x[0]@1#0", "found    x[2]@1#0",
                  "How it came there:", "  x[2] of chip 1 holds x[2]@1#0 from the start",
                  "  chip 1 line 14 s=2: put x[2] -> chip 0 out[1] send sent recv arrived  <- here it is brought in; "
                  "x[2]@1#0 does not belong there",
                  "any timing"});
}

TEST(Explanation, AWrongSumSaysWhatIsMissingAndWhatIsTwice) {
    // Chip 0 adds its own input a second time instead of chip 2's.
    const std::string text = explained_text(R"(kernel k(n)
contract reduce(x -> out, sum, root = 0)
buffer x in, out out, sum, r
sem s, d
if me == 0 {
  copy x -> sum
  wait s
  reduce r into sum
  reduce x into sum
  copy sum -> out
} else if me == 1 { put x -> chip(0).r recv s; quiet })",
                                            3);
    expect_lines(text,
                 {"expected (x[0]@0#0 + x[0]@1#0) + x[0]@2#0", "found    x[0]@0#0 + (x[0]@1#0 + x[0]@0#0)",
                  "x[0]@2 is missing; x[0]@0 is counted twice.", "How it came there:",
                  "  chip 0 line 9: reduce x -> sum rule add, which makes x[0]@0#0 + (x[0]@1#0 + x[0]@0#0)  <- here "
                  "it goes wrong: what went in still was right",
                  "  chip 0 line 10: copy sum -> out", "any timing"});
}

TEST(Explanation, ACounterThatIsLeftOverNamesItsLines) {
    expect_lines(explained("reduce_scatter_bidirectional_no_final_waits", 2),
                 {"room_left of chip 0 is 1 when its chip leaves launch 0.",
                  "In a launch 3 units are raised (line 22: 1, line 37: 2) and 2 units are taken (line 32): 1 unit too "
                  "many raised."});
    expect_lines(explained("last_send_wait_missing", 2),
                 {"In a launch 1 unit is raised (line 13) and 0 units are taken (no line): 1 unit too many raised.",
                  "To see it on hardware: delay chip 0 before it leaves until the put of chip 0 line 13 reads its "
                  "source"});
}

// ---- Of whatever a machine finds ---------------------------------------------------------------------------------

TEST(Explanation, OfAnyFindingOfAnyRun) {
    std::map<Code, int> seen;
    int recipes = 0;
    tests::check_often(600, [&] {
        const auto which = *rc::gen::element(generators::Operations::monotone, generators::Operations::all);
        const auto schedule = *generators::unstructured_schedules({}, which);
        const auto seed = *rc::gen::inRange(0, 1000);
        model::Machine machine(schedule, schedule.launches);
        model::Trace trace;
        run_adversarial(machine, static_cast<std::uint64_t>(seed),
                        [&](const model::Event& event) { trace.push_back(event); });
        for (const model::Finding& finding : machine.findings()) {
            ++seen[finding.code];
            const Explanation explanation = explain(schedule, {finding, trace});
            RC_ASSERT(!explanation.remarks.empty());
            RC_ASSERT(!explain(schedule, {finding, {}}).remarks.empty());
            // Past its width a counter means something else.
            if (!finding.second || schedule.profile.counter_values) continue;
            const bool monotone = model::why_not_monotone(schedule).empty();
            RC_ASSERT(!monotone || explanation.recipe);
            if (!explanation.recipe) continue;
            ++recipes;
            model::Machine again(schedule, schedule.launches);
            follow(again, *explanation.recipe);
            RC_ASSERT(sees(again, finding));
        }
    });
    EXPECT_GT(recipes, 100);
    EXPECT_GT(seen.size(), 9u);
}

// ---- Of everything that is known to be wrong ---------------------------------------------------------------------

class EachWrong : public testing::Test {
protected:
    static const std::vector<tests::Wrong>& all() {
        static const std::vector<tests::Wrong> list = tests::all_that_is_wrong(5);
        return list;
    }
};

TEST_F(EachWrong, IsExplained) {
    ASSERT_GT(all().size(), 150u);
    for (const tests::Wrong& wrong : all()) {
        SCOPED_TRACE(wrong.name);
        const auto began = std::chrono::steady_clock::now();
        const Explanation explanation = explain(wrong.schedule, wrong.counterexample);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        EXPECT_LT(took.count(), 0.5);
        EXPECT_FALSE(explanation.remarks.empty());
        EXPECT_LE(explanation.remarks.size(), 24u);
        for (const Remark& remark : explanation.remarks) {
            EXPECT_FALSE(remark.text.empty());
            for (const model::Event& event : remark.events) {
                if (is_environment(event.moment)) {
                    EXPECT_LT(event.who, wrong.schedule.chips);
                } else {
                    ASSERT_LT(event.who, static_cast<std::int32_t>(wrong.schedule.agents.size()));
                    EXPECT_LT(event.step, static_cast<std::int32_t>(wrong.schedule.agents[event.who].steps.size()));
                }
            }
        }
        EXPECT_FALSE(explanation.any_timing && explanation.recipe);
    }
}

TEST_F(EachWrong, IsMetByItsRecipe) {
    int recipes = 0;
    std::set<Code> codes;
    for (const tests::Wrong& wrong : all()) {
        SCOPED_TRACE(wrong.name);
        const model::Finding& finding = wrong.counterexample.finding;
        const Explanation explanation = explain(wrong.schedule, wrong.counterexample);
        const bool monotone = model::why_not_monotone(wrong.schedule).empty();
        if (monotone && property_of(finding.code) == Property::race) {
            EXPECT_TRUE(explanation.recipe);
        }
        if (!explanation.recipe) continue;
        ++recipes;
        codes.insert(finding.code);
        model::Machine machine(wrong.schedule, wrong.schedule.launches);
        follow(machine, *explanation.recipe);
        EXPECT_TRUE(sees(machine, finding)) << explanation.recipe->text;
    }
    EXPECT_GT(recipes, 90);
    for (const Code code : {Code::read_before_landing, Code::overwrite_before_read, Code::two_writers,
                            Code::source_reused, Code::not_entered, Code::barrier_passed, Code::dirty_counter})
        EXPECT_TRUE(codes.contains(code)) << model::number(code);
}

TEST_F(EachWrong, ShowsWithAnyTimingIfItSaysSo) {
    int any = 0;
    for (const tests::Wrong& wrong : all()) {
        SCOPED_TRACE(wrong.name);
        if (!explain(wrong.schedule, wrong.counterexample).any_timing) continue;
        ++any;
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            model::Machine machine(wrong.schedule, wrong.schedule.launches);
            if (seed == 0)
                run_in_order(machine);
            else if (seed % 2 == 0)
                run_random(machine, seed);
            else
                run_adversarial(machine, seed);
            EXPECT_TRUE(sees(machine, wrong.counterexample.finding)) << seed;
        }
    }
    EXPECT_GT(any, 40);
}

}  // namespace
}  // namespace ringproof::checker
