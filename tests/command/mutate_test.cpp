#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/running.h"
#include "tests/support/verdicts.h"

/// `mutate` as a user runs it.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::lines_of;
using tests::Ran;
using tests::run_program;
using tests::Running;
using tests::Scratch;

const std::string specs = tests::specs();
const std::string permute = specs + "/kernels/permute.ring";
const std::string reduce_scatter = specs + "/kernels/reduce_scatter.ring";
const std::string torus = specs + "/kernels/torus_all_reduce.ring";

TEST(Mutate, ListsEveryMutantWithItsVerdict) {
    const Ran run = run_program("mutate -n 3 " + permute);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(contains(run.out, "permute.ring: proved for n = 3, 2 launches\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "\n  13:1  wait left out: 'wait sent': caught: race (RP104) at n = 3\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "becomes 'put x -> right.out len 2 send sent recv arrived': caught: invalid (RP015)"))
        << run.out;
    EXPECT_TRUE(contains(run.out,
                         "two semaphores merged: 'sent' does the work of 'arrived' too: harmless: proved for "
                         "n = 3. One is enough"))
        << run.out;
    EXPECT_TRUE(contains(run.out, "becomes 'wait sent at_least 1': caught, only for the books: dirty-exit (RP140)"))
        << run.out;
    EXPECT_TRUE(contains(run.out,
                         "\n  27 mutants: 26 caught (13 deadlock, 5 race, 4 dirty-exit, 2 uninitialised, 1 invalid, "
                         "1 wrong-result), 1 harmless, 0 undecided; 4 of those caught only for the books\n"))
        << run.out;
}

TEST(Mutate, StopsAtTheSmallestSizeThatShowsIt) {
    // One credit is as good as two for 3 and 4 chips.
    const std::string set_for_add = "signal sets for adds, or adds for sets";
    std::vector<json> found;
    for (const json& line : lines_of(run_program("mutate --json -n 4,5 " + reduce_scatter).out))
        if (line.at("slip") == set_for_add) found.push_back(line);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].at("verdict"), "caught");
    EXPECT_EQ(found[0].at("property"), "deadlock");
    EXPECT_EQ(found[0].at("chips"), 5);
}

TEST(Mutate, PrintsJsonLines) {
    const Ran run = run_program("mutate --json -n 3,4 " + permute);
    EXPECT_EQ(run.status, 0);
    const auto lines = lines_of(run.out);
    ASSERT_EQ(lines.size(), 27u);
    const json& first = lines[0];
    EXPECT_EQ(first.at("file"), permute);
    EXPECT_EQ(first.at("line"), 13);
    EXPECT_EQ(first.at("column"), 1);
    EXPECT_EQ(first.at("slip"), "wait left out");
    EXPECT_EQ(first.at("what"), "'wait sent'");
    EXPECT_EQ(first.at("verdict"), "caught");
    EXPECT_EQ(first.at("property"), "race");
    EXPECT_EQ(first.at("code"), "RP104");
    EXPECT_EQ(first.at("chips"), 3);
    EXPECT_EQ(first.at("caught_launches"), 2);
    EXPECT_EQ(first.at("books_only"), false);
    const json& last = lines.back();
    EXPECT_EQ(last.at("verdict"), "harmless");
    EXPECT_TRUE(last.at("property").is_null());
    EXPECT_EQ(last.at("sizes"), json({3, 4}));
    EXPECT_EQ(last.at("launches"), json({2}));
    // With one launch nobody writes the input again.
    const auto both = lines_of(run_program("mutate --json -n 3 --launches 1,2 " + permute).out);
    EXPECT_EQ(both.at(0).at("code"), "RP140");
    EXPECT_EQ(both.at(0).at("caught_launches"), 1);
    EXPECT_EQ(both.at(0).at("launches"), json({1, 2}));
}

TEST(Mutate, JobsChangeNothingButTime) {
    const std::string question = "mutate -n 3 " + permute + " " + specs + "/kernels/gather.ring";
    const Ran one = run_program(question + " --jobs 1"), many = run_program(question + " --jobs 7");
    EXPECT_EQ(one.out, many.out);
    EXPECT_EQ(one.errors, many.errors);
}

TEST(Mutate, AsksOtherEnginesToo) {
    const Ran run = run_program("mutate --json --cross-check -n 2 --launches 1 " + permute);
    EXPECT_EQ(run.status, 0) << run.errors;
    std::set<std::string> engines;
    for (const json& line : lines_of(run.out))
        if (line.contains("engines")) engines.insert(line["engines"].begin(), line["engines"].end());
    EXPECT_EQ(engines, (std::set<std::string>{"clocks", "cuts", "explore", "orders"}));
}

TEST(Mutate, TakesParametersAndProfiles) {
    const Ran set = run_program("mutate --json -n 4 --set slots=3 " + reduce_scatter);
    EXPECT_EQ(set.status, 0) << set.errors;
    EXPECT_TRUE(contains(set.out, "'slots = 2'")) << set.out;
    const Ran other = run_program("mutate -n 3 --profile default,entry=none " + permute);
    EXPECT_EQ(other.status, 1);
    EXPECT_TRUE(contains(other.out, "not-entered (RP130) at n = 3, 2 launches")) << other.out;
}

