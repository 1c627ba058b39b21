#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/verdicts.h"

/// `verify --repair` as a user runs it.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::lines_of;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

std::string gallery(const std::string& name) { return tests::specs() + "/gallery/" + name + ".ring"; }

TEST(RepairCommand, SaysItInWordsAndAsAPatch) {
    const Ran run = run_program("verify --brief --repair -n 2..4 " + gallery("credit_given_twice"));
    EXPECT_EQ(run.status, 1) << "the file as it is fails";
    EXPECT_TRUE(contains(run.out, ": a repair, the first of ")) << run.out;
    EXPECT_TRUE(contains(run.out,
                         "proved, for n = 1..4 with 1, 2 launches, n = 5, 6 with 2 launches (clocks): Write 1 "
                         "for 2 on line 20.\n--- "))
        << run.out;
    EXPECT_TRUE(contains(run.out,
                         "\n-  if s + slots < 2 * (n - 1) { signal left.ready add 2 }\n"
                         "+  if s + slots < 2 * (n - 1) { signal left.ready add 1 }\n"))
        << run.out;
}

TEST(RepairCommand, ThePatchMakesAFileThatIsProved) {
    if (std::system("command -v patch >/dev/null") != 0) GTEST_SKIP() << "no patch";
    for (const char* const name : {"last_send_wait_missing", "all_gather_bidirectional_unordered",
                                   "all_reduce_no_credit", "wait_for_send_instead_of_receive", "two_agents_one_sum"}) {
        const Scratch scratch;
        const std::string path = scratch / "kernel.ring";
        std::filesystem::copy_file(gallery(name), path);
        const Ran run = run_program("verify --repair -n 2..5 " + path);
        std::ofstream(scratch / "out.patch") << run.out;
        const std::string patch = "patch -s -p0 " + path + " < " + scratch / "out.patch";
        ASSERT_EQ(std::system(patch.c_str()), 0) << run.out;
        EXPECT_EQ(run_program("verify -n 1..5 --launches 1,2 " + path).status, 0) << name;
    }
}

TEST(RepairCommand, SaysWhereNothingIsFound) {
    const Ran run = run_program("verify --brief --repair -n 2,3 " + gallery("all_gather_in_order_of_arrival"));
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, ": no repair found: ")) << run.out;
    EXPECT_TRUE(contains(run.out,
                         " small changes tried, none of them is proved for n = 1..3 with 1, 2 launches, "
                         "n = 4, 5 with 2 launches\n"))
        << run.out;
}

TEST(RepairCommand, NothingIsSaidOfWhatIsProved) {
    const Ran run = run_program("verify --repair -n 2,3 " + tests::specs() + "/kernels/permute.ring");
    EXPECT_EQ(run.status, 0);
    EXPECT_FALSE(contains(run.out, "repair")) << run.out;
}

TEST(RepairCommand, PrintsAJsonLine) {
    const auto lines =
        lines_of(run_program("verify --json --repair -n 2,3 --launches 2 " + gallery("last_send_wait_missing")).out);
    ASSERT_EQ(lines.size(), 3u);
    const json& line = lines.back();
    EXPECT_TRUE(contains(line.at("repair"), "\n+wait sent\n"));
    EXPECT_EQ(line.at("sentence"), "Add 'wait sent' before line 14.");
    EXPECT_EQ(line.at("engines"), json::array({"clocks"}));
    // At the smallest size that fails as well.
    EXPECT_EQ(line.at("proved").at(0), json({{"chips", 1}, {"launches", 1}}));
    EXPECT_EQ(line.at("proved").size(), 5u);
}

TEST(RepairCommand, DoesNotOnlyMoveTheFaultToLargerRings) {
    // A third slot would do for three chips, and not for four.
    const Ran run = run_program("verify --brief --repair -n 3 " + gallery("all_reduce_no_credit"));
    EXPECT_FALSE(contains(run.out, "slots be 3")) << run.out;
    EXPECT_TRUE(contains(run.out, "a credit")) << run.out;
}

TEST(RepairCommand, OfStandardInput) {
    const Ran run = run_program("verify --brief --repair -n 2 -", gallery("last_send_wait_missing"));
    EXPECT_TRUE(contains(run.out, "--- stdin\n+++ stdin\n")) << run.out;
}

TEST(RepairCommand, SaysThatASchedulesTextIsNotLookedAt) {
    const Scratch scratch;
    const std::string path = scratch / "schedule.json";
    ASSERT_EQ(run_program("convert -n 3 " + gallery("wrong_slot_parity") + " " + path).status, 0);
    const Ran run = run_program("verify --brief --repair " + path);
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, ": is a schedule, and a repair is looked for in the text of kernels\n")) << run.out;
}

TEST(RepairCommand, HasTheTimeThatIsAsked) {
    const Ran run = run_program("verify --brief --repair --timeout 0.001 -n 2 " +
                                gallery("reduce_scatter_bidirectional_lower_half_twice"));
    EXPECT_TRUE(run.status == 1 || run.status == 3) << run.out;
    EXPECT_FALSE(contains(run.out, "a repair,")) << run.out;
}

}  // namespace
}  // namespace ringproof::command
