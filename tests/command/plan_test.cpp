#include <algorithm>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/places.h"
#include "tests/support/program.h"

/// Plans of other tools on the command line.
namespace ringproof::command {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string plans = tests::data("plans/");
const std::string exchange = plans + "msccl/exchange.wrong.xml";
const std::string both_ways = plans + "msccl/ring_all_reduce.wrong.xml";
const std::string relaxed = plans + "mscclpp/relaxed_signal.json";

TEST(Plan, IsAskedEachWayAndTellsItsThresholds) {
    const Ran right = run_program("verify " + exchange);
    EXPECT_EQ(right.status, 0);
    EXPECT_THAT(right.out, HasSubstr("proved for n = 2, out of place, 2 launches"));
    EXPECT_THAT(right.out, HasSubstr("free of deadlock from 1 in flight on (Simple has 2)"));
    EXPECT_THAT(right.out, HasSubstr("free of deadlock up to 8388608 bytes"));
    const Ran wrong = run_program("verify --brief " + both_ways);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.out, HasSubstr("race for n = 3, out of place, 2 launches"));
    EXPECT_THAT(wrong.out, HasSubstr("race for n = 3, in place, 2 launches"));
}

TEST(Plan, SaysWhatOptionsAssume) {
    const Ran deep = run_program("verify --brief --fifo-depth 3 --iterations 1 " + exchange);
    EXPECT_THAT(deep.out, HasSubstr("out of place, --iterations 1 --fifo-depth 3, 2 launches"));
    const Ran large = run_program("verify --message-bytes 16777216 --launches 1 " + exchange);
    EXPECT_EQ(large.status, 1);
    EXPECT_THAT(large.out, HasSubstr("deadlock for n = 2, out of place, --message-bytes 16777216"));
    // The author's line is quoted.
    EXPECT_THAT(large.out, HasSubstr("8 |       <step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"4\""));
}

TEST(Plan, HasKeysOfItsOwnForScripts) {
    const Ran ran = run_program("verify --json --fifo-depth 3 " + exchange);
    const json line = json::parse(ran.out);
    EXPECT_EQ(line.at("way"), "out of place");
    EXPECT_EQ(line.at("assumed"), "--fifo-depth 3");
    EXPECT_EQ(line.at("least_depth"), 1);
    EXPECT_EQ(line.at("largest_message"), 8 << 20);
    const json other = json::parse(run_program("verify --json " + plans + "msccl/unwritten.right.xml").out);
    EXPECT_THAT(other.at("notes").at(0).get<std::string>(), HasSubstr("gpu 0 is taken"));
    EXPECT_FALSE(other.contains("assumed"));
}

TEST(Plan, WaysThatFailAlikeHaveTracesOfTheirOwn) {
    const Scratch scratch;
    const Ran ran = run_program("verify --brief --trace " + (scratch / "t") + " " + both_ways);
    EXPECT_EQ(ran.status, 1);
    std::size_t files = 0;
    std::string replayed;
    for (const auto& entry : std::filesystem::directory_iterator(scratch / "t")) {
        ++files;
        const std::string path = entry.path().string();
        if (path.ends_with(".json") && !path.ends_with(".perfetto.json")) {
            EXPECT_EQ(run_program("replay " + path).status, 1) << path;
            replayed += entry.path().filename().string() + "\n";
        }
    }
    EXPECT_EQ(files, 10u);
    EXPECT_THAT(replayed, HasSubstr(".in_place."));
    EXPECT_THAT(replayed, HasSubstr(".out_of_place."));
}

TEST(Plan, OneWayIsChosenByName) {
    const Ran first = run_program("convert " + relaxed + " -");
    EXPECT_EQ(first.status, 0);
    EXPECT_THAT(first.errors, HasSubstr("is taken in time; it has 2 ways, and --way 'as published' takes the other"));
    const Ran other = run_program("convert --way 'as published' " + relaxed + " -");
    EXPECT_EQ(other.status, 0);
    EXPECT_EQ(other.errors, "");
    EXPECT_NE(other.out, first.out);
    const Ran none = run_program("convert --way published " + relaxed + " -");
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.errors, HasSubstr("has 'in time', 'as published'"));
    EXPECT_EQ(run_program("run " + exchange).status, 0);
}

TEST(Plan, SummaryIsALineAFileAndATable) {
    const Ran ran = run_program("verify --summary " + plans + "msccl " + tests::data("invalid/RP035_truncated.xml"));
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.errors, "");
    EXPECT_THAT(ran.out, HasSubstr("deadlock       " + plans + "msccl/crossed_channels.wrong.xml: n = 2"));
    EXPECT_THAT(ran.out, HasSubstr("proved         " + exchange +
                                   ": n = 2, out of place, 2 launches: outputs are the contract's very "
                                   "expressions; messages: free of deadlock up to 8388608 bytes"));
    EXPECT_THAT(ran.out, HasSubstr("(2 of 2 questions)"));
    EXPECT_THAT(ran.out, HasSubstr("invalid        " + tests::data("invalid/RP035_truncated.xml")));
    EXPECT_THAT(ran.out, HasSubstr("\ninvalid            1\nfiles             27\n"));
    // Lines, and not stories.
    EXPECT_THAT(ran.out, Not(HasSubstr("An execution that shows it")));
    EXPECT_EQ(run_program("verify --summary --json " + exchange).status, 2);
}

TEST(Plan, IsNotAskedForSlackOrRepair) {
    EXPECT_THAT(run_program("verify --slack " + exchange).out, HasSubstr("so no slack is looked for"));
    EXPECT_THAT(run_program("verify --brief --repair " + both_ways).out,
                HasSubstr("a repair is looked for in the text of kernels"));
}

}  // namespace
}  // namespace ringproof::command
