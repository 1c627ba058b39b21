#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/contract.h"
#include "model/profile.h"
#include "model/rule.h"
#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/verdicts.h"

/// The program as scripts and people use it.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::lines_of;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

const std::string specs = tests::specs();
const std::string permute = specs + "/kernels/permute.ring";
const std::string all_gather = specs + "/kernels/all_gather.ring";
const std::string one_semaphore = specs + "/gallery/all_gather_one_receive_semaphore.ring";
const std::string in_pairs = specs + "/gallery/credits_in_pairs.ring";
const std::string not_monotone = tests::data("cases/equality-wait-on-one-slot-peer-runs-one-round.fixed.json");

std::set<std::string> keys_of(const json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.insert(key);
    return keys;
}

TEST(ExitStatus, TellsTheVerdict) {
    EXPECT_EQ(run_program("verify -n 2..4 " + permute).status, 0);
    EXPECT_EQ(run_program("verify -n 2..4 " + one_semaphore).status, 1);
    EXPECT_EQ(run_program("verify -n 2 " + one_semaphore).status, 0);
    EXPECT_EQ(run_program("verify /no/such/file").status, 2);
    EXPECT_EQ(run_program("verify --engine cuts " + not_monotone).status, 3);
    EXPECT_EQ(run_program("verify --engine cuts -n 3 --max-events 10 " + permute).status, 3);
}

TEST(ExitStatus, OfSeveralFilesIsTheWorst) {
    EXPECT_EQ(run_program("verify -n 3 --brief " + permute + " " + one_semaphore).status, 1);
    EXPECT_EQ(run_program("verify --engine cuts -n 3 --brief " + permute + " " + not_monotone).status, 3);
    EXPECT_EQ(run_program("verify --engine cuts -n 3 --brief " + not_monotone + " " + one_semaphore).status, 1);
    EXPECT_EQ(run_program("verify -n 3 --brief " + one_semaphore + " /no/such/file").status, 2);
}

TEST(Verify, AsExpected) {
    const Ran gallery = run_program("verify -n 3 --as-expected " + one_semaphore + " " + in_pairs);
    EXPECT_EQ(gallery.status, 0) << gallery.out;
    EXPECT_TRUE(contains(gallery.out, "all as expected")) << gallery.out;
    // Under another profile the file's promises are others.
    EXPECT_EQ(run_program("verify -n 3 --as-expected --profile pallas-tpu-fifo " + one_semaphore).status, 0);
    const Scratch scratch;
    std::ofstream(scratch / "k.ring") << "# expect: race\nkernel k(n)\nsem s\nsignal me.s\nwait s\n";
    const Ran other = run_program("verify -n 2 --as-expected " + (scratch / "k.ring"));
    EXPECT_EQ(other.status, 1);
    EXPECT_TRUE(contains(other.out, "EXPECTED race")) << other.out;
}

TEST(Verify, TellsTheStoryOfACounterexample) {
    const Ran run = run_program("verify -n 3 " + one_semaphore);
    for (const char* part : {"counterexample, race for n = 3", "RP101", "all_gather_one_receive_semaphore.ring:",
                             "put ", "Missing order", "An execution that shows it", "help:"})
        EXPECT_TRUE(contains(run.out, part)) << part << "\n" << run.out;
    EXPECT_EQ(run.errors, "");
    const Ran brief = run_program("verify -n 3 --brief " + one_semaphore);
    EXPECT_FALSE(contains(brief.out, "Missing order")) << brief.out;
    EXPECT_TRUE(contains(brief.out, "counterexample, race for n = 3")) << brief.out;
}

TEST(Verify, SizesMayBeListsAndRanges) {
    EXPECT_TRUE(contains(run_program("verify -n 2..4,7 " + permute).out, "proved for n = 2..4, 7"));
    EXPECT_TRUE(contains(run_program("verify -n 5,3,3 " + permute).out, "proved for n = 3, 5"));
    const Ran torus = run_program("verify -n 2..5 " + specs + "/kernels/torus_all_reduce.ring");
    EXPECT_EQ(torus.status, 0);
    EXPECT_TRUE(contains(torus.out, "does not take n = 3, 5")) << torus.out;
    EXPECT_TRUE(contains(run_program("verify -n 2 --launches 3 " + permute).out, "3 launches"));
}

