#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/diagnostic.h"
#include "tests/support/places.h"
#include "tests/support/program.h"

/// Hostile inputs end with status 2 and a message that has the number of the diagnostic and the place.
namespace ringproof::command {
namespace {

using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string folder = tests::data("invalid/");
const std::string permute = tests::specs("kernels/permute.ring");

void expect_refused(const Ran& run, const std::string& code, const std::string& place) {
    EXPECT_EQ(run.status, 2) << run.errors;
    EXPECT_NE(run.errors.find(code + " "), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find(place), std::string::npos) << run.errors;
    // One message of a few lines, whatever the input.
    EXPECT_LT(run.errors.size(), 2500u);
    EXPECT_EQ(run.errors.find("internal error"), std::string::npos);
}

class InvalidInput : public testing::TestWithParam<std::string> {};

TEST_P(InvalidInput, IsRefusedWithItsNumberAndPlace) {
    const std::string file = folder + GetParam();
    const std::string code = GetParam().substr(0, 5);
    const Ran run = run_program("verify -n 4 " + file);
    expect_refused(run, code, file + ":");
    EXPECT_EQ(run.errors.find(file), 0u) << run.errors;
    EXPECT_EQ(run.out, file + ": invalid\n");
    // Whether the steps of a plan fit together shows when it becomes a schedule, and slips are made in kernels.
    if (code != "RP037") {
        const Ran mutants = run_program("mutate -n 4 " + file);
        expect_refused(mutants, code, file);
        EXPECT_EQ(mutants.out, file + ": invalid\n");
    }
    for (const char* command : {"run -n 4 ", "convert -n 4 "}) {
        const Ran other = run_program(command + file + (std::string(command).starts_with("convert") ? " -" : ""));
        expect_refused(other, code, file);
        EXPECT_EQ(other.out, "");
    }
}

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() != ".md") found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

INSTANTIATE_TEST_SUITE_P(Files, InvalidInput, testing::ValuesIn(names()), [](const auto& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
});

/// Every diagnostic of the RP0xx kind that a file can cause has a file here.
TEST(InvalidInput, CoversTheDiagnosticsOfFiles) {
    const auto all = names();
    for (const model::Diagnostic& diagnostic : model::diagnostics()) {
        const std::string code = model::number(diagnostic.code);
        // RP040 is of traces, which have tests of their own.
        if (code >= "RP040" || code == "RP001" || code == "RP003" || code == "RP004" || code == "RP005") continue;
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& name) { return name.starts_with(code); }))
            << code;
    }
}

TEST(InvalidPath, MissingFile) {
    expect_refused(run_program("verify /no/such/file.ring"), "RP001", "/no/such/file.ring");
}

TEST(InvalidPath, NotAFile) { expect_refused(run_program("verify /dev/null"), "RP001", "/dev/null"); }

TEST(InvalidPath, FolderWithoutSchedules) {
    const Scratch scratch;
    std::filesystem::create_directory(scratch / "empty");
    expect_refused(run_program("verify " + (scratch / "empty")), "RP003", scratch / "empty");
    std::ofstream(scratch / "empty/notes.txt") << "nothing to verify";
    std::ofstream(scratch / "empty/package.json") << R"({"name": "no schedule"})";
    expect_refused(run_program("verify " + (scratch / "empty")), "RP003", scratch / "empty");
}

TEST(InvalidPath, AFaultyFileDoesNotKeepOthersFromBeingAnswered) {
    const Ran run = run_program("verify -n 2 " + folder + "RP010_empty.ring " + permute);
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.out.find(permute + ": proved for n = 2"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("1 files invalid"), std::string::npos) << run.out;
}

struct Arguments {
    const char* name;
    std::string text, code, part;
};

class InvalidArguments : public testing::TestWithParam<Arguments> {};

