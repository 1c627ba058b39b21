#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/verdicts.h"

/// `--smt2` and `--second-solver` as a user gives them.
namespace ringproof::command {
namespace {

using tests::contains;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string permute = tests::specs() + "/kernels/permute.ring";

const std::string by_cuts = "--engine cuts ";

/// The options for a second solver that is this script.
std::string with_solver(const Scratch& scratch, const std::string& script) {
    std::ofstream(scratch / "solver") << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(scratch / "solver", std::filesystem::perms::owner_all);
    return "verify -n 3 --second-solver " + (scratch / "solver") + " ";
}

TEST(SecondOpinion, WritesAFileASolver) {
    const Scratch scratch;
    const Ran run =
        run_program("verify --engine cuts -n 2..3 --launches 2 --smt2 " + (scratch / "a/b") + " " + permute);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_FALSE(contains(run.out, "confirmed")) << run.out;
    std::size_t files = 0, questions = 0;
    for (const auto& entry : std::filesystem::directory_iterator(scratch / "a/b")) {
        const std::string name = entry.path().filename(), text = tests::text_of(entry.path());
        ++files;
        EXPECT_TRUE(contains(name, "permute-n2-launches2-") || contains(name, "permute-n3-launches2-")) << name;
        EXPECT_TRUE(contains(text, permute + ", n = ")) << text;
        EXPECT_TRUE(contains(text, "(set-info :status unsat)\n(check-sat")) << text;
        for (std::size_t at = 0; (at = text.find("\n(check-sat", at)) != std::string::npos; ++at) ++questions;
    }
    EXPECT_EQ(files, 6u);  // two sizes; cuts, deadlock and values of each
    EXPECT_GT(questions, 40u);
    EXPECT_EQ(run_program("verify --smt2 /dev/null/x " + permute).status, 2);
}

TEST(SecondOpinion, AWrongAnswerIsNoAnswerAtAll) {
    const Scratch scratch;
    const Ran run = run_program(with_solver(scratch, "yes sat | head -1000") + by_cuts + permute);
    EXPECT_EQ(run.status, 70) << run.out;
    for (const char* part : {"DISAGREEMENT", "Z3 says unsat", "solver says sat", "n = 3", "No verdict is given"})
        EXPECT_TRUE(contains(run.errors, part)) << part << run.errors;
    EXPECT_FALSE(contains(run.out, "proved"));
}

TEST(SecondOpinion, WhatIsNotConfirmedIsToldAndNoSuccess) {
    const Scratch scratch;
    for (const std::string& more : {std::string(), std::string("--as-expected ")}) {
        const Ran run = run_program(with_solver(scratch, "exec sleep 100") + by_cuts + "--timeout 2 " + more + permute);
        EXPECT_EQ(run.status, 3) << run.out << run.errors;
        EXPECT_TRUE(contains(run.out, "proved for n = 3")) << run.out;
        EXPECT_TRUE(contains(run.out, "; 0 of ")) << run.out;
        EXPECT_TRUE(contains(run.out, "confirmed by solver (2 s were over)")) << run.out;
    }
    const Ran json = run_program(with_solver(scratch, "exit 1") + by_cuts + "--json " + permute);
    EXPECT_EQ(json.status, 3);
    const auto object = nlohmann::json::parse(json.out);
    EXPECT_EQ(object.at("verdict"), "proved");
    EXPECT_EQ(object.at("second_solver"), "solver");
    EXPECT_EQ(object.at("confirmed"), 0);
    EXPECT_GT(object.at("unsat").get<int>(), 10);
}

TEST(SecondOpinion, AProofWithoutASolverIsNotConfirmed) {
    const Scratch scratch;
    const std::string line = with_solver(scratch, "exit 0");
    for (const char* engine : {"clocks", "explore"}) {
        const Ran run = run_program(line + "--engine " + engine + " " + permute);
        EXPECT_EQ(run.status, 3) << run.out << run.errors;
        EXPECT_TRUE(contains(run.out, std::string("confirmed by solver (") + engine + " proves without a solver)"))
            << run.out;
    }
}

TEST(SecondOpinion, AnAbsentSolverIsANotice) {
    const Ran run = run_program("verify --engine cuts -n 3 --second-solver no-such-solver " + permute);
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(contains(run.errors, "no solver 'no-such-solver' is installed")) << run.errors;
    EXPECT_FALSE(contains(run.out, "confirmed")) << run.out;
}

TEST(SecondOpinion, ConfirmsProofsAndCounterexamples) {
    const std::string line = "verify --engine cuts -n 2..3 --second-solver cvc5 --as-expected ";
    for (const std::string& file : {permute, tests::specs() + "/kernels/all_reduce.ring",
                                    tests::specs() + "/gallery/all_gather_one_receive_semaphore.ring"}) {
        const Ran run = run_program(line + file);
        if (contains(run.errors, "is installed")) GTEST_SKIP() << run.errors;
        EXPECT_EQ(run.status, 0) << run.out << run.errors;
        EXPECT_TRUE(contains(run.out, "unsat answers confirmed by cvc5")) << run.out;
        EXPECT_FALSE(contains(run.out, "; 0 of")) << run.out;
    }
}

}  // namespace
}  // namespace ringproof::command