TEST(Verify, SettingsAndProfile) {
    const std::string reduce = specs + "/kernels/reduce_scatter.ring";
    const auto events = [&](const std::string& more) {
        const auto lines = lines_of(run_program("verify --json -n 5 " + more + " " + reduce).out);
        EXPECT_EQ(lines.at(0).at("verdict"), "proved");
        return lines.at(0).at("events").get<int>();
    };
    // Fewer slots need more credits.
    EXPECT_LT(events("--set slots=4"), events("--set slots=2"));
    EXPECT_EQ(events(""), events("--set slots=2"));
    EXPECT_EQ(run_program("verify -n 3 --profile pallas-tpu-fifo " + one_semaphore).status, 0);
}

TEST(Verify, StandardInputAndFolder) {
    const Ran input = run_program("verify -n 2 -", permute);
    EXPECT_EQ(input.status, 0) << input.errors;
    EXPECT_TRUE(contains(input.out, ": proved for n = 2")) << input.out;
    const Scratch scratch;
    std::filesystem::create_directories(scratch / "a/b");
    std::filesystem::copy_file(permute, scratch / "a/b/permute.ring");
    std::filesystem::copy_file(not_monotone, scratch / "a/case.json");
    std::ofstream(scratch / "a/other.json") << "{}";
    const Ran folder = run_program("verify --engine cuts -n 2 " + (scratch / "a"));
    EXPECT_EQ(folder.status, 3) << folder.out << folder.errors;
    EXPECT_TRUE(contains(folder.out, "2 files, 2 questions: 1 proved, 0 counterexamples, 1 undecided")) << folder.out;
}

const std::set<std::string> common_keys{"file",     "schedule", "chips",   "launches", "profile", "verdict",
                                        "property", "engine",   "engines", "seconds",  "events",  "message"};

std::set<std::string> with(std::set<std::string> keys, const std::set<std::string>& more) {
    keys.insert(more.begin(), more.end());
    return keys;
}

TEST(Json, OfAProof) {
    const auto lines = lines_of(run_program("verify --json -n 2..3 " + all_gather).out);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(keys_of(lines[0]), with(common_keys, {"law", "same_expression", "claims"}));
    EXPECT_EQ(lines[0].at("file"), all_gather);
    EXPECT_EQ(lines[0].at("schedule"), "all_gather");
    EXPECT_EQ(lines[0].at("chips"), 2);
    EXPECT_EQ(lines[1].at("chips"), 3);
    EXPECT_EQ(lines[0].at("launches"), 1);
    EXPECT_EQ(lines[0].at("verdict"), "proved");
    EXPECT_TRUE(lines[0].at("property").is_null());
    EXPECT_EQ(lines[0].at("law"), "none");
    EXPECT_EQ(lines[0].at("same_expression"), true);
    EXPECT_EQ(lines[0].at("claims"), 4);
    EXPECT_GT(lines[0].at("events").get<int>(), 10);
    EXPECT_TRUE(lines[0].at("seconds").is_number());
    EXPECT_TRUE(lines[0].at("engine").is_string());
}

TEST(Json, OfCounterexamples) {
    const auto lines = lines_of(run_program("verify --json -n 3 --launches 2 " + in_pairs + " " + specs +
                                            "/gallery/all_gather_last_receive_wait_missing.ring")
                                    .out);
    ASSERT_EQ(lines.size(), 2u);
    for (const json& line : lines) {
        EXPECT_EQ(keys_of(line), with(common_keys, {"code", "also", "smallest_chips", "smallest_launches"}));
        EXPECT_EQ(line.at("verdict"), "counterexample");
        EXPECT_EQ(line.at("launches"), 2);
    }
    EXPECT_EQ(lines[0].at("property"), "deadlock");
    EXPECT_EQ(lines[0].at("code"), "RP110");
    EXPECT_EQ(lines[1].at("property"), "race");
    EXPECT_EQ(lines[1].at("code"), "RP101");
    EXPECT_NE(std::find(lines[1].at("also").begin(), lines[1].at("also").end(), "RP140"), lines[1].at("also").end());
}

