#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/program.h"
#include "tests/support/running.h"

/// `vectors` and `conform` as a user runs them.
namespace ringproof::command {
namespace {

using nlohmann::json;
using tests::contains;
using tests::Ran;
using tests::run_program;
using tests::Scratch;

/// The quick list, written once.
class Conform : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = std::make_unique<Scratch>();
        written_ = run_program("vectors --quick " + set());
    }
    static void TearDownTestSuite() { folder_.reset(); }

    static std::string set() { return *folder_ / "set"; }
    static std::string backend(const std::string& name) {
        return "'/usr/bin/python3 " + tests::backends() + "/" + name + "'";
    }
    /// A backend that the shell runs: what it says, line by line.
    static std::string script(const std::string& text) {
        const std::string file = *folder_ / "backend.sh";
        std::ofstream(file) << text;
        return "'exec /bin/sh " + file + "'";
    }
    static Ran conform(const std::string& arguments) { return run_program("conform " + set() + " " + arguments); }

    static std::unique_ptr<Scratch> folder_;
    static Ran written_;
};
std::unique_ptr<Scratch> Conform::folder_;
Ran Conform::written_;

const std::string hello =
    R"(read a; echo '{"hello": 1, "name": "sh", "features": ["launches", "entry-barrier", "agents"]}')";

TEST_F(Conform, WritesASetForPeopleWhoNeverSawThisProject) {
    EXPECT_EQ(written_.status, 0) << written_.errors;
    for (const char* file :
         {"README.md", "protocol.md", "schedule.md", "semantics.md", "vector.schema.json", "schedule.schema.json",
          "index.json", "quick.txt", "full.txt", "vectors/litmus-message_recv-n2.json"})
        EXPECT_TRUE(std::filesystem::exists(set() + "/" + file)) << file;
    std::ifstream file(set() + "/index.json");
    const json index = json::parse(file);
    EXPECT_EQ(index["format"], "ringproof.vectors");
    EXPECT_EQ(index["version"], 1);
    EXPECT_GT(index["vectors"].size(), 150U);
    for (const json& entry : index["vectors"]) {
        std::ifstream vector(set() + "/vectors/" + entry["id"].get<std::string>() + ".json");
        EXPECT_EQ(json::parse(vector)["id"], entry["id"]);
    }
}

TEST_F(Conform, PassesABackendThatIsRightAndCountsWhatItLacks) {
    const Ran run = conform("--backend " + backend("simple.py"));
    EXPECT_EQ(run.status, 0) << run.out << run.errors;
    EXPECT_TRUE(contains(run.out, "it is for checkers")) << run.out;
    EXPECT_TRUE(contains(run.out, "it lacks fence")) << run.out;
    EXPECT_TRUE(contains(run.out, " allowed outcomes were seen; not all of")) << run.out;
    EXPECT_FALSE(contains(run.out, "FAILED")) << run.out;
}

TEST_F(Conform, HoldsTracesAgainstTheModel) {
    const Ran run = conform("--only launches --only litmus --runs 3 --backend " + backend("player.py"));
    EXPECT_EQ(run.status, 0) << run.out << run.errors;
}

TEST_F(Conform, DrivesAChecker) {
    const Ran run = conform("--only checker --only all_reduce --backend '/usr/bin/python3 " + tests::backends() +
                            "/judge.py " + tests::program() + "'");
    EXPECT_EQ(run.status, 0) << run.out << run.errors;
    EXPECT_TRUE(contains(run.out, "\nchecker           36 ")) << run.out;
}

