#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/verdicts.h"

/// `ringproof draw` as people use it.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::Ran;
using tests::run_program;
using tests::Scratch;
using tests::text_of;

std::string kernel(const std::string& name) { return tests::specs("kernels/" + name + ".ring"); }

TEST(Draw, TellsTheFiguresOfARun) {
    const Ran ran =
        run_program("draw --beta 2 " + kernel("all_gather_matmul_naive") + " " + kernel("all_gather_matmul"));
    EXPECT_EQ(ran.status, 0) << ran.errors;
    EXPECT_TRUE(
        contains(ran.out,
                 "4 chips, 1 launch, profile pallas-tpu, ring, alpha 1, beta 2, gamma 0\n"
                 "  takes 25; 0 % of the time that chips move data is covered by work, at most 9 exposed on a chip\n"))
        << ran.out;
    EXPECT_TRUE(contains(ran.out, "  takes 18; 100 % of the time that chips move data is covered by work")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "16  work of the busiest agent\n")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "the run takes 1.125 times the greatest\n")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "critical path: latency 3, bandwidth 6, work 16\n")) << ran.out;
}

TEST(Draw, TellsTheBoundsOfACollective) {
    const Ran ran = run_program("draw -n 8 --alpha 0 " + kernel("all_reduce"));
    EXPECT_TRUE(contains(ran.out, "0  latency of all_reduce: alpha h\n")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "14  bandwidth of all_reduce: beta 2 m (n - 1) / (n d)\n")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "the run takes 1 times the greatest\n")) << ran.out;
}

TEST(Draw, TakesTheTorusOfAKernel) {
    EXPECT_TRUE(contains(run_program("draw -n 6 " + kernel("torus_all_reduce")).out, ", torus=2x3, "));
    EXPECT_TRUE(contains(run_program("draw -n 6 --set rows=3 " + kernel("torus_all_reduce")).out, ", torus=3x2, "));
    EXPECT_TRUE(contains(run_program("draw -n 6 --links ring " + kernel("torus_all_reduce")).out, ", ring, "));
    EXPECT_TRUE(contains(run_program("draw -n 6 --links all " + kernel("all_gather")).out, ", all, "));
    EXPECT_TRUE(contains(run_program("draw -n 6 --links torus=1x6 " + kernel("all_gather")).out, ", torus=1x6, "));
}

TEST(Draw, TellsWhatGoesWrong) {
    const Ran stuck = run_program("draw -n 3 " + tests::specs("gallery/wait_before_signal.ring"));
    EXPECT_EQ(stuck.status, 1);
    EXPECT_TRUE(contains(stuck.out, "  the run is stuck at time 0\n  RP110 deadlock")) << stuck.out;
    EXPECT_FALSE(contains(stuck.out, "lower bounds")) << stuck.out;
    const Ran race = run_program("draw -n 3 " + tests::specs("gallery/last_send_wait_missing.ring"));
    EXPECT_TRUE(race.status == 0 || contains(race.out, "  RP")) << race.out;
    // A run that is too fast to be right, though nothing went wrong in it.
    const Scratch scratch;
    std::ofstream(scratch / "k.ring") << "kernel k(n)\ncontract barrier()\nprofile default, entry none\nsem s global\n"
                                         "signal right.s\nwait s\n";
    const Ran fast = run_program("draw -n 4 " + scratch / "k.ring");
    EXPECT_EQ(fast.status, 0);
    EXPECT_TRUE(contains(fast.out, "which no schedule that keeps its contract can")) << fast.out;
}

TEST(Draw, RefusesCostsThatAreNone) {
    for (const char* const cost : {"-1", "nan", "inf", "-inf", "1e300", "1e13", "x", "''", "1x", "0x10", "-0.5"})
        for (const char* const name : {"--alpha", "--beta", "--gamma"}) {
            const Ran ran = run_program("draw " + std::string(name) + "=" + cost + " " + kernel("permute"));
            EXPECT_EQ(ran.status, 2) << name << " " << cost << "\n" << ran.out;
            EXPECT_TRUE(contains(ran.errors, "RP004")) << ran.errors;
        }
    for (const char* const cost : {"0", "0.125", "1e-9", "1e12"})
        EXPECT_EQ(run_program("draw --alpha " + std::string(cost) + " " + kernel("permute")).status, 0) << cost;
}

TEST(Draw, RefusesLinksThatAreNoneOrDoNotFit) {
    for (const char* const links :
         {"rings", "torus", "torus=", "torus=2", "torus=2x", "torus=x2", "torus=2x2x", "torus=-2x-2", "torus=0x4"})
        EXPECT_TRUE(
            contains(run_program("draw --links " + std::string(links) + " " + kernel("permute")).errors, "RP004"))
            << links;
    for (const char* const links : {"torus=2x3", "torus=65536x65536", "torus=1x1"})
        EXPECT_TRUE(
            contains(run_program("draw --links " + std::string(links) + " " + kernel("permute")).errors, "RP017"))
            << links;
}