TEST_P(InvalidArguments, AreRefused) {
    const Ran run = run_program(GetParam().text);
    expect_refused(run, GetParam().code, GetParam().part);
    EXPECT_EQ(run.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Lines, InvalidArguments,
    testing::Values(Arguments{"nothing", "", "RP004", "subcommand"}, Arguments{"unknown_command", "prove", "RP004", ""},
                    Arguments{"unknown_option", "verify --fast " + permute, "RP004", "--fast"},
                    Arguments{"no_path", "verify", "RP004", "PATH"},
                    Arguments{"n_zero", "verify -n 0 " + permute, "RP016", "-n 0"},
                    Arguments{"n_negative", "verify -n -3 " + permute, "RP016", "-3"},
                    Arguments{"n_word", "verify -n many " + permute, "RP004", "many"},
                    Arguments{"n_backwards", "verify -n 6..2 " + permute, "RP004", "6..2"},
                    Arguments{"n_open", "verify -n 2.. " + permute, "RP004", "2.."},
                    Arguments{"n_comma", "verify -n 2,,3 " + permute, "RP004", "2,,3"},
                    Arguments{"n_beyond_64_bits", "verify -n 99999999999999999999 " + permute, "RP004", "9999"},
                    Arguments{"n_too_many", "verify -n 1..1000000000 " + permute, "RP004", "sizes"},
                    Arguments{"set_word", "verify --set slots=two " + permute, "RP004", "slots=two"},
                    Arguments{"set_nothing", "verify --set slots " + permute, "RP004", "NAME=NUMBER"},
                    Arguments{"profile", "verify --profile tpu " + permute, "RP011", "pallas-tpu"},
                    Arguments{"engine", "verify --engine guess " + permute, "RP011", "guess"},
                    Arguments{"launches_zero", "verify --launches 0 " + permute, "RP004", "launches"},
                    Arguments{"launches_many", "verify --launches 100000 " + permute, "RP004", "launches"},
                    Arguments{"timeout", "verify --timeout=-1 " + permute, "RP004", "timeout"},
                    Arguments{"scheduler", "run --scheduler fair " + permute, "RP004", "in-order"},
                    Arguments{"topic", "list kernels", "RP004", "profiles"},
                    Arguments{"convert_to_what", "convert " + permute + " out.txt", "RP004", "out.txt"},
                    Arguments{"convert_nowhere", "convert " + permute + " /no/such/folder/x.json", "RP005", "/no/such"},
                    Arguments{"convert_back",
                              "convert " + tests::data("cases/signal-slot-shared-by-two-groups.fixed.json") + " x.ring",
                              "RP004", ".ring"}),
    [](const auto& info) { return info.param.name; });

TEST(InvalidPath, ReportThatCannotBeWritten) {
    expect_refused(run_program("verify -n 2 --junit /no/such/folder/x.xml " + permute), "RP005",
                   "/no/such/folder/x.xml");
}

TEST(InvalidPath, StandardOutputThatTakesNothing) {
    for (const char* command : {"verify -n 2 ", "verify --json -n 2 ", "run -n 2 "}) {
        const std::string line = tests::program() + " " + command + permute + " >/dev/full 2>/dev/null";
        EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 2) << line;
    }
    const std::string line = tests::program() + " convert " + permute + " - >/dev/full 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 2) << line;
}

/// Units of credit are events of their own: their number counts against the limit before any is made.
TEST(Limits, CreditsCountAsEvents) {
    const Ran run = run_program("verify -n 2 --max-events 1000 " + tests::data("kernels/many_credits.ring"));
    EXPECT_EQ(run.status, 3);
    EXPECT_NE(run.out.find("RP202"), std::string::npos);
}

TEST(InvalidSize, OneThatNoneOfTheKernelsSizesIs) {
    const std::string line = tests::specs("gallery/line_of_three_barrier_reused.ring");
    expect_refused(run_program("verify -n 1 " + line), "RP017", line + ":");
    expect_refused(run_program("run -n 1 " + line), "RP017", line + ":");
}

TEST(InvalidSize, UnknownParameter) {
    const Ran run = run_program("verify -n 3 --set depth=3 " + permute);
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("RP011"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("depth"), std::string::npos) << run.errors;
}

TEST(InvalidSize, Enormous) {
    expect_refused(run_program("verify -n 100000 " + permute), "RP018", permute);
    expect_refused(run_program("verify -n 1000000000000 " + permute), "RP018", permute);
    const std::string reduce = tests::specs("kernels/reduce_scatter.ring");
    expect_refused(run_program("verify -n 4 --set slots=1000000000000 " + reduce), "RP018", reduce);
}

}  // namespace
}  // namespace ringproof::command
