#include "generators/mutation/mutation.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/diagnostic.h"
#include "model/language/language.h"
#include "tests/support/verdicts.h"

namespace ringproof::generators::mutation {
namespace {

using model::Kernel;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Kernel kernel_of(const std::string& statements, const std::string& head = "") {
    return model::parse_kernel("kernel k(n)\n" + head + "\n" + statements + "\n", "k.ring");
}

/// The statements of a kernel, a line each.
std::string body_of(const Kernel& kernel) {
    std::string text;
    for (const model::Statement& statement : kernel.agents.at(0).body) text += print(statement) + "\n";
    return text;
}

/// The bodies of the mutants with this slip.
std::vector<std::string> bodies(const Kernel& kernel, const std::string& slip) {
    std::vector<std::string> found;
    for (const Mutant& mutant : mutants(kernel))
        if (mutant.edit.slip->name == slip) found.push_back(body_of(mutant.kernel));
    return found;
}

/// What the mutants with this slip say became of it.
std::vector<std::string> whats(const Kernel& kernel, const std::string& slip) {
    std::vector<std::string> found;
    for (const Mutant& mutant : mutants(kernel))
        if (mutant.edit.slip->name == slip) found.push_back(mutant.edit.what);
    return found;
}

const std::string semaphores = "sem a, b";
const std::string buffers = "buffer x[2], y[2], z\nsem s, r\n";

TEST(MutantsOfWaits, AreMissingOrThereTwice) {
    const Kernel kernel = kernel_of("signal me.a wait a", semaphores);
    EXPECT_THAT(bodies(kernel, "wait left out"), ElementsAre("signal me.a\n"));
    EXPECT_THAT(bodies(kernel, "wait repeated"), ElementsAre("signal me.a\nwait a\nwait a\n"));
    EXPECT_THAT(bodies(kernel, "signal left out"), ElementsAre("wait a\n"));
    EXPECT_THAT(bodies(kernel, "signal repeated"), ElementsAre("signal me.a\nsignal me.a\nwait a\n"));
}

TEST(MutantsOfWaits, MoveToEveryPlaceThatMakesADifference) {
    const Kernel kernel = kernel_of("copy x -> y copy y -> x wait a wait b copy x -> z", buffers + semaphores);
    EXPECT_THAT(bodies(kernel, "wait too late"),
                ElementsAre("copy x -> y\ncopy y -> x\nwait b\ncopy x -> z\nwait a\n",
                            "copy x -> y\ncopy y -> x\nwait a\ncopy x -> z\nwait b\n"));
    EXPECT_THAT(bodies(kernel, "wait too early"),
                ElementsAre("copy x -> y\nwait a\ncopy y -> x\nwait b\ncopy x -> z\n",
                            "wait a\ncopy x -> y\ncopy y -> x\nwait b\ncopy x -> z\n",
                            "copy x -> y\nwait b\ncopy y -> x\nwait a\ncopy x -> z\n",
                            "wait b\ncopy x -> y\ncopy y -> x\nwait a\ncopy x -> z\n"));
}

TEST(MutantsOfWaits, MoveWithTheConditionAroundThem) {
    const Kernel kernel = kernel_of("if me > 0 { wait a } copy x -> y", buffers + semaphores);
    EXPECT_THAT(bodies(kernel, "wait too late"), ElementsAre("copy x -> y\nif me > 0 {\n  wait a\n}\n"));
}

TEST(MutantsOfWaits, LeaveLoopsWithTheIndexOfTheFirstOrLastRound) {
    const Kernel kernel =
        kernel_of("for k in 1 .. n {\nlet i = k % 2\ncopy x -> y\nwait c[i + 1]\n}", buffers + "sem c[3]\n");
    EXPECT_THAT(whats(kernel, "wait before the loop"), ElementsAre("'wait c[1 % 2 + 1]' before the loop"));
    EXPECT_THAT(whats(kernel, "wait behind the loop"), ElementsAre("'wait c[(n - 1) % 2 + 1]' behind the loop"));
    // A let that a wait is moved past is written out.
    const Kernel past = kernel_of("copy x -> y\nlet i = n - 1\nwait c[i]", buffers + "sem c[3]\n");
    EXPECT_THAT(bodies(past, "wait too early"), ElementsAre("wait c[n - 1]\ncopy x -> y\nlet i = n - 1\n"));
}

TEST(MutantsOfWaits, DoNotWriteOutLetsThatGrowWithoutBound) {
    std::string statements = "copy x -> y\nlet i0 = n\n";
    for (int i = 0; i < 60; ++i)
        statements += "let i" + std::to_string(i + 1) + " = i" + std::to_string(i) + " + i" + std::to_string(i) + "\n";
    EXPECT_THAT(bodies(kernel_of(statements + "wait c[i60]", buffers + "sem c[3]\n"), "wait too early"), IsEmpty());
}

TEST(MutantsOfWaits, HaveOtherAmounts) {
    EXPECT_THAT(bodies(kernel_of("wait a", semaphores), "wait for another amount"), ElementsAre("wait a 2\n"));
    EXPECT_THAT(bodies(kernel_of("wait a n - 1", semaphores), "wait for another amount"),
                ElementsAre("wait a n - 2\n", "wait a n\n"));
    EXPECT_THAT(bodies(kernel_of("wait a at_least 3 take 2", semaphores), "wait for another amount"),
                ElementsAre("wait a 2\n", "wait a at_least 4 take 2\n", "wait a at_least 3 take 1\n", "wait a 3\n"));
    EXPECT_THAT(bodies(kernel_of("wait a equals 2", semaphores), "wait for another amount"),
                ElementsAre("wait a equals 1\n", "wait a equals 3\n"));
    EXPECT_THAT(bodies(kernel_of("wait a 2", semaphores), "wait that takes nothing"),
                ElementsAre("wait a at_least 2\n"));
}

TEST(MutantsOfWaits, AreOnOtherCounters) {
    const Kernel kernel = kernel_of("wait c[n - 2]", "sem a, c[n], d[n]");
    EXPECT_THAT(bodies(kernel, "wait on another semaphore"), ElementsAre("wait a\n", "wait d[n - 2]\n"));
    EXPECT_THAT(bodies(kernel, "wait on the counter beside"),
                ElementsAre("wait c[n - 3]\n", "wait c[n - 1]\n", "wait c[(n - 1) % n]\n"));
    EXPECT_THAT(bodies(kernel_of("wait a", semaphores), "wait on the counter beside"), IsEmpty());
}

TEST(MutantsOfSignals, GoTheOtherWayOrSetForAdd) {
    EXPECT_THAT(bodies(kernel_of("signal left.a", semaphores), "signal in the other direction"),
                ElementsAre("signal right.a\n"));
    EXPECT_THAT(bodies(kernel_of("signal chip(me + 2).a", semaphores), "signal in the other direction"),
                ElementsAre("signal chip(me - 2).a\n"));
    EXPECT_THAT(bodies(kernel_of("signal chip(0).a", semaphores), "signal in the other direction"), IsEmpty());
    EXPECT_THAT(bodies(kernel_of("signal left.a add 2", semaphores), "signal sets for adds, or adds for sets"),
                ElementsAre("signal left.a set 2\n"));
    EXPECT_THAT(bodies(kernel_of("signal left.a set 2", semaphores), "signal sets for adds, or adds for sets"),
                ElementsAre("signal left.a add 2\n"));
}

TEST(MutantsOfTransfers, KeepTheCounterAtTheTarget) {
    const Kernel kernel = kernel_of("put x[0] -> left.y[1] send s recv r", buffers);
    EXPECT_THAT(bodies(kernel, "transfer in the other direction"),
                ElementsAre("put x[0] -> right.y[1] send s recv r\n"));
    const auto all = mutants(kernel);
    const auto turned = std::find_if(all.begin(), all.end(), [](const Mutant& mutant) {
        return mutant.edit.slip->name == "transfer in the other direction";
    });
    ASSERT_NE(turned, all.end());
    // What is not in the text: the counter's chip.
    const model::Schedule schedule = instantiate(turned->kernel, 3);
    const auto& put = std::get<model::Put<model::Concrete>>(schedule.agents.at(0).steps.at(0).operation);
    EXPECT_EQ(schedule.chip_of(put.recv->counter), 1);
    EXPECT_EQ(schedule.chip_of(put.dst), 1);
}

TEST(MutantsOfTransfers, OnATorusTurnEachAxis) {
    const Kernel kernel = kernel_of("signal chip(row + 1, col - 1).a", "torus(2, n / 2)\n" + semaphores);
    EXPECT_THAT(bodies(kernel, "signal in the other direction"),
                UnorderedElementsAre("signal chip(row - 1, col - 1).a\n", "signal chip(row + 1, col + 1).a\n"));
}

TEST(MutantsOfTransfers, ExchangeWhatCanBeExchanged) {
    EXPECT_THAT(bodies(kernel_of("put x[0] -> left.y[1] send s recv r", buffers), "ends exchanged"),
                ElementsAre("put y[1] -> left.x[0] send s recv r\n"));
    EXPECT_THAT(bodies(kernel_of("reduce x, y -> z", buffers), "operands exchanged"),
                ElementsAre("reduce y, x -> z\n"));
    EXPECT_THAT(bodies(kernel_of("reduce x into y", buffers), "ends exchanged"), ElementsAre("reduce y into x\n"));
    EXPECT_THAT(bodies(kernel_of("copy x -> y", buffers), "add for copy, or copy for add"),
                ElementsAre("reduce x into y\n"));
    EXPECT_THAT(bodies(kernel_of("reduce x into y", buffers), "add for copy, or copy for add"),
                ElementsAre("copy x -> y\n"));
    EXPECT_THAT(bodies(kernel_of("reduce x into y by max", buffers), "another rule"),
                ElementsAre("reduce x into y by add\n"));
    EXPECT_THAT(bodies(kernel_of("reduce x into y", buffers + "contract all_reduce(z, max)\n"), "another rule"),
                ElementsAre("reduce x into y by add\n"));
}

TEST(MutantsOfTransfers, LackACounterOrRaiseAnother) {
    const Kernel kernel = kernel_of("put z -> left.z send s recv r add n", buffers);
    EXPECT_THAT(bodies(kernel, "transfer without its counter"),
                ElementsAre("put z -> left.z recv r add n\n", "put z -> left.z send s\n"));
    EXPECT_THAT(bodies(kernel, "transfer raises another amount"),
                ElementsAre("put z -> left.z send s add 2 recv r add n\n", "put z -> left.z send s recv r add n - 1\n",
                            "put z -> left.z send s recv r add n + 1\n"));
    EXPECT_THAT(bodies(kernel, "transfer raises another semaphore"),
                ElementsAre("put z -> left.z send r recv r add n\n", "put z -> left.z send s recv s add n\n"));
}

TEST(MutantsOfPlaces, NameTheSlotBesideOrAnotherBuffer) {
    const Kernel kernel = kernel_of("copy x[n - 1] -> z", buffers);
    EXPECT_THAT(bodies(kernel, "slot beside"),
                ElementsAre("copy x[n - 2] -> z\n", "copy x[n] -> z\n", "copy x[n % 2] -> z\n"));
    EXPECT_THAT(bodies(kernel, "slot of another buffer"),
                ElementsAre("copy y[n - 1] -> z\n", "copy z -> z\n", "copy x[n - 1] -> x\n", "copy x[n - 1] -> y\n"));
}

TEST(MutantsOfBounds, AreOneOff) {
    EXPECT_THAT(whats(kernel_of("for s in 0 .. n - 1 { wait a }", semaphores), "bound of a loop off by one"),
                ElementsAre("becomes 'for s in -1 .. n - 1'", "becomes 'for s in 1 .. n - 1'",
                            "becomes 'for s in 0 .. n - 2'", "becomes 'for s in 0 .. n'"));
    EXPECT_THAT(whats(kernel_of("if me > 0 and not me == n - 1 { wait a }", semaphores), "condition off by one"),
                ElementsAre("becomes 'if me > -1 and not me == n - 1'", "becomes 'if me > 1 and not me == n - 1'",
                            "becomes 'if me > 0 and not me == n - 2'", "becomes 'if me > 0 and not me == n'"));
    EXPECT_THAT(whats(kernel_of("let last = me == 1", semaphores), "condition off by one"),
                ElementsAre("becomes 'let last = me == 0'", "becomes 'let last = me == 2'"));
    EXPECT_THAT(whats(kernel_of("let i = me", semaphores), "index off by one"),
                ElementsAre("becomes 'let i = me - 1'", "becomes 'let i = me + 1'"));
    EXPECT_THAT(whats(kernel_of("if me > 0 { wait a }", semaphores), "condition always met"),
                ElementsAre("becomes 'if 1'"));
}

TEST(MutantsOfDeclarations, ShareCounters) {
    const Kernel kernel = kernel_of("signal left.c[0] wait c[me % 2] wait a", "sem a, b global, c[2]");
    EXPECT_THAT(bodies(kernel, "one counter for several"), ElementsAre("signal left.c\nwait c\nwait a\n"));
    // 'b' lives longer, and so does not do what the others do.
    EXPECT_THAT(bodies(kernel, "two semaphores merged"), ElementsAre("signal left.a\nwait a\nwait a\n"));
    EXPECT_THAT(whats(kernel, "one counter fewer"), ElementsAre("'c[1]' only"));
}

TEST(MutantsOfDeclarations, HaveFewerSlots) {
    const Kernel kernel = model::parse_kernel("kernel k(n, slots = 2, one = 1)\nbuffer x[2 * n], y, z[slots]\n", "k");
    EXPECT_THAT(whats(kernel, "one slot fewer"), ElementsAre("'x[2 * n - 1]' only", "'z[slots - 1]' only"));
    EXPECT_THAT(whats(kernel, "parameter one less"), ElementsAre("'slots = 1'"));
}

TEST(Mutants, OfPermuteAreThese) {
    std::map<std::string, int> counts;
    for (const Mutant& mutant : mutants(tests::kernel_at("kernels/permute.ring")))
        ++counts[std::string(mutant.edit.slip->name)];
    const std::map<std::string, int> expected{{"wait left out", 2},
                                              {"wait repeated", 2},
                                              {"transfer left out", 1},
                                              {"transfer repeated", 1},
                                              {"wait too early", 2},
                                              {"wait for another amount", 2},
                                              {"wait that takes nothing", 2},
                                              {"wait on another semaphore", 2},
                                              {"transfer raises another amount", 2},
                                              {"transfer raises another semaphore", 2},
                                              {"transfer in the other direction", 1},
                                              {"ends exchanged", 1},
                                              {"transfer without its counter", 2},
                                              {"another length", 1},
                                              {"add for copy, or copy for add", 1},
                                              {"slot of another buffer", 2},
                                              {"two semaphores merged", 1}};
    EXPECT_EQ(counts, expected);
}

TEST(Mutants, OutliveTheKernelTheyWereFoundIn) {
    auto kernel = std::make_optional(tests::kernel_at("kernels/all_reduce.ring"));
    const std::vector<Edit> found = edits(*kernel);
    const Kernel copy = *kernel;
    kernel.reset();
    std::set<std::string> texts;
    for (const Edit& edit : found) texts.insert(print(made(copy, edit)));
    EXPECT_GT(texts.size(), 100u);
}

TEST(Mutants, OfKernelsThatAreTooLargeAreRefused) {
    std::string statements;
    for (int i = 0; i < 5'000; ++i) statements += "signal left.a\nwait b\n";
    const Kernel kernel = kernel_of(statements, semaphores);
    try {
        edits(kernel);
        FAIL() << "ten thousand statements, each at every other place";
    } catch (const model::Fault& fault) {
        EXPECT_EQ(fault.code(), model::Code::too_large) << fault.report();
    }
}

/// Every operation and clause that a slip can be made in.
const std::string sampler = R"(kernel sampler(n, slots = 3)
contract all_reduce(x -> out, max)
buffer x in, out out, hold[slots], flag
sem a, b, many[slots], other[slots]
agent first {
  get left.x -> hold[0] done a channel fast
  wait a at_least 2 take all
  wait a above_snapshot 1
  snapshot a
  set a 3
  quiet
  fence
  barrier meet
  poll flag
  write flag "f"
  read flag expect "f"
  signal right.b set 1 covers none
  reduce x, hold[1] -> out
  compute work reads x, hold[1] writes out
  put x -> right.hold[2] send a recv many[2] channel fast
}
agent second {
  let i = me % 2
  wait many[1]
  for s in 0 .. slots {
    wait b
    copy hold[i] -> hold[2]
    wait b
    if s > 0 { signal right.many[s] } else if s == 2 { signal left.other[s] add 2 }
    copy hold[i] -> hold[2]
    signal left.b
  }
  barrier meet
}
)";

TEST(Slips, AreAllMadeSomewhere) {
    std::set<std::string_view> seen;
    for (const Edit& edit : edits(model::parse_kernel(sampler, "sampler"))) seen.insert(edit.slip->name);
    for (const Slip* const slip : slips()) EXPECT_TRUE(seen.contains(slip->name)) << slip->name;
}

TEST(Slips, HaveNamesOfTheirOwnAndSentences) {
    std::set<std::string_view> names;
    for (const Slip* const slip : slips()) {
        EXPECT_TRUE(names.insert(slip->name).second) << slip->name;
        EXPECT_TRUE(slip->harmless.ends_with('.')) << slip->name;
    }
}

void expect_printable(const Kernel& kernel) {
    const std::string original = print(kernel);
    std::set<std::string> texts;
    for (const Mutant& mutant : mutants(kernel)) {
        const std::string text = print(mutant.kernel);
        EXPECT_NE(text, original) << mutant.edit.what;
        EXPECT_TRUE(texts.insert(text).second) << "twice: " << mutant.edit.what;
        try {
            EXPECT_EQ(print(model::parse_kernel(text, "mutant")), text) << mutant.edit.what;
        } catch (const model::Fault& fault) {
            ADD_FAILURE() << mutant.edit.slip->name << ", " << mutant.edit.what << ": " << fault.report() << text;
        }
    }
    EXPECT_FALSE(texts.empty()) << kernel.file;
}

TEST(Mutants, PrintAndParse) {
    expect_printable(model::parse_kernel(sampler, "sampler"));
    for (const char* const folder : {"kernels", "gallery"})
        for (const auto& entry : std::filesystem::directory_iterator(tests::specs(folder)))
            if (entry.path().extension() == ".ring")
                expect_printable(tests::kernel_at(folder + ("/" + entry.path().filename().string())));
}

}  // namespace
}  // namespace ringproof::generators::mutation