TEST(Draw, IsBounded) {
    const Scratch scratch;
    const Ran many = run_program("draw -n 300 " + kernel("all_gather"));
    EXPECT_EQ(many.status, 2);
    EXPECT_TRUE(contains(many.errors, "RP018")) << many.errors;
    const Ran large = run_program("draw -n 64 " + kernel("all_gather") + " -o " + scratch / "x.svg");
    EXPECT_EQ(large.status, 2);
    EXPECT_TRUE(contains(large.errors, "too many for .svg")) << large.errors;
    EXPECT_EQ(run_program("draw -n 64 " + kernel("all_gather")).status, 0);
    // A link between every two of 65536 chips are more than a number of 32 bits can count.
    for (const char* const n : {"1500", "65536"})
        EXPECT_TRUE(
            contains(run_program("draw --links all -n " + std::string(n) + " " + kernel("permute")).errors, "RP018"))
            << n;
}

TEST(Draw, ChoosesTheFormByTheName) {
    const Scratch scratch;
    for (const char* const name : {"x.png", "svg", "x.svgz", "x"}) {
        const Ran ran = run_program("draw " + kernel("permute") + " -o " + scratch / name);
        EXPECT_EQ(ran.status, 2) << name;
        EXPECT_TRUE(contains(ran.errors, "RP004") && contains(ran.errors, ".svg")) << ran.errors;
    }
    EXPECT_TRUE(contains(run_program("draw " + kernel("permute") + " -o /no/such/folder/x.svg").errors, "RP005"));
    EXPECT_TRUE(contains(run_program("draw /no/such/file").errors, "RP001"));
    EXPECT_EQ(run_program("draw " + kernel("permute") + " -o " + scratch / "x.svg").status, 0);
    EXPECT_TRUE(text_of(scratch / "x.svg").starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
}

TEST(Draw, WritesJsonAsItsPageSays) {
    const Scratch scratch;
    const std::string out = scratch / "x.json";
    ASSERT_EQ(run_program("draw --beta 2 " + kernel("all_gather") + " -o " + out).status, 0);
    const json all = json::parse(text_of(out));
    EXPECT_EQ(all.at("format"), "ringproof.timeline");
    EXPECT_EQ(all.at("version"), 1);
    const json& run = all.at("runs").at(0);
    EXPECT_EQ(run.at("makespan"), 9);
    EXPECT_EQ(run.at("links"), "ring");
    EXPECT_EQ(run.at("finished"), true);
    EXPECT_EQ(run.at("by_chip").size(), 4U);
    EXPECT_EQ(run.at("bounds").at("time"), 6);
    EXPECT_EQ(run.at("bounds").at("ratio"), 1.5);
    EXPECT_EQ(run.at("critical_path").at("latency"), 3);
    const json& events = run.at("events");
    EXPECT_EQ(events.back().at("time"), 9);
    for (std::size_t i = 0; i < events.size(); ++i)
        if (!events[i].at("cause").is_null()) {
            const json& cause = events.at(events[i].at("cause").get<std::size_t>());
            double spent = 0;
            if (events[i].contains("spent"))
                for (const auto& [kind, time] : events[i].at("spent").items()) spent += time.get<double>();
            EXPECT_EQ(cause.at("time").get<double>() + spent, events[i].at("time").get<double>()) << i;
        }

    const std::string page = text_of(tests::specs("timeline.md"));
    std::set<std::string> keys;
    const auto collect = [&](const json& value, const auto& again) -> void {
        if (value.is_object())
            for (const auto& [key, inner] : value.items()) keys.insert(key);
        if (value.is_structured())
            for (const json& inner : value) again(inner, again);
    };
    collect(all, collect);
    EXPECT_GT(keys.size(), 30U);
    for (const std::string& key : keys) EXPECT_TRUE(contains(page, "`" + key + "`")) << key;
}

TEST(Draw, DrawsThePicturesOfTheSpecs) {
    const Scratch scratch;
    const std::string out = scratch / "drawn.svg";
    ASSERT_EQ(run_program("draw " + kernel("all_gather_matmul_naive") + " " + kernel("all_gather_matmul") +
                          " --beta 2 -o " + out)
                  .status,
              0);
    EXPECT_EQ(text_of(out), text_of(tests::specs("pictures/all_gather_matmul.svg")))
        << "specs/pictures/README.md tells how to draw it again";
}

}  // namespace
}  // namespace ringproof::command
