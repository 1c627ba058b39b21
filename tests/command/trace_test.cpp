#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/verdicts.h"

/// `verify --trace` and `replay`, as a user runs them.
namespace ringproof::command {
namespace {

using testing::HasSubstr;
using testing::Not;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string wrong = tests::specs("gallery/wait_before_signal.ring");
const std::string racy = tests::specs("gallery/all_gather_last_receive_wait_missing.ring");

std::set<std::string> names_in(const Scratch& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        names.insert(entry.path().filename().string());
    return names;
}

/// The one file whose name ends so.
std::string file_in(const Scratch& folder, const std::string& ending) {
    std::string found;
    for (const std::string& name : names_in(folder))
        if (name.ends_with(ending)) {
            EXPECT_EQ(found, "") << "more than one";
            found = folder / name;
        }
    EXPECT_NE(found, "") << ending;
    return found;
}

/// The trace of the only counterexample whose file ends so, of this kernel on 2 chips.
std::string trace_of(const Scratch& folder, const std::string& kernel, const std::string& ending) {
    run_program("verify " + kernel + " -n 2 --trace " + folder.path().string());
    return file_in(folder, ending);
}

void replace_in(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = tests::text_of(file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    std::ofstream(file) << text;
}

TEST(Trace, IsWrittenInEveryFormAndTold) {
    const Scratch folder;
    const Ran run = run_program("verify " + wrong + " -n 2 --trace " + (folder / "deep/er"));
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_THAT(run.out, HasSubstr(".n2.deadlock-RP110"));
    for (const std::string ending :
         {".n2.deadlock-RP110.txt", ".n2.deadlock-RP110.json", ".n2.deadlock-RP110.perfetto.json",
          ".n2.deadlock-RP110.mmd", ".n2.deadlock-RP110.html"}) {
        bool found = false;
        for (const auto& entry : std::filesystem::directory_iterator(folder / "deep/er"))
            found = found || entry.path().string().ends_with(ending);
        EXPECT_TRUE(found) << ending;
    }
}

TEST(Trace, OfEachViolatedPropertyAndSizeHasItsFiles) {
    const Scratch folder;
    EXPECT_EQ(
        run_program("verify " + racy + " -n 2..3 --launches 1,2 --brief --trace " + folder.path().string()).status, 1);
    std::size_t races = 0, leftovers = 0;
    for (const std::string& name : names_in(folder)) {
        races += name.ends_with(".race-RP101.json");
        leftovers += name.ends_with(".dirty-exit-RP140.json");
    }
    EXPECT_EQ(races, 4U);
    EXPECT_EQ(leftovers, 4U);
}

TEST(Trace, OfFilesWithLikeNamesAreKeptApart) {
    const Scratch folder;
    const Scratch kernels;
    std::filesystem::copy_file(wrong, kernels / "a b.ring");
    std::filesystem::copy_file(wrong, kernels / "a_b.ring");
    std::filesystem::copy_file(wrong, kernels / (std::string(230, 'x') + ".ring"));
    run_program("verify " + kernels.path().string() + " -n 2 --brief --trace " + folder.path().string());
    std::size_t traces = 0;
    for (const std::string& name : names_in(folder)) traces += name.ends_with(".mmd");
    EXPECT_EQ(traces, 3U);
}

TEST(Trace, OfWhatIsProvedIsNone) {
    const Scratch folder;
    EXPECT_EQ(run_program("verify " + tests::specs("kernels/permute.ring") + " -n 2 --trace " + folder.path().string())
                  .status,
              0);
    EXPECT_TRUE(names_in(folder).empty());
}

TEST(Trace, ThatCannotBeWrittenIsRefused) {
    const Ran run = run_program("verify " + wrong + " -n 2 --trace /dev/null/x");
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.errors, HasSubstr("RP005"));
}

TEST(Replay, RunsStepByStepAndShowsTheFinding) {
    const Scratch folder;
    const std::string file = trace_of(folder, racy, ".race-RP101.json");
    const Ran run = run_program("replay " + file);
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_THAT(run.out, HasSubstr("RP101 read before landing"));
    EXPECT_THAT(run.out, HasSubstr("sent of chip 0: 0 -> 1"));
    EXPECT_THAT(run.out, HasSubstr("all_gather_last_receive_wait_missing.ring:"));
    const Ran brief = run_program("replay --brief " + file);
    EXPECT_EQ(brief.status, 1);
    EXPECT_THAT(brief.out, Not(HasSubstr("0 -> 1")));
}

TEST(Replay, OfATraceThatDoesNotHoldNamesTheEvent) {
    const Scratch folder;
    const std::string file = trace_of(folder, racy, ".race-RP101.json");
    // An event twice.
    const std::string text = tests::text_of(file);
    const std::size_t at = text.find("    {\"event\":\"issue\"");
    const std::string line = text.substr(at, text.find('\n', at) - at + 1);
    replace_in(file, line, line + line);
    const Ran run = run_program("replay " + file);
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.errors, HasSubstr("RP040 not an execution"));
    EXPECT_THAT(run.errors, HasSubstr("$.events["));
}

TEST(Replay, TellsWhatTheMachineFindsAndNotWhatTheFileSays) {
    const Scratch folder;
    const std::string file = trace_of(folder, wrong, ".deadlock-RP110.json");
    replace_in(file, "\"need\":1", "\"need\":81");
    const Ran run = run_program("replay " + file);
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("needs 1"));
    EXPECT_THAT(run.out, Not(HasSubstr("81")));
}

TEST(Replay, TakesTracesOnly) {
    const Ran kernel = run_program("replay " + wrong);
    EXPECT_EQ(kernel.status, 2);
    EXPECT_THAT(kernel.errors, HasSubstr("RP030"));
    const Ran schedule =
        run_program("replay " + tests::data("cases/barrier-per-block-index-block-0-s-put-precedes.buggy.json"));
    EXPECT_EQ(schedule.status, 2);
    EXPECT_THAT(schedule.errors, HasSubstr("RP002"));
}

TEST(Verify, LeavesTracesAlone) {
    const Scratch folder;
    const Ran file = run_program("verify " + trace_of(folder, racy, ".race-RP101.json"));
    EXPECT_EQ(file.status, 2);
    EXPECT_THAT(file.errors, HasSubstr("this is a trace"));
    const Ran all = run_program("verify " + folder.path().string());
    EXPECT_EQ(all.status, 2);
    EXPECT_THAT(all.errors, HasSubstr("RP003"));
}

}  // namespace
}  // namespace ringproof::command
