#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/running.h"

/// `fuzz` as a user runs it. That it finds what is wrong is tested by planting bugs (tests/planted).
namespace ringproof::command {
namespace {

using tests::contains;
using tests::Ran;
using tests::run_program;
using tests::Running;
using tests::Scratch;

const std::string kernel = tests::specs() + "/kernels/permute.ring";

TEST(Fuzz, TellsWhatCameUp) {
    const Ran run = run_program("fuzz --schedules 60 --seconds 0 --seed 3 " + kernel);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(run.out.starts_with("60 schedules in ")) << run.out;
    for (const char* source : {"\nring ", "\nany ", "\nmonotone ", "\nkernel ", "\nmutant ", "\nall "})
        EXPECT_TRUE(contains(run.out, source)) << run.out;
    EXPECT_TRUE(run.out.ends_with("\nNo disagreement.\n")) << run.out;
}

TEST(Fuzz, RepeatsOneByItsNumber) {
    const Ran run = run_program("fuzz --first 17 --schedules 1 --seconds 0 --jobs 1");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(run.out.starts_with("1 schedule in ")) << run.out;
}

TEST(Fuzz, RefusesWhatHasNoMeaning) {
    const Scratch scratch;
    std::ofstream(scratch / "file") << "kernel";
    for (const std::string arguments :
         {"--first -1", "--seed -1", "--schedules 0", "--schedules -3", "--seconds nan", "--jobs 0", "--events 0"}) {
        const Ran run = run_program("fuzz " + arguments);
        EXPECT_EQ(run.status, 2) << arguments;
        EXPECT_TRUE(contains(run.errors, "RP004")) << arguments << ": " << run.errors;
    }
    // Before the work, not when something is to be saved.
    EXPECT_TRUE(contains(run_program("fuzz --schedules 1 --save " + scratch / "file").errors, "RP005"));
    EXPECT_TRUE(contains(run_program("fuzz --schedules 1 " + scratch / "file").errors, "RP0"));
    EXPECT_TRUE(contains(run_program("fuzz --schedules 1 " + tests::data("found")).errors, "RP003"));
}

TEST(Fuzz, EndsWithWhatIsKnownWhenInterrupted) {
    Running program({"fuzz", "--seconds", "0"});
    usleep(300'000);
    program.send(SIGINT);
    EXPECT_TRUE(contains(program.line(), " schedules in ")) << program.errors();
    EXPECT_EQ(program.wait(), 130);
}

}  // namespace
}  // namespace ringproof::command
