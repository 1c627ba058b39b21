#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <unistd.h>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/running.h"
#include "tests/support/verdicts.h"

/// `verify` with many questions: several at a time, interrupted, bounded, under several profiles.
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
const std::string all_gather = specs + "/kernels/all_gather.ring";
const std::string all_reduce = specs + "/kernels/all_reduce.ring";
const std::string one_semaphore = specs + "/gallery/all_gather_one_receive_semaphore.ring";
const std::string schedule = tests::data("cases/signal-slot-shared-by-two-groups.fixed.json");

TEST(Jobs, ChangeNothingButTime) {
    const std::string question = "verify -n 2..4 --brief " + specs + "/kernels " + one_semaphore + " " +
                                 tests::data("invalid/RP010_empty.ring") + " " + schedule;
    const Ran one = run_program(question + " --jobs 1"), many = run_program(question + " --jobs 7");
    EXPECT_EQ(one.status, 2);
    EXPECT_EQ(many.status, 2);
    EXPECT_EQ(one.out, many.out);
    EXPECT_EQ(one.errors, many.errors);
}

TEST(Jobs, OneBadSizeDoesNotKeepOthersFromBeingAnswered) {
    const Scratch scratch;
    const std::string file = scratch / "k.ring";
    std::ofstream(file) << "kernel k(n)\nsem s[3]\nsignal me.s[n - 2]\nwait s[n - 2]\n";
    const Ran run = run_program("verify -n 3..7 " + file);
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(contains(run.out, "proved for n = 3, 4 ")) << run.out;
    EXPECT_TRUE(contains(run.out, "invalid for n = 5")) << run.out;
    EXPECT_EQ(run.errors.find("RP015"), run.errors.rfind("RP015")) << "told once\n" << run.errors;
    const auto lines = lines_of(run_program("verify --json -n 4..5 " + file).out);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].at("verdict"), "proved");
    EXPECT_EQ(lines[1].at("verdict"), "invalid");
    EXPECT_EQ(lines[1].at("chips"), 5);
    EXPECT_EQ(lines[1].at("code"), "RP015");
}

TEST(Launches, MayBeARange) {
    const auto lines = lines_of(run_program("verify --json -n 2,3 --launches 1..3 " + permute).out);
    ASSERT_EQ(lines.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(lines[i].at("launches"), 1 + i / 2);
        EXPECT_EQ(lines[i].at("chips"), 2 + i % 2);
    }
    EXPECT_EQ(run_program("verify --launches 3..2 " + permute).status, 2);
    EXPECT_EQ(run_program("verify --launches two " + permute).status, 2);
}

TEST(Profiles, SeveralAndChanged) {
    const Ran run = run_program("verify -n 3 --brief --profile own --profile pallas-tpu-fifo " + one_semaphore);
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "counterexample, race for n = 3, profile pallas-tpu (")) << run.out;
    EXPECT_TRUE(contains(run.out, "proved for n = 3, profile pallas-tpu-fifo (")) << run.out;
    // The same promises, written as changes.
    for (const char* text : {"pallas-tpu,signal_covers=link", "own,signal_covers=link"}) {
        const auto line =
            lines_of(run_program("verify --json -n 3 --profile " + std::string(text) + " " + one_semaphore).out).at(0);
        EXPECT_EQ(line.at("verdict"), "proved") << text;
        EXPECT_EQ(line.at("profile"), "pallas-tpu-fifo") << text;
    }
    EXPECT_EQ(run_program("run -n 3 --profile own,entry=none " + permute).status, 0);
}

TEST(Notice, SaysThatASchedulesNumbersAreFixed) {
    for (const char* command : {"verify", "run"}) {
        const Ran run = run_program(std::string(command) + " -n 3 --set slots=2 " + schedule);
        EXPECT_TRUE(contains(run.errors, "notice: " + schedule)) << command << run.errors;
        EXPECT_TRUE(contains(run.errors, "-n and --set have no effect")) << command << run.errors;
        EXPECT_EQ(run_program(std::string(command) + " " + schedule).errors, "");
    }
    EXPECT_TRUE(contains(run_program("convert -n 3 " + schedule + " -").errors, "-n has no effect"));
    EXPECT_EQ(run_program("verify -n 3 " + permute).errors, "");
}

TEST(CrossCheckOption, SaysHowManyAnswered) {
    const Ran run = run_program("verify -n 3 --cross-check " + all_gather);
    EXPECT_EQ(run.status, 0) << run.out << run.errors;
    EXPECT_TRUE(contains(run.out, " engines: ")) << run.out;
    EXPECT_TRUE(contains(run.out, "cuts")) << run.out;
    EXPECT_EQ(run_program("verify -n 3 --cross-check --engine cuts " + all_gather).status, 2);
}

