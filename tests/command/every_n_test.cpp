#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"

/// `verify --every-n` and what it says.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::lines_of;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string right_ones = tests::specs() + "/kernels/", wrong_ones = tests::specs() + "/gallery/";

TEST(EveryN, SaysThatItIsProvedAndInHowManySteps) {
    const Ran run = run_program("verify --every-n " + right_ones + "permute.ring");
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(contains(run.out,
                         ": proved for every n >= 2 and every number of launches (every; outputs are the "
                         "contract's very expressions); "))
        << run.out;
    EXPECT_TRUE(contains(run.out, " for n >= 3, ")) << run.out;
    EXPECT_TRUE(contains(run.out, " for n = 2)")) << run.out;
}

TEST(EveryN, BeginsWithTheLeastSizeThatIsAskedFor) {
    const Ran run = run_program("verify --every-n -n 5 " + right_ones + "permute.ring");
    EXPECT_TRUE(contains(run.out, "proved for every n >= 5 and every")) << run.out;
}

TEST(EveryN, FindsTheSmallestSizeThatFails) {
    const struct {
        const char* file;
        int chips, launches;
    } known[] = {{"barrier_neighbour_reused", 5, 2}, {"all_gather_one_receive_semaphore", 3, 1}};
    for (const auto& [file, chips, launches] : known) {
        const auto lines = lines_of(run_program("verify --every-n --json " + wrong_ones + file + ".ring").out);
        ASSERT_EQ(lines.size(), 1u);
        EXPECT_EQ(lines[0].at("verdict"), "counterexample");
        EXPECT_EQ(lines[0].at("chips"), chips) << file;
        EXPECT_EQ(lines[0].at("smallest_chips"), chips) << file;
        EXPECT_EQ(lines[0].at("smallest_launches"), launches) << file;
        ASSERT_TRUE(lines[0].contains("notes"));
        EXPECT_TRUE(contains(lines[0].at("notes")[0], "no proof for every n was found: ")) << lines[0];
    }
}

TEST(EveryN, TellsAStoryOfTheSizeThatFails) {
    const Ran run = run_program("verify --every-n " + wrong_ones + "barrier_neighbour_reused.ring");
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "RP130 reaches a chip that has not entered")) << run.out;
    EXPECT_TRUE(contains(run.out, "smallest that fails: n = 5 with 2 launches")) << run.out;
}

TEST(EveryN, NamesWhatIsOutsideAndWhatIsKnown) {
    const Ran run = run_program("verify --every-n " + right_ones + "barrier_dissemination.ring");
    EXPECT_EQ(run.status, 3);
    EXPECT_TRUE(contains(run.out, "undecided for every n >= 2 and every number of launches (every; RP206 ")) << run.out;
    EXPECT_TRUE(contains(run.out, "(line ")) << run.out;
    EXPECT_TRUE(contains(run.out, "note: proved for n = 2..8 with 1, 2 launches\n")) << run.out;
}

TEST(EveryN, HasKeysForScripts) {
    const auto lines = lines_of(run_program("verify --every-n --json " + right_ones + "permute.ring").out);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].at("verdict"), "proved");
    EXPECT_EQ(lines[0].at("every_n"), true);
    EXPECT_EQ(lines[0].at("least_chips"), 2);
    EXPECT_TRUE(lines[0].at("chips").is_null());
    EXPECT_TRUE(lines[0].at("launches").is_null());
    EXPECT_GT(lines[0].at("steps"), 20);
    EXPECT_EQ(lines[0].at("engine"), "every");
}