TEST(Json, OfUndecidedAndInvalid) {
    const Ran run = run_program("verify --json --engine cuts " + not_monotone + " /no/such/file");
    EXPECT_EQ(run.status, 2);
    const auto lines = lines_of(run.out);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(keys_of(lines[0]), with(common_keys, {"code"}));
    EXPECT_EQ(lines[0].at("verdict"), "undecided");
    EXPECT_EQ(lines[0].at("code"), "RP201");
    EXPECT_TRUE(lines[0].at("property").is_null());
    EXPECT_EQ(keys_of(lines[1]), with(common_keys, {"code"}));
    EXPECT_EQ(lines[1].at("verdict"), "invalid");
    EXPECT_EQ(lines[1].at("code"), "RP001");
    EXPECT_EQ(lines[1].at("file"), "/no/such/file");
}

TEST(Json, SurvivesNamesThatAreNoText) {
    const Scratch scratch;
    const std::string name = scratch / "a\xff\"b.ring";
    std::ofstream(name) << "kernel k(n)\nsem s\nsignal me.s\nwait s\n";
    const Ran run = run_program("verify --json -n 2 '" + name + "'");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(lines_of(run.out).size(), 1u);
}

/// Elements open and close in pairs, attributes are quoted.
void expect_well_formed(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = 0; (at = xml.find('<', at)) != std::string::npos;) {
        const std::size_t end = xml.find('>', at);
        ASSERT_NE(end, std::string::npos);
        const std::string tag = xml.substr(at + 1, end - at - 1);
        at = end;
        if (tag.starts_with("?")) continue;
        EXPECT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag;
        if (tag.starts_with("/")) {
            ASSERT_FALSE(open.empty());
            EXPECT_EQ(open.back(), tag.substr(1));
            open.pop_back();
        } else if (!tag.ends_with("/")) {
            open.push_back(tag.substr(0, tag.find_first_of(" \n")));
        }
    }
    EXPECT_TRUE(open.empty());
}

TEST(Junit, HasATestCaseASize) {
    const Scratch scratch;
    const std::string file = scratch / "junit.xml";
    run_program("verify --engine cuts -n 2..3 --junit " + file + " " + permute + " " + one_semaphore + " " +
                not_monotone + " /no/such/file");
    const std::string xml = tests::text_of(file);
    expect_well_formed(xml);
    const auto count = [&](const std::string& part) {
        int found = 0;
        for (std::size_t at = 0; (at = xml.find(part, at)) != std::string::npos; at += part.size()) ++found;
        return found;
    };
    EXPECT_EQ(count("<testsuite "), 4) << xml;
    EXPECT_EQ(count("<testcase "), 6) << xml;
    EXPECT_EQ(count("<failure "), 1) << xml;  // n = 3 of one_semaphore
    EXPECT_EQ(count("<error "), 2) << xml;    // the undecided one and the missing file
    run_program("verify -n 2..3 --as-expected --junit " + file + " " + one_semaphore);
    EXPECT_FALSE(contains(tests::text_of(file), "<failure")) << "as expected";
}

TEST(Junit, HoldsAnyFileName) {
    const Scratch scratch;
    const std::string file = scratch / "junit.xml", odd = scratch / "c\x01\x1b[31m\xff.ring";
    std::ofstream(odd) << "kernel k(n)";
    run_program("verify -n 2 --junit " + file + " '" + odd + "'");
    const std::string xml = tests::text_of(file);
    EXPECT_TRUE(contains(xml, "/c??[31m\xef\xbf\xbd.ring")) << xml;
    EXPECT_EQ(std::count_if(xml.begin(), xml.end(), [](unsigned char c) { return c < 0x20 && c != '\n'; }), 0) << xml;
}