TEST_F(Conform, TellsTheScheduleTheChipTheOperationAndWhatIsExpected) {
    // A backend that says that nothing has moved.
    const Ran run = conform("--only data-permute-copy-int32-n3 --backend " + script(hello + R"(
read a
echo '{"ran": "data-permute-copy-int32-n3", "finished": true, "outputs": ['\
'{"chip": 0, "buffer": "out", "launch": 0, "slots": [[0, 0, 0, 0, 0]]},'\
'{"chip": 1, "buffer": "out", "launch": 0, "slots": [[0, 0, 0, 0, 0]]},'\
'{"chip": 2, "buffer": "out", "launch": 0, "slots": [[0, 0, 0, 0, 0]]}]}'
)"));
    EXPECT_EQ(run.status, 1) << run.out << run.errors;
    for (const char* part :
         {"FAILED data-permute-copy-int32-n3", "'permute' on 3 chips: out of chip 0 at the end of launch 0",
          "expected [", "which is x[0]@2#0", "found    [0, 0, 0, 0, 0]",
          "last written in the model by chip 2, agent main, operation 0 (permute.ring:"})
        EXPECT_TRUE(contains(run.out, part)) << part << "\n" << run.out;
}

TEST_F(Conform, GoesOnAfterABackendThatEnds) {
    const Ran run = conform("--only fault --backend " + script(hello + "\nread a; exit 3\n"));
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_TRUE(contains(run.out, "it has ended: exit status 3")) << run.out;
    EXPECT_TRUE(contains(run.out, "\nfault              0        11 ")) << run.out;
}

TEST_F(Conform, TellsOfASignalASilenceAndNonsense) {
    EXPECT_TRUE(contains(conform("--only fault-chain --backend " + script(hello + "\nread a; kill -SEGV $$\n")).out,
                         "it has ended: signal 11"));
    EXPECT_TRUE(
        contains(conform("--only fault-chain --seconds 0.2 --backend " + script(hello + "\nread a; sleep 100\n")).out,
                 "no answer in 0.2 s"));
    EXPECT_TRUE(contains(conform("--only fault-chain --backend " + script(hello + "\nread a; echo what\n")).out,
                         "expected a JSON object on one line, found 'what'"));
    EXPECT_TRUE(
        contains(conform("--only fault-chain --backend " + script(hello + "\nread a; exec >&-; sleep 100\n")).out,
                 "it has ended: it closed its output"));
}

TEST_F(Conform, DoesNotWaitForWhoDoesNotRead) {
    // More than a pipe holds is said to somebody who does not listen.
    const Ran run =
        conform("--only data-all_reduce_bidirectional --seconds 0.3 --backend " + script(hello + "\nsleep 100\n"));
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "no answer in 0.3 s")) << run.out;
}

TEST_F(Conform, RefusesWhoDoesNotSpeakTheProtocol) {
    const Ran none = conform("--backend true");
    EXPECT_EQ(none.status, 2);
    EXPECT_TRUE(contains(none.errors, "does not answer 'hello': exit status 0")) << none.errors;
    const Ran other = conform("--backend " + script("read a; echo '{\"hello\": 7}'"));
    EXPECT_EQ(other.status, 2);
    EXPECT_TRUE(contains(other.errors, "RP034")) << other.errors;
    const Ran missing = conform("--backend /no/such/program");
    EXPECT_EQ(missing.status, 2);
    EXPECT_TRUE(contains(missing.errors, "exit status 127")) << missing.errors;
}