TEST(WeakenOption, SaysWhatAKernelLeansOn) {
    const Ran run = run_program("verify -n 2..3 --weaken --profile pallas-tpu-fifo " + one_semaphore);
    EXPECT_EQ(run.status, 0) << "failing under other promises is no failure";
    EXPECT_TRUE(contains(run.out, "profile pallas-tpu-fifo, n = 2, 3: proved\n")) << run.out;
    EXPECT_TRUE(contains(run.out,
                         "Leans on links that keep order (signal_covers link): with own it fails: "
                         "RP101 read before landing at n = 3"))
        << run.out;
    const Ran wrong = run_program("verify -n 3 --weaken " + one_semaphore);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_TRUE(contains(wrong.out, "signal_covers own is not enough: with channel")) << wrong.out;
    const auto lines = lines_of(run_program("verify --json -n 3 --weaken " + permute).out);
    ASSERT_EQ(lines.size(), 9u);
    EXPECT_FALSE(lines[0].contains("option"));
    EXPECT_EQ(lines[1].at("option"), "signal_covers");
    EXPECT_EQ(lines[1].at("value"), "channel");
}

TEST(Run, NamesSlotsAsTheKernelDoesAndTellsAllFindings) {
    const Ran run = run_program("run -n 3 " + specs + "/gallery/all_gather_last_receive_wait_missing.ring");
    EXPECT_TRUE(contains(run.out, "  x   ")) << run.out;
    EXPECT_FALSE(contains(run.out, "  x[0]   ")) << run.out;
    EXPECT_TRUE(contains(run.out, "\nalso: RP131")) << run.out;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Sanitizers hold memory of their own, which counts.
TEST(Memory, EndsAQuestionAndNotOthers) {
    const Ran run =
        run_program("verify --engine cuts -n 3,20 --launches 2 --memory 100M " + all_reduce + " " + permute);
    EXPECT_EQ(run.status, 3) << run.errors;
    EXPECT_TRUE(contains(run.out, "all_reduce.ring: proved for n = 3,")) << run.out;
    EXPECT_TRUE(contains(run.out, "all_reduce.ring: undecided for n = 20, 2 launches (cuts; RP205")) << run.out;
    EXPECT_TRUE(contains(run.out, "permute.ring: proved for n = 3, 20,")) << run.out;
}

TEST(Memory, SizesAreRead) {
    EXPECT_EQ(run_program("verify -n 2 --memory 4G " + permute).status, 0);
    EXPECT_EQ(run_program("verify -n 2 --memory 1.5g " + permute).status, 0);
}
#endif

TEST(Memory, OtherSizesAreRefused) {
    for (const char* wrong : {"", "much", "4X", "-1G", "1M", "4Gb", "nan"})
        EXPECT_EQ(run_program("verify -n 2 --memory='" + std::string(wrong) + "' " + permute).status, 2) << wrong;
}

/// A question that nobody waits for: hours for Z3.
const std::vector<std::string> endless{"--engine", "cuts", "--timeout", "0", "--jobs", "1", "-n", "2,1000"};

class Interrupted : public testing::TestWithParam<int> {};

TEST_P(Interrupted, EndsWithWhatIsKnown) {
    const Scratch scratch;
    std::vector<std::string> arguments{"verify", one_semaphore, all_reduce, permute, "--junit", scratch / "junit.xml"};
    arguments.insert(arguments.end(), endless.begin(), endless.end());
    std::ofstream(scratch / "small.ring") << "kernel small(n)\nrequires n == 2\nsem s\nsignal me.s\nwait s\n";
    arguments[1] = scratch / "small.ring";
    Running program(arguments);
    // The first file does not wait for the others.
    EXPECT_TRUE(contains(program.line(), "small.ring: proved for n = 2"));
    EXPECT_TRUE(contains(program.line(), "small.ring: does not take n = 1000"));
    program.send(GetParam());
    EXPECT_EQ(program.wait(), 130);
    std::string rest;
    for (std::string line; !(line = program.line()).empty();) rest += line + "\n";
    EXPECT_FALSE(contains(rest, "n = 1000")) << rest;
    EXPECT_TRUE(contains(program.errors(), "interrupted: ")) << program.errors();
    EXPECT_TRUE(contains(program.errors(), "files have not been read")) << program.errors();
    const std::string xml = tests::text_of(scratch / "junit.xml");
    EXPECT_TRUE(contains(xml, "testcase name=\"n = 2, ")) << xml;
    EXPECT_TRUE(contains(xml, "testcase name=\"interrupted\"")) << xml;
}

INSTANTIATE_TEST_SUITE_P(By, Interrupted, testing::Values(SIGINT, SIGTERM),
                         [](const auto& info) { return info.param == SIGINT ? "SIGINT" : "SIGTERM"; });

TEST(Interrupted, PrintsFinishedQuestionsOfAnUnfinishedFile) {
    std::vector<std::string> arguments{"verify", all_reduce, "--json"};
    arguments.insert(arguments.end(), endless.begin(), endless.end());
    // A file shows when it is done, so it does not show how far this one is: be more patient each time.
    std::string first;
    for (useconds_t patience = 50'000; first.empty() && patience < 20'000'000; patience *= 2) {
        Running program(arguments);
        usleep(patience);
        program.send(SIGINT);
        program.wait();
        first = program.line();
    }
    EXPECT_EQ(json::parse(first).at("chips"), 2);
}

}  // namespace
}  // namespace ringproof::command