TEST(Convert, KeepsTheVerdict) {
    const Scratch scratch;
    const std::string out = scratch / "out.json";
    for (const std::string& file : {all_gather, one_semaphore, in_pairs}) {
        ASSERT_EQ(run_program("convert -n 3 " + file + " " + out).status, 0);
        const auto before = lines_of(run_program("verify --json -n 3 " + file).out).at(0);
        const auto after = lines_of(run_program("verify --json " + out).out).at(0);
        for (const char* key : {"schedule", "chips", "launches", "verdict", "property", "events", "message"})
            EXPECT_EQ(before.at(key), after.at(key)) << file << " " << key;
    }
    // Canonical JSON comes back as itself.
    const Ran again = run_program("convert " + out + " -");
    EXPECT_EQ(again.status, 0);
    EXPECT_EQ(again.out, tests::text_of(out));
}

TEST(Convert, PrintsCanonicalKernels) {
    const Scratch scratch;
    ASSERT_EQ(run_program("convert " + one_semaphore + " " + (scratch / "once.ring")).status, 0);
    ASSERT_EQ(run_program("convert " + (scratch / "once.ring") + " " + (scratch / "twice.ring")).status, 0);
    EXPECT_EQ(tests::text_of(scratch / "once.ring"), tests::text_of(scratch / "twice.ring"));
    EXPECT_EQ(run_program("verify -n 2..4 --as-expected " + (scratch / "once.ring")).status, 0);
}

TEST(RunCommand, InOrderAndAtRandom) {
    const Ran in_order = run_program("run -n 3 " + all_gather);
    EXPECT_EQ(in_order.status, 0);
    EXPECT_TRUE(contains(in_order.out, "all agents finished")) << in_order.out;
    EXPECT_TRUE(contains(in_order.out, "x[0]@2#0")) << in_order.out;
    EXPECT_EQ(in_order.out, run_program("run -n 3 --scheduler in-order " + all_gather).out);
    const std::string random = "run -n 3 --events --scheduler random --seed ";
    EXPECT_EQ(run_program(random + "7 " + all_gather).out, run_program(random + "7 " + all_gather).out);
    EXPECT_NE(run_program(random + "7 " + all_gather).out, run_program(random + "8 " + all_gather).out);
}

TEST(RunCommand, TellsWhatItFound) {
    const Ran stuck = run_program("run -n 3 " + in_pairs);
    EXPECT_EQ(stuck.status, 1);
    EXPECT_TRUE(contains(stuck.out, "the run is stuck")) << stuck.out;
    EXPECT_TRUE(contains(stuck.out, "RP110")) << stuck.out;
}

TEST(List, ShowsWhatThereIs) {
    const std::string all = run_program("list").out;
    for (const auto& profile : model::named_profiles()) EXPECT_TRUE(contains(all, std::string(profile.name)));
    for (const auto& rule : model::rules()) EXPECT_TRUE(contains(all, std::string(rule.name)));
    for (const auto& collective : model::collectives()) EXPECT_TRUE(contains(all, std::string(collective.name)));
    EXPECT_TRUE(contains(all, "cuts"));
    const Ran diagnostics = run_program("list diagnostics");
    EXPECT_EQ(diagnostics.status, 0);
    for (const auto& diagnostic : model::diagnostics())
        EXPECT_TRUE(contains(diagnostics.out, model::number(diagnostic.code)));
    EXPECT_FALSE(contains(run_program("list rules").out, "profiles"));
}

TEST(Help, IsThere) {
    const Ran help = run_program("--help");
    EXPECT_EQ(help.status, 0);
    for (const char* command : {"verify", "run", "convert", "list"}) {
        EXPECT_TRUE(contains(help.out, command));
        EXPECT_EQ(run_program(std::string(command) + " --help").status, 0);
    }
    EXPECT_TRUE(contains(run_program("--version").out, "ringproof "));
}

}  // namespace
}  // namespace ringproof::command
