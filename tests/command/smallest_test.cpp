#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"

/// What `verify` says of the smallest size that fails.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::lines_of;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string gallery = tests::specs() + "/gallery/";
const std::string reused = gallery + "barrier_neighbour_reused.ring";

TEST(Smallest, TellsWhatIsProvedBelowIt) {
    const Ran run = run_program("verify --brief -n 2..6 --launches 2 " + reused);
    EXPECT_TRUE(contains(run.out,
                         "\n  smallest that fails: n = 5 with 2 launches, not-entered; proved for n = 1..4 with 1, 2 "
                         "launches, n = 5 with 1 launch\n"))
        << run.out;
}

TEST(Smallest, FewerChipsThenFewerLaunchesThanAsked) {
    const Ran run = run_program("verify --brief -n 7 --launches 3 " + reused);
    EXPECT_TRUE(contains(run.out, "\n  smallest that fails: n = 5 with 2 launches,")) << run.out;
    const auto lines = lines_of(run_program("verify --json -n 6,7 --launches 3 " + reused).out);
    ASSERT_EQ(lines.size(), 2u);
    for (const json& line : lines) {
        EXPECT_EQ(line.at("smallest_chips"), 5);
        EXPECT_EQ(line.at("smallest_launches"), 2);
    }
}

TEST(Smallest, IsTheSizeThatFailsAndNoneBelowItDoes) {
    for (const char* const file :
         {"barrier_dissemination_one_semaphore", "all_reduce_no_credit", "wrong_slot_parity"}) {
        const std::string path = gallery + file + ".ring";
        const auto lines = lines_of(run_program("verify --json -n 8 " + path).out);
        ASSERT_EQ(lines.size(), 1u);
        const int smallest = lines[0].at("smallest_chips");
        for (int n = 1; n <= smallest; ++n) {
            const auto below = lines_of(run_program("verify --json -n " + std::to_string(n) + " " + path).out);
            ASSERT_EQ(below.size(), 1u);
            EXPECT_EQ(below[0].at("verdict"), n < smallest ? "proved" : "counterexample") << path << " n = " << n;
        }
    }
}

TEST(Smallest, IsNotToldWhereItIsTheLeastThatWasAskedFor) {
    const std::string path = gallery + "wrong_slot_parity.ring";
    EXPECT_FALSE(contains(run_program("verify -n 2..4 " + path).out, "smallest"));
    EXPECT_TRUE(contains(run_program("verify -n 3..4 " + path).out, "smallest that fails: n = 2, race"));
}

TEST(Smallest, SizesThatAreNotTakenAreNotSpokenOf) {
    const Ran run = run_program("verify --brief -n 7 " + gallery + "two_agents_one_sum.ring");
    EXPECT_TRUE(contains(run.out, "smallest that fails: n = 3, race")) << run.out;
    EXPECT_FALSE(contains(run.out, "n = 2")) << run.out;
}

TEST(Smallest, WhatIsUndecidedBelowItIsSaid) {
    // A counterexample may be among the first states, where a proof needs all.
    const Ran run = run_program("verify --brief --engine explore --max-states 30 -n 3..5 " + gallery +
                                "barrier_dissemination_one_semaphore.ring");
    EXPECT_TRUE(contains(run.out, "smallest found to fail: n = 4, wrong-result; proved for n = 1, 2")) << run.out;
    EXPECT_TRUE(contains(run.out, "; undecided for n = 3\n")) << run.out;
}

TEST(Smallest, NotUnderOtherProfilesNorByExpectation) {
    EXPECT_FALSE(contains(run_program("verify --as-expected -n 7 --launches 2 " + reused).out, "smallest"));
    EXPECT_FALSE(contains(run_program("verify --weaken --json -n 7 --launches 2 " + reused).out, "smallest"));
}

TEST(Smallest, LaunchesOfASchedule) {
    const Scratch scratch;
    const std::string path = scratch / "schedule.json";
    ASSERT_EQ(run_program("convert -n 5 " + reused + " " + path).status, 0);
    const Ran run = run_program("verify --brief --launches 3 " + path);
    EXPECT_TRUE(contains(run.out,
                         "smallest that fails: n = 5 with 2 launches, not-entered; proved for n = 5 with 1 "
                         "launch\n"))
        << run.out;
}

}  // namespace
}  // namespace ringproof::command