TEST(Mutate, LeavesOutSizesThatTheKernelDoesNotTake) {
    const Ran run = run_program("mutate -n 3,4 --launches 1 " + torus);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(contains(run.out, "torus_all_reduce.ring: proved for n = 4\n")) << run.out;
    const Ran none = run_program("mutate -n 3 " + torus);
    EXPECT_EQ(none.status, 2);
    EXPECT_TRUE(contains(none.errors, "RP017")) << none.errors;
}

TEST(Mutate, AsksNothingOfAKernelThatIsWrongItself) {
    const Ran run = run_program("mutate -n 3 " + specs + "/gallery/last_send_wait_missing.ring");
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_TRUE(contains(run.out, "not proved itself")) << run.out;
    EXPECT_FALSE(contains(run.out, "caught: ")) << run.out;
    const auto lines =
        lines_of(run_program("mutate --json -n 3 " + specs + "/gallery/last_send_wait_missing.ring").out);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].at("verdict"), "not-proved");
}

TEST(Mutate, SavesMutantsThatVerifyAsExpected) {
    const Scratch scratch;
    const Ran run = run_program("mutate -n 2,3 --save " + scratch / "all" + " " + permute + " " + reduce_scatter);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(contains(run.errors, "26 of 27 mutants")) << run.errors;
    const Ran again = run_program("verify --as-expected -n 2,3 --launches 2 " + scratch / "all");
    EXPECT_EQ(again.status, 0) << again.out;
    EXPECT_TRUE(contains(again.out, "all as expected")) << again.out;
    const std::string first = tests::text_of(scratch / "all/permute/001.ring");
    EXPECT_TRUE(contains(first, "permute.ring:13: wait left out: 'wait sent'\n")) << first;
    EXPECT_TRUE(contains(first, "# expect: race at n == 2 with launches 2\n")) << first;
}

TEST(Mutate, SaysWhereItCannotSave) {
    const Scratch scratch;
    std::ofstream(scratch / "file") << "in the way";
    const Ran run = run_program("mutate -n 3 --save " + scratch / "file" + " " + permute);
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(contains(run.errors, "RP005")) << run.errors;
}

TEST(Mutate, RefusesSchedules) {
    const Ran run = run_program("mutate -n 3 " + tests::data("cases/signal-slot-shared-by-two-groups.fixed.json"));
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(contains(run.errors, "RP004")) << run.errors;
    EXPECT_TRUE(contains(run.errors, "slips are made in kernels")) << run.errors;
}

TEST(Mutate, RefusesBadArguments) {
    for (const char* const wrong :
         {"-n 0", "-n 4..2", "--launches 0", "--launches many", "--set nosuch=1", "--set slots", "--jobs 0",
          "--timeout nan", "--save ''", "--profile nosuch", "--engine clocks", "/nowhere.ring"}) {
        const Ran run = run_program("mutate " + permute + " " + wrong);
        EXPECT_EQ(run.status, 2) << wrong;
        EXPECT_TRUE(contains(run.errors, "RP0")) << wrong << run.errors;
    }
    EXPECT_EQ(run_program("mutate").status, 2);
}

TEST(Mutate, RefusesKernelsWithTooManySlips) {
    const Scratch scratch;
    std::ofstream file(scratch / "long.ring");
    file << "kernel k(n)\nsem s\n";
    for (int i = 0; i < 5'000; ++i) file << "signal me.s\nwait s\n";
    file.close();
    const Ran run = run_program("mutate -n 2 --launches 1 " + scratch / "long.ring");
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_TRUE(contains(run.errors, "RP018")) << run.errors;
}

TEST(Mutate, SaysWhichMutantsAreUndecided) {
    // Two agents that share a counter are not for 'clocks', and for others there are too many orders.
    const Scratch scratch;
    std::ofstream(scratch / "two.ring")
        << "kernel two(n)\nprofile pallas-tpu\nbuffer x in, y[4], z[4]\nsem a, b, c, d\n"
           "agent one { for k in 0 .. 4 { put x -> right.y[k] send a recv b wait a wait b } }\n"
           "agent other { for k in 0 .. 4 { put x -> left.z[k] send c recv d wait c wait d } }\n";
    const Ran run = run_program("mutate -n 16 --launches 1 --timeout 0.2 " + scratch / "two.ring");
    EXPECT_EQ(run.status, 3) << run.out << run.errors;
    EXPECT_TRUE(contains(run.out, "'a' does the work of 'c' too: undecided at n = 16 (RP204): ")) << run.out;
}

TEST(Mutate, EndsWithWhatIsKnownWhenInterrupted) {
    const Scratch scratch;
    std::ofstream(scratch / "small.ring") << "kernel small(n)\nrequires n < 9\nsem s\nsignal me.s\nwait s\n";
    Running program({"mutate", scratch / "small.ring", specs + "/kernels/all_reduce.ring", "-n", "2,200",
                     "--cross-check", "--timeout", "0"});
    EXPECT_TRUE(contains(program.line(), "small.ring: proved for n = 2, 2 launches"));
    program.send(SIGINT);
    EXPECT_EQ(program.wait(), 130);
    EXPECT_TRUE(contains(program.errors(), "interrupted: ")) << program.errors();
}

}  // namespace
}  // namespace ringproof::command