TEST_F(Conform, CountsWaiversAndSkips) {
    const std::string waivers = *folder_ / "waivers";
    std::ofstream(waivers) << "# known\nfault-chain-n1  the runtime has no timeout yet\n";
    const std::string junit = *folder_ / "junit.xml";
    const Ran run =
        conform("--only fault-chain --only fault-crossed --waivers " + waivers + " --junit " + junit + " --backend " +
                script(hello + "\nread a; echo '{\"skip\": \"fault-crossed-n2\", \"why\": \"not today\"}'\n"));
    EXPECT_EQ(run.status, 3) << "nothing was tested\n" << run.out << run.errors;
    EXPECT_TRUE(contains(run.out, "waived  fault-chain-n1: the runtime has no timeout yet")) << run.out;
    EXPECT_TRUE(contains(run.out, "skipped    1  not today")) << run.out;
    std::ifstream file(junit);
    const std::string xml((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    EXPECT_TRUE(contains(xml, "<skipped message=\"waived: the runtime has no timeout yet\"")) << xml;
    EXPECT_TRUE(contains(xml, "<testsuite name=\"sh.fault\">")) << xml;
    const Ran wrong = conform("--waivers " + set() + "/README.md --backend true");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(contains(wrong.errors, "README.md:3: RP004")) << wrong.errors;
}

TEST_F(Conform, SaysThatAWaivedVectorPasses) {
    const std::string waivers = *folder_ / "waivers";
    std::ofstream(waivers) << "counters-large-n2 not needed any more\n";
    const Ran run = conform("--only counters-large --waivers " + waivers + " --backend " + backend("simple.py"));
    EXPECT_TRUE(contains(run.out, "waived  counters-large-n2: not needed any more; but it passes")) << run.out;
}

TEST_F(Conform, RefusesAFeatureThatIsNone) {
    const Ran run = conform("--backend " + script(R"(read a; echo '{"hello": 1, "features": ["gets"]}')"));
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(contains(run.errors, "'hello' has the feature \"gets\", which is none")) << run.errors;
    EXPECT_EQ(conform("--backend " + script(R"(read a; echo '{"hello": 1}')")).status, 2);
}

TEST_F(Conform, NamesTheRunAndItsSeed) {
    const Ran run = conform("--only fault-chain --seed 7 --backend " + script(hello + "\nread a; exit 3\n"));
    EXPECT_TRUE(contains(run.out, "in run 0 of 1, with seed 7000")) << run.out;
}

TEST_F(Conform, EndsSoonWhenInterrupted) {
    const auto began = std::chrono::steady_clock::now();
    script(hello + "\nread a; sleep 100\n");
    tests::Running running({"conform", set(), "--seconds", "60", "--only", "fault-chain", "--backend",
                            "exec /bin/sh " + (*folder_ / "backend.sh")});
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    running.send(SIGINT);
    EXPECT_EQ(running.wait(), 130);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

TEST_F(Conform, CountsFalseAlarmsAndMissedFaults) {
    const std::string judge = *folder_ / "judge.py";
    std::ofstream(judge) << R"(
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"judged": asked["judge"], "verdict": "race"} if "judge" in asked else {"hello": 1, "judges": True}),
          flush=True)
)";
    const Ran run = conform("--only counters --only checker --backend '/usr/bin/python3 " + judge + "'");
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_TRUE(contains(run.out, "  a false alarm: expected proved, found race")) << run.out;
    EXPECT_TRUE(contains(run.out, "  a false alarm\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "  another property\n")) << run.out;
}

TEST_F(Conform, WritesOneObjectALine) {
    const Ran run = conform("--json --only fault-chain --backend " + backend("simple.py"));
    const json line = json::parse(run.out);
    EXPECT_EQ(line["id"], "fault-chain-n1");
    EXPECT_EQ(line["result"], "passed");
}

TEST_F(Conform, RefusesASetThatIsNone) {
    EXPECT_EQ(run_program("conform /no/such --backend true").status, 2);
    EXPECT_TRUE(contains(run_program("conform " + tests::data() + " --backend true").errors, "RP001"));
    EXPECT_TRUE(contains(conform("--only nothing-like-this --backend true").errors, "RP003"));
}

/// What is in the files is what counts: a vector whose numbers or outcomes were changed is refused, not believed.
TEST_F(Conform, RefusesAVectorThatContradictsItself) {
    const Scratch other;
    std::filesystem::copy(set(), other / "set", std::filesystem::copy_options::recursive);
    const std::string id = "data-permute-copy-int32-n3", file = other / ("set/vectors/" + id + ".json");
    std::ifstream in(file);
    const json right = json::parse(in);
    const auto refused = [&](const auto& change) {
        json wrong = right;
        change(wrong);
        std::ofstream(file) << wrong.dump();
        const Ran run =
            run_program("conform " + (other / "set") + " --only " + id + " --backend " + backend("simple.py"));
        EXPECT_EQ(run.status, 2) << run.out;
        EXPECT_TRUE(contains(run.errors, id + ".json")) << run.errors;
        return run.errors;
    };
    EXPECT_TRUE(contains(refused([](json& v) { v["outcomes"][0]["outputs"][0]["slots"][0][0] = 1; }), "$.outcomes"));
    EXPECT_TRUE(contains(refused([](json& v) { v["outcomes"].push_back(v["outcomes"][0]); }), "$.outcomes"));
    EXPECT_TRUE(contains(refused([](json& v) { v["memory"][0]["slots"][0][0] = 1; }), "$.memory"));
    EXPECT_TRUE(contains(refused([](json& v) { v["features"] = {"get"}; }), "$.features"));
    EXPECT_TRUE(contains(refused([](json& v) { v["version"] = 9; }), "RP034"));
    EXPECT_TRUE(contains(refused([](json& v) { v["id"] = "another"; }), "$.id"));
    EXPECT_TRUE(contains(refused([](json& v) { v["class"] = "fun"; }), "$.class"));
    EXPECT_TRUE(contains(refused([](json& v) { v["schedule"]["chips"] = -1; }), "RP0"));
    EXPECT_TRUE(contains(refused([](json& v) { v["lanes"] = 1e9; }), "$.lanes"));
}

}  // namespace
}  // namespace ringproof::command
