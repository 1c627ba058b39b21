#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"

/// `verify --slack` as a user runs it.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::lines_of;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string bidirectional = tests::specs() + "/kernels/reduce_scatter_bidirectional.ring";

TEST(SlackCommand, TellsOfEveryLine) {
    const Ran run = run_program("verify --slack -n 2,3 " + bidirectional);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(contains(run.out, ": slack for n = 2, 3 with 1, 2 launches, proved by clocks\n")) << run.out;
    EXPECT_TRUE(contains(run.out,
                         "\n    24  wait room_right\n        redundant: the next wait on room_right takes its units\n"))
        << run.out;
    EXPECT_TRUE(contains(run.out,
                         "\n    41  wait room_left\n        redundant together with line 32: nothing waits on "
                         "room_left then, and its raises are left out too\n"))
        << run.out;
    EXPECT_TRUE(contains(run.out, "\n    29  wait from_left\n        needed, else race (RP103) at n = 2\n")) << run.out;
    EXPECT_TRUE(contains(
        run.out, "All redundant waits can be left out at once, with their units as told: lines 18, 24, 32, 40, 41.\n"))
        << run.out;
}

TEST(SlackCommand, PrintsJsonLines) {
    const auto lines = lines_of(run_program("verify --slack --json -n 2,3 --launches 2 " + bidirectional).out);
    std::size_t redundant = 0;
    for (const json& line : lines) {
        EXPECT_EQ(line.at("file"), bidirectional);
        if (!line.contains("slack")) continue;
        EXPECT_EQ(line.at("launches"), json::array({2}));
        EXPECT_EQ(line.at("sizes"), json::array({2, 3}));
        if (line.at("kind") == "wait")
            redundant += line.at("need") == "redundant";
        else
            EXPECT_TRUE(line.at("earlier").is_number());
    }
    EXPECT_EQ(redundant, 5u);
    EXPECT_EQ(lines.back().at("all_together"), true);
    EXPECT_EQ(lines.back().at("together").size(), 5u);
}

TEST(SlackCommand, WhatIsNotProvedHasNone) {
    const Ran run = run_program("verify --slack -n 2..4 " + tests::specs() + "/gallery/wrong_slot_parity.ring");
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "RP102")) << run.out;
    EXPECT_TRUE(contains(run.out, ": not proved, so there is no slack to tell of\n")) << run.out;
    EXPECT_FALSE(contains(run.out, "redundant")) << run.out;
}

TEST(SlackCommand, OfASchedule) {
    const Scratch scratch;
    const std::string path = scratch / "schedule.json";
    ASSERT_EQ(run_program("convert -n 3 " + bidirectional + " " + path).status, 0);
    const Ran run = run_program("verify --slack " + path);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(contains(run.out, ": slack for n = 3 with 1 launch, proved by clocks\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "  24  wait room_right at_least 1 take 1\n")) << run.out;
}

TEST(SlackCommand, RefusesWhatMakesNoSenseBesideIt) {
    for (const char* const other : {"--weaken", "--as-expected", "--junit /dev/null", "--second-solver cvc5"}) {
        const Ran run = run_program(std::string("verify --slack ") + other + " " + bidirectional);
        EXPECT_EQ(run.status, 2) << other;
        EXPECT_TRUE(contains(run.errors, "RP004")) << run.errors;
    }
}

}  // namespace
}  // namespace ringproof::command