TEST(EveryN, WritesTheProof) {
    const Scratch scratch;
    const Ran run = run_program("verify --every-n --proof " + scratch / "proof.md" + " " + right_ones + "permute.ring");
    EXPECT_EQ(run.status, 0);
    std::ifstream file(scratch / "proof.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(contains(text, "# permute is right for every n >= 2 and every number of launches\n"));
    EXPECT_TRUE(contains(text, "(check-sat)"));
}

TEST(EveryN, IsConfirmedByASecondSolver) {
    const Ran run = run_program("verify --every-n --second-solver cvc5 " + right_ones + "all_gather.ring");
    EXPECT_EQ(run.status, 0);
    const auto lines =
        lines_of(run_program("verify --every-n --json --second-solver cvc5 " + right_ones + "all_gather.ring").out);
    ASSERT_EQ(lines.size(), 1u);
    if (!lines[0].contains("second_solver")) GTEST_SKIP() << "no cvc5 is installed";
    EXPECT_EQ(lines[0].at("confirmed"), lines[0].at("unsat"));
    EXPECT_GE(lines[0].at("unsat"), lines[0].at("steps"));
}

TEST(EveryN, WritesAProofOverNothingButAnEarlierOne) {
    const Scratch scratch;
    const std::string kernel = scratch / "permute.ring", proof = scratch / "new/proof.md";
    std::filesystem::copy_file(tests::specs("kernels/permute.ring"), kernel);
    const Ran over = run_program("verify --every-n --proof " + kernel + " " + kernel);
    EXPECT_EQ(over.status, 2) << over.out;
    EXPECT_TRUE(contains(over.errors, "it exists and is no earlier proof")) << over.errors;
    EXPECT_EQ(run_program("verify -n 2 " + kernel).status, 0);
    for (int times = 0; times < 2; ++times)
        EXPECT_EQ(run_program("verify --every-n --proof " + proof + " " + kernel).status, 0);
    const Ran wrong =
        run_program("verify --every-n --brief --proof " + proof + " " + wrong_ones + "barrier_neighbour_reused.ring");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_TRUE(contains(wrong.out, "is an earlier proof, and not of this kernel")) << wrong.out;
}

TEST(EveryN, TellsOfTheSizeThatIsInvalid) {
    const Ran run = run_program("verify --every-n -n 2 " + tests::data("every/invalid/index_behind_the_end.ring"));
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(contains(run.out + run.errors, "(n=8")) << run.out << run.errors;
}

TEST(EveryN, TakesSettings) {
    const Ran run = run_program("verify --every-n --set slots=3 " + right_ones + "reduce_scatter.ring");
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_EQ(run_program("verify --every-n --set slot=3 " + right_ones + "reduce_scatter.ring").status, 2);
}

TEST(EveryN, RefusesWhatMakesNoSenseBesideIt) {
    for (const char* const options : {"--every-n --slack", "--every-n --repair", "--every-n --weaken",
                                      "--every-n --engine cuts", "--every-n --as-expected", "--proof x.md"}) {
        const Ran run = run_program(std::string("verify ") + options + " " + right_ones + "permute.ring");
        EXPECT_EQ(run.status, 2) << options;
        EXPECT_TRUE(contains(run.errors, "RP004")) << run.errors;
    }
    const Ran two =
        run_program("verify --every-n --proof x.md " + right_ones + "permute.ring " + right_ones + "gather.ring");
    EXPECT_EQ(two.status, 2);
    EXPECT_TRUE(contains(two.errors, "--proof takes one kernel")) << two.errors;
}

TEST(EveryN, EndsWithinItsTime) {
    const Ran run =
        run_program("verify --every-n --timeout 0.01 -n 2,3 " + right_ones + "reduce_scatter_bidirectional.ring");
    EXPECT_EQ(run.status, 3) << run.out;
    EXPECT_TRUE(contains(run.out, "RP204")) << run.out;
}

TEST(EveryN, HostileKernelsEnd) {
    const Scratch scratch;
    const auto write = [&](const std::string& text) {
        std::ofstream(scratch / "hostile.ring") << "kernel hostile(n)\nprofile pallas-tpu\nbuffer x\n" << text;
        return run_program("verify --every-n -n 2 --timeout 5 " + (scratch / "hostile.ring")).status;
    };
    std::string doubling = "let a0 = n\n";
    for (int i = 1; i < 70; ++i)
        doubling +=
            "let a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " - a" + std::to_string(i - 1) + "\n";
    EXPECT_EQ(write(doubling + "compute work writes x\n"), 3);
    std::string many;
    for (int i = 0; i < 2000; ++i) many += "compute work writes x\n";
    EXPECT_EQ(write(many), 3);
    std::string deep, closing;
    for (int i = 0; i < 30; ++i) {
        deep += "for i" + std::to_string(i) + " in 0 .. 1 {\n";
        closing += "}\n";
    }
    EXPECT_EQ(write(deep + "compute work writes x\n" + closing), 3);
    EXPECT_EQ(write("for i in 0 .. 100000 { compute work writes x }\n"), 3);
}

TEST(EveryN, CampaignsEndWithoutADisagreement) {
    const Ran run = run_program("fuzz --every-n --seconds 0 --schedules 10 --seed 7 " + right_ones);
    EXPECT_EQ(run.status, 0) << run.out << run.errors;
    EXPECT_TRUE(contains(run.out, "10 kernels in ")) << run.out;
    EXPECT_TRUE(contains(run.out, "No disagreement.")) << run.out;
}

}  // namespace
}  // namespace ringproof::command
