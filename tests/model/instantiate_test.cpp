#include <chrono>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/compare.h"
#include "model/language/language.h"

namespace ringproof::model {
namespace {

Schedule made(std::string_view text, std::int64_t n, const Settings& settings = {}, const Limits& limits = {}) {
    return instantiate(parse_kernel(text, "dir/k.ring"), n, settings, limits);
}

// The fault of making it, as `CODE line:column message`.
std::string fault_of(std::string_view text, std::int64_t n, const Settings& settings = {}, const Limits& limits = {}) {
    const Kernel kernel = parse_kernel(text, "dir/k.ring");
    try {
        instantiate(kernel, n, settings, limits);
    } catch (const Fault& fault) {
        EXPECT_EQ(fault.location().file, "dir/k.ring");
        return number(fault.code()) + " " + std::to_string(fault.location().line) + ":" +
               std::to_string(fault.location().column) + " " + fault.message();
    }
    return "no fault";
}

// The value of an expression on chip `me` of `n`, found in the length of a compute.
std::int64_t value_of(const std::string& expression, std::int64_t n = 5, std::int64_t me = 2,
                      const std::string& head = "") {
    const Schedule schedule =
        made("kernel k(n, p = 7)\n" + head + "\nsem s if me == " + std::to_string(me) + " { if (" + expression +
                 ") < 0 { set s -(" + expression + ") snapshot s } else { set s " + expression + " } }",
             n);
    const auto& steps = schedule.agents.at(static_cast<std::size_t>(me)).steps;
    const std::int64_t value = std::get<Set<Concrete>>(steps.front().operation).value;
    return steps.size() == 2 ? -value : value;
}

TEST(Evaluate, Operators) {
    EXPECT_EQ(value_of("7 / 2"), 3);
    EXPECT_EQ(value_of("-7 / 2"), -4);
    EXPECT_EQ(value_of("7 / -2"), -4);
    EXPECT_EQ(value_of("-7 / -2"), 3);
    EXPECT_EQ(value_of("-6 / 2"), -3);
    EXPECT_EQ(value_of("-7 / -1"), 7);
    EXPECT_EQ(value_of("7 % 5"), 2);
    EXPECT_EQ(value_of("-7 % 5"), 3);
    EXPECT_EQ(value_of("(me - 3) % n"), 4);
    EXPECT_EQ(value_of("-7 % -1"), 0);
    EXPECT_EQ(value_of("6 & 3"), 2);
    EXPECT_EQ(value_of("2 + 3 * 4 - 1"), 13);
    EXPECT_EQ(value_of("10 - 3 - 2"), 5);
    EXPECT_EQ(value_of("-2 * 3"), -6);
    EXPECT_EQ(value_of("1 == 1"), 1);
    EXPECT_EQ(value_of("1 != 1"), 0);
    EXPECT_EQ(value_of("1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3"), 1);
    EXPECT_EQ(value_of("not 5"), 0);
    EXPECT_EQ(value_of("not 0 and 7"), 1);
    EXPECT_EQ(value_of("0 or 7"), 1);
    EXPECT_EQ(value_of("0 ? 1 : 0 ? 2 : 3"), 3);
    EXPECT_EQ(value_of("5 ? 1 : 2"), 1);
    EXPECT_EQ(value_of("min(3, -4)"), -4);
    EXPECT_EQ(value_of("max(3, -4)"), 3);
    EXPECT_EQ(value_of("p"), 7);
}

TEST(Evaluate, ConnectivesAndChoicesLookOnlyWhereItMatters) {
    EXPECT_EQ(value_of("0 and 1 / 0"), 0);
    EXPECT_EQ(value_of("1 or 1 / 0"), 1);
    EXPECT_EQ(value_of("1 ? 2 : 1 / 0"), 2);
}

TEST(Evaluate, ChipsAndPowers) {
    EXPECT_EQ(value_of("chip(-1)"), 4);
    EXPECT_EQ(value_of("chip(7)"), 2);
    EXPECT_EQ(value_of("left", 5, 0), 4);
    EXPECT_EQ(value_of("right", 5, 4), 0);
    EXPECT_EQ(value_of("left + right", 1, 0), 0);
    EXPECT_EQ(value_of("pow2(0)"), 1);
    EXPECT_EQ(value_of("pow2(10)"), 1024);
    EXPECT_EQ(value_of("log2(1)"), 0);
    EXPECT_EQ(value_of("log2(8)"), 3);
    EXPECT_EQ(value_of("log2(9)"), 4);
}

TEST(Evaluate, Torus) {
    const std::string torus = "torus(2, n / 2)";
    EXPECT_EQ(value_of("row", 6, 4, torus), 1);
    EXPECT_EQ(value_of("col", 6, 4, torus), 1);
    EXPECT_EQ(value_of("chip(row + 1, col)", 6, 4, torus), 1);
    EXPECT_EQ(value_of("chip(row, col + 2)", 6, 4, torus), 3);
    EXPECT_EQ(value_of("chip(-1, -1)", 6, 0, torus), 5);
    EXPECT_EQ(fault_of("kernel k(n) torus(2, n / 2)", 5),
              "RP017 1:19 a torus of 2 rows and 2 columns has not 5 chips (n=5)");
    EXPECT_EQ(fault_of("kernel k(n) torus(0, n)", 5),
              "RP017 1:19 a torus of 0 rows and 5 columns has not 5 chips (n=5)");
}

// Against floating point, which is exact for such small numbers.
RC_GTEST_PROP(Evaluate, DivisionRoundsDown, ()) {
    // Spread over the whole range at the nominal size only.
    const auto number = [](std::int64_t bound) {
        return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(-bound, bound));
    };
    const std::int64_t a = number(1000), b = number(50);
    RC_PRE(b != 0);
    const std::string pair = "(" + std::to_string(a) + ") / (" + std::to_string(b) + ")";
    const std::int64_t quotient = value_of(pair);
    RC_ASSERT(quotient == static_cast<std::int64_t>(std::floor(static_cast<double>(a) / static_cast<double>(b))));
    const std::int64_t rest = value_of("(" + std::to_string(a) + ") % (" + std::to_string(b) + ")");
    RC_ASSERT(rest == a - b * quotient);
}

TEST(EvaluateFaults, ArithmeticHasItsLine) {
    const auto fault = [](const std::string& expression) {
        return fault_of("kernel k(n)\nsem s\nset s " + expression, 2);
    };
    EXPECT_EQ(fault("1 / (n - 2)"), "RP014 3:9 1 / 0: division by zero (n=2 on chip 0)");
    EXPECT_EQ(fault("1 % 0"), "RP014 3:9 1 % 0: division by zero (n=2 on chip 0)");
    EXPECT_EQ(fault("9223372036854775807 + 1"), "RP014 3:27 the result does not fit 64 bits (n=2 on chip 0)");
    EXPECT_EQ(fault("-9223372036854775807 - 2"), "RP014 3:28 the result does not fit 64 bits (n=2 on chip 0)");
    EXPECT_EQ(fault("9223372036854775807 * 2"), "RP014 3:27 the result does not fit 64 bits (n=2 on chip 0)");
    EXPECT_EQ(fault("-(-9223372036854775807 - 1)"), "RP014 3:7 the result does not fit 64 bits (n=2 on chip 0)");
    EXPECT_EQ(fault("(-9223372036854775807 - 1) / -1"), "RP014 3:34 the result does not fit 64 bits (n=2 on chip 0)");
    EXPECT_EQ(fault("pow2(63)"), "RP014 3:7 pow2(63): expected a number from 0 to 62 (n=2 on chip 0)");
    EXPECT_EQ(fault("log2(0)"), "RP014 3:7 log2(0): expected a number from 1 on (n=2 on chip 0)");
    EXPECT_EQ(fault("4294967296"), "RP019 3:7 4294967296 does not fit 32 bits (n=2 on chip 0)");
}

constexpr std::string_view all_gather = R"(# Round the ring.
kernel all_gather(n)
contract all_gather(x -> out)
profile pallas-tpu
buffer x in
buffer out[n] out ring
sem send, recv[n] global
copy x -> out[me]
for s in 0 .. n - 1 {
  let c = me - s
  put out[c] -> right.out[c] send send recv recv[s]
  wait send
  wait recv[s]
})";

TEST(Instantiate, MakesTheScheduleOfARing) {
    const Schedule schedule = made(all_gather, 3);
    EXPECT_EQ(schedule.name, "all_gather");
    EXPECT_EQ(schedule.about, "Round the ring.");
    EXPECT_EQ(schedule.source, "dir/k.ring");
    EXPECT_EQ(schedule.chips, 3);
    EXPECT_EQ(schedule.profile, find_profile("pallas-tpu"));
    ASSERT_EQ(schedule.buffers.size(), 6u);
    EXPECT_EQ(schedule.buffers[3].chip, 1);
    EXPECT_EQ(schedule.buffers[3].name.text(), "out");
    EXPECT_EQ(schedule.buffers[3].size, 3);
    EXPECT_EQ(schedule.buffers[3].role, Role::out);
    ASSERT_EQ(schedule.semaphores.size(), 6u);
    EXPECT_EQ(schedule.semaphores[1].life, Life::global);
    EXPECT_EQ(schedule.semaphores[1].size, 3);
    ASSERT_EQ(schedule.contracts.size(), 1u);
    EXPECT_EQ(schedule.contracts[0].out.text(), "out");
    ASSERT_EQ(schedule.agents.size(), 3u);
    const Agent& agent = schedule.agents[0];
    EXPECT_EQ(agent.chip, 0);
    EXPECT_EQ(agent.name.text(), "main");
    ASSERT_EQ(agent.steps.size(), 7u);
    EXPECT_EQ(agent.steps[0].at.text(), "k.ring:8");
    EXPECT_EQ(agent.steps[4].at.text(), "k.ring:11 s=1");
    // In step 1 chip 0 forwards chunk -1 of 3, that is 2, to chip 1.
    Put<Concrete> put;
    put.src = {1, 2};
    put.dst = {3, 2};
    put.send = Raise<Concrete>{{0, 0}};
    put.recv = Raise<Concrete>{{3, 1}};
    EXPECT_TRUE(equal(agent.steps[4].operation, Operation(put)));
}

TEST(Instantiate, EveryKindOfOperation) {
    const Schedule schedule = made(R"(kernel k(n) contract all_reduce(x, max)
buffer x[4] inout, h[4] sem s, t[3]
get left.x[1] -> h[2] len 2 done s add 3 channel c
signal right.t[1] add 2 covers link
signal right.t[1] set 5
wait s 2 wait s at_least 3 take 1 wait s at_least 3 take all wait s equals 4 wait s above_snapshot 5
set t[2] 6 snapshot s
reduce h into x len 2 reduce h, x[1] -> h[3] by min
compute f reads h, right.x[1] writes h[1] cost 9
write h "a" "b" write h nothing read h expect x[me]@left
poll h fence quiet quiet until read barrier b
put x -> right.x accumulate)",
                                   2);
    const auto& steps = schedule.agents[1].steps;
    std::size_t next = 0;
    const auto expect = [&](const Operation& operation) {
        ASSERT_LT(next, steps.size());
        EXPECT_TRUE(equal(steps[next].operation, operation)) << "operation " << next;
        ++next;
    };
    const Symbol a("a"), b("b"), max("max");
    // Chip 1 has buffers 2, 3 and semaphores 2, 3; its neighbours are chip 0 with 0, 1.
    expect(Get<Concrete>{{0, 1}, {3, 2}, 2, Raise<Concrete>{{2, 0}, 3}, Symbol("c")});
    expect(Signal<Concrete>{{1, 1}, Add<Concrete>{2}, {}, Covers::link});
    expect(Signal<Concrete>{{1, 1}, Assign<Concrete>{5}, {}, {}});
    expect(Wait<Concrete>{{2, 0}, AtLeast<Concrete>{2, 2}});
    expect(Wait<Concrete>{{2, 0}, AtLeast<Concrete>{3, 1}});
    expect(Wait<Concrete>{{2, 0}, AtLeast<Concrete>{3, All{}}});
    expect(Wait<Concrete>{{2, 0}, Equals<Concrete>{4}});
    expect(Wait<Concrete>{{2, 0}, AboveSnapshot<Concrete>{5}});
    expect(Set<Concrete>{{3, 2}, 6});
    expect(Snapshot<Concrete>{{2, 0}});
    expect(Reduce<Concrete>{{3, 0}, {2, 0}, {}, 2, max});
    expect(Reduce<Concrete>{{3, 0}, {3, 3}, Place{2, 1}, 1, Symbol("min")});
    expect(Compute<Concrete>{{{3, 0}, {0, 1}}, {{3, 1}}, 9, Symbol("f")});
    expect(Write<Concrete>{{3, 0}, Term{Reduction{max, {Term{Atom{a}}, Term{Atom{b}}}}}});
    expect(Write<Concrete>{{3, 0}, {}});
    expect(Read<Concrete>{{3, 0}, Term{Input{0, Symbol("x"), 1}}});
    expect(Poll<Concrete>{{3, 0}});
    expect(Fence<Concrete>{});
    expect(Quiet<Concrete>{Until::landed});
    expect(Quiet<Concrete>{Until::read});
    expect(Barrier<Concrete>{b});
    expect(Put<Concrete>{{2, 0}, {0, 0}, 1, {}, {}, {}, true});
    EXPECT_EQ(next, steps.size());
}

TEST(Instantiate, WithoutContractReduceAdds) {
    const Schedule schedule = made("kernel k(n) buffer x, y reduce x into y", 1);
    EXPECT_EQ(std::get<Reduce<Concrete>>(schedule.agents[0].steps[0].operation).rule.text(), "add");
}

TEST(Instantiate, AgentsAndLoops) {
    const Schedule schedule = made(
        "kernel k(n)\nsem s\nagent a {\nfor i in 0 .. me { for j in i .. 2 {\nset s i * 10 + j } } }\nagent b {\nif me "
        "== 0 { fence } else if me == 1 { quiet } }",
        3);
    ASSERT_EQ(schedule.agents.size(), 6u);
    EXPECT_EQ(schedule.agents[3].name.text(), "b");
    EXPECT_EQ(schedule.agents[3].chip, 1);
    EXPECT_TRUE(schedule.agents[0].steps.empty());
    EXPECT_EQ(schedule.agents[2].steps.size(), 2u);
    const auto& steps = schedule.agents[4].steps;
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[2].at.text(), "k.ring:5 i=1 j=1");
    EXPECT_EQ(std::get<Set<Concrete>>(steps[2].operation).value, 11);
    EXPECT_TRUE(std::holds_alternative<Fence<Concrete>>(schedule.agents[1].steps.at(0).operation));
    EXPECT_TRUE(std::holds_alternative<Quiet<Concrete>>(schedule.agents[3].steps.at(0).operation));
    EXPECT_TRUE(schedule.agents[5].steps.empty());
}

TEST(Instantiate, ParametersAndConditions) {
    constexpr std::string_view text = "kernel k(n, slots = 2)\nrequires slots < n\nbuffer x[slots]";
    EXPECT_EQ(made(text, 3).buffers[0].size, 2);
    EXPECT_EQ(made(text, 7, {{"slots", 5}}).buffers[0].size, 5);
    EXPECT_EQ(fault_of(text, 2), "RP017 2:16 the kernel requires slots < n, which does not hold for n = 2, slots = 2");
    EXPECT_EQ(fault_of(text, 9, {{"slot", 1}}),
              "RP011 0:0 kernel 'k' has no parameter 'slot'; did you mean 'slots'? (n=9)");
}

TEST(Instantiate, ClaimsForEveryChip) {
    const Schedule schedule = made(R"(kernel k(n) buffer x[n] in, y[n] out
ensures y[i] == f(sum(c in 0 .. n: x[me]@c), "z") for i in 0 .. n for j in i .. i + 1 if i != me
)",
                                   3);
    ASSERT_EQ(schedule.claims.size(), 6u);
    const Claim& claim = schedule.claims[3];  // of chip 1: i = 0, 2
    EXPECT_EQ(claim.place, (Place{3, 2}));
    const Symbol x("x");
    const Term sum{Reduction{Symbol("add"), {Term{Input{0, x, 1}}, Term{Input{1, x, 1}}, Term{Input{2, x, 1}}}}};
    EXPECT_EQ(claim.value, (Term{Application{Symbol("f"), 0, {sum, Term{Atom{Symbol("z")}}}}}));
}

TEST(Instantiate, ContractsAreEvaluated) {
    const Schedule schedule = made(
        "kernel k(n) contract broadcast(x, root = n - 1) contract permute(x -> y) contract permute(x -> z, distance = "
        "-2) buffer x inout, y out, z out",
        4);
    ASSERT_EQ(schedule.contracts.size(), 3u);
    EXPECT_EQ(schedule.contracts[0].root, 3);
    EXPECT_EQ(schedule.contracts[1].distance, 1);
    EXPECT_EQ(schedule.contracts[2].distance, -2);
}

TEST(Instantiate, RingBuffersWrap) {
    const auto index = [](const std::string& expression) {
        const Schedule schedule = made("kernel k(n) buffer x[5] ring poll x[" + expression + "]", 1);
        return std::get<Poll<Concrete>>(schedule.agents[0].steps[0].operation).src.index;
    };
    EXPECT_EQ(index("4"), 4);
    EXPECT_EQ(index("5"), 0);
    EXPECT_EQ(index("-1"), 4);
    EXPECT_EQ(index("-11"), 4);
    EXPECT_EQ(index("1000000000000"), 0);
}

// What is printed and read again makes the same schedule but for the lines.
TEST(Instantiate, PrintedKernelMakesTheSame) {
    const Kernel kernel = parse_kernel(all_gather, "dir/k.ring");
    for (const std::int64_t n : {1, 2, 5}) {
        const Schedule a = instantiate(kernel, n), b = instantiate(parse_kernel(print(kernel), "k"), n);
        ASSERT_EQ(a.agents.size(), b.agents.size());
        EXPECT_TRUE(equal(a.buffers, b.buffers));
        EXPECT_TRUE(equal(a.semaphores, b.semaphores));
        EXPECT_TRUE(equal(a.contracts, b.contracts));
        for (std::size_t i = 0; i < a.agents.size(); ++i) {
            ASSERT_EQ(a.agents[i].steps.size(), b.agents[i].steps.size());
            for (std::size_t j = 0; j < a.agents[i].steps.size(); ++j)
                EXPECT_TRUE(equal(a.agents[i].steps[j].operation, b.agents[i].steps[j].operation));
        }
    }
}

TEST(InstantiateFaults, IndicesOutOfRange) {
    const std::string head = "kernel k(n)\nbuffer x[n] inout, r[4] ring\nsem s[2]\n";
    EXPECT_EQ(fault_of(head + "for i in 0 .. n {\n put x[i] -> right.x[i + 1] }", 3),
              "RP015 5:14 index 3 of buffer 'x' is outside 0 to 2; declared 'ring', the buffer would wrap it (n=3 on "
              "chip 0 with i=2)");
    EXPECT_EQ(fault_of(head + "copy x[me - 1] -> x", 3),
              "RP015 4:6 index -1 of buffer 'x' is outside 0 to 2; declared 'ring', the buffer would wrap it (n=3 on "
              "chip 0)");
    EXPECT_EQ(fault_of(head + "wait s[2]", 3), "RP015 4:6 index 2 of semaphore 's' is outside 0 to 1 (n=3 on chip 0)");
    EXPECT_EQ(fault_of(head + "write x x[0]@n", 3),
              "RP015 4:14 chip 3 is outside 0 to 2; chip(E) is E modulo n (n=3 on chip 0)");
    EXPECT_EQ(fault_of(head + "copy x -> r[3] len 2", 3),
              "RP015 4:11 r[3] of chip 0 and what follows, up to index 4, is outside the buffer; it has indices 0 to "
              "3; a run of several slots does not wrap, not even in a 'ring' buffer (n=3 on chip 0)");
    EXPECT_EQ(fault_of(head + "ensures x[i] == \"a\" for i in 0 .. 4", 3),
              "RP015 4:9 index 3 of buffer 'x' is outside 0 to 2; declared 'ring', the buffer would wrap it (n=3 on "
              "chip 0 with i=3)");
}

TEST(InstantiateFaults, OperationsAreChecked) {
    const std::string head = "kernel k(n)\nbuffer x[4] inout\nsem s\n";
    EXPECT_EQ(fault_of(head + "put x -> right.x len 0", 2).substr(0, 10), "RP019 4:22");
    EXPECT_EQ(fault_of(head + "put right.x -> me.x", 2).substr(0, 9), "RP020 4:5");
    EXPECT_EQ(fault_of(head + "fence\nwait right.s", 2).substr(0, 9), "RP020 5:6");
    EXPECT_EQ(fault_of(head + "signal left.s add 0", 2).substr(0, 10), "RP019 4:19");
    EXPECT_EQ(fault_of(head + "wait s at_least 1 take 2", 2).substr(0, 10), "RP019 4:24");
    EXPECT_EQ(fault_of(head + "put x -> right.x send right.s", 2).substr(0, 10), "RP020 4:23");
}

// Nobody reads another slot when a launch ends, so its value then is not fixed (semantics.md section 5, C18).
TEST(InstantiateFaults, ClaimsSpeakOfOutputs) {
    const auto with = [](const std::string& role, const std::string& profile) {
        return fault_of("kernel k(n)\nensures t == x@left\nprofile " + profile + "\nbuffer x in\nbuffer t " + role, 2);
    };
    EXPECT_EQ(with("scratch", "default"),
              "RP021 2:9 't' is scratch, and a claim speaks of out or inout buffers (n=2 on chip 0)");
    EXPECT_EQ(with("in", "openshmem").substr(0, 9), "RP021 2:9");
    EXPECT_EQ(with("out", "default"), "no fault");
    EXPECT_EQ(with("inout", "default"), "no fault");
    EXPECT_EQ(with("scratch", "default, entry together"), "no fault");
}

// Schedule JSON has one spelling for both, so it would turn the one into the other.
TEST(InstantiateFaults, SymbolsSpeltLikeInputs) {
    const std::string head = "kernel k(n)\nbuffer x[2] in\nbuffer y inout\nbuffer t\nwrite t ";
    EXPECT_EQ(fault_of(head + "\"x[1]@1\"", 2),
              "RP013 5:9 the symbol is spelt like an input value, expected x[1]@1 without quotes (n=2 on chip 0)");
    EXPECT_EQ(fault_of(head + "f(\"a\" \"x[9]@0\")", 2).substr(0, 10), "RP013 5:15");
    EXPECT_EQ(fault_of(head + "\"y[0]@0\"", 1).substr(0, 9), "RP013 5:9");
    for (const std::string symbol : {"x[1]@2", "x[1]", "t[0]@0", "z[0]@0", "x[1]@1#0"})
        EXPECT_EQ(fault_of(head + "\"" + symbol + "\"", 2), "no fault") << symbol;
}

TEST(InstantiateFaults, Sizes) {
    EXPECT_EQ(fault_of("kernel k(n)", 0), "RP016 0:0 0 chips, expected at least 1 (n=0)");
    EXPECT_EQ(fault_of("kernel k(n)", -3), "RP016 0:0 -3 chips, expected at least 1 (n=-3)");
    EXPECT_EQ(fault_of("kernel k(n)\nbuffer x[n - 1]", 1),
              "RP016 2:8 buffer 'x' has size 0, expected at least 1 (n=1)");
    EXPECT_EQ(fault_of("kernel k(n)\nbuffer x[n]", 100'000), "RP018 0:0 100000 chips, the limit is 65536 (n=100000)");
    EXPECT_EQ(fault_of("kernel k(n)\nbuffer x[n]", 50'000),
              "RP018 2:8 buffer 'x' has size 50000 on each of 50000 chips, the limit is 50000000 in all (n=50000)");
    EXPECT_EQ(
        fault_of("kernel k(n)\nsem s[9223372036854775807]", 2),
        "RP018 2:5 semaphore 's' has size 9223372036854775807 on each of 2 chips, the limit is 50000000 in all (n=2)");
    EXPECT_EQ(fault_of("kernel k(n)\nbuffer x in, y[5] out\ncontract all_gather(x -> y)", 2).substr(0, 9), "RP021 3:1");
}

TEST(InstantiateFaults, LongWorkIsRefusedSoon) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(fault_of("kernel k(n)\nfor i in 0 .. 9223372036854775807 { }", 2).substr(0, 9), "RP018 2:1");
    EXPECT_EQ(fault_of("kernel k(n)\nfor i in -9223372036854775807 .. 9223372036854775807 { fence }", 2).substr(0, 9),
              "RP018 2:1");
    Limits limits;
    limits.operations = 1000;
    EXPECT_EQ(fault_of("kernel k(n)\nfor i in 0 .. 2000 {\nfence }", 1, {}, limits),
              "RP018 3:1 more than 1000 operations (n=1 on chip 0 with i=1000)");
    EXPECT_EQ(fault_of("kernel k(n)\nfor i in 0 .. 100000 { for j in 0 .. 100000 { } }", 1, {}, limits).substr(0, 5),
              "RP018");
    EXPECT_EQ(
        fault_of("kernel k(n)\nbuffer x inout\nensures x == sum(j in 0 .. 2000: \"a\")", 1, {}, limits).substr(0, 5),
        "RP018");
    EXPECT_EQ(fault_of("kernel k(n)\nbuffer x inout\nensures x == sum(j in 0 .. 0: \"a\")", 1),
              "RP016 3:14 the range 0 .. 0 is empty, nothing to reduce (n=1 on chip 0)");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

// What an operation costs is counted as well as how many there are.
TEST(InstantiateFaults, LongOperationsAreRefusedSoon) {
    const auto repeated = [](std::string_view text, int times) {
        std::string result;
        for (int i = 0; i < times; ++i) result += text;
        return result;
    };
    Limits limits;
    limits.operations = 1000;
    const auto refusal = [&](const std::string& statement) {
        return fault_of("kernel k(n)\nbuffer x\nsem s\nfor i in 0 .. 900 {\n" + statement + "}", 1, {}, limits);
    };
    const auto too_many = testing::HasSubstr("more than 350000 steps are needed to find the numbers of all operations");
    EXPECT_EQ(refusal("let a = 1" + repeated(" + n", 100)), "no fault");
    EXPECT_THAT(refusal("let a = 1" + repeated(" + n", 900)), too_many);
    EXPECT_EQ(refusal("compute f reads x" + repeated(",x", 9)), "no fault");
    EXPECT_THAT(refusal("compute f reads x" + repeated(",x", 90)), too_many);
    const auto with_loops = [&](const std::string& name) {
        std::string loops;
        for (int i = 0; i < 100; ++i) loops += "for " + name + std::to_string(i) + " in 0 .. 1 {";
        return "if i < 50 {" + loops + "signal s" + repeated("}", 101);
    };
    EXPECT_EQ(refusal(with_loops("k")), "no fault");
    EXPECT_THAT(refusal(with_loops(repeated("k", 100))), too_many);
}

// Each contract is checked on its own, and no declaration again for it.
TEST(InstantiateFaults, ManyContractsAreCheckedSoon) {
    const auto start = std::chrono::steady_clock::now();
    std::string text = "kernel k(n)\nbuffer x in\nbuffer y out\n";
    for (int i = 0; i < 10'000; ++i) text += "contract broadcast(x -> y)\nbuffer b" + std::to_string(i) + "\n";
    EXPECT_EQ(fault_of(text, 100), "no fault");
    EXPECT_EQ(fault_of(text + "contract broadcast(b0 -> y)", 2).substr(0, 13), "RP021 20004:1");
    EXPECT_EQ(fault_of(text, 10'000).substr(0, 5), "RP018");
    Limits limits;
    limits.operations = 29;
    const std::string three = "kernel k(n)\nbuffer x in, y out\n" + std::string("contract broadcast(x -> y)\n") +
                              "contract broadcast(x -> y)\ncontract broadcast(x -> y)\n";
    EXPECT_EQ(fault_of(three, 9, {}, limits), "no fault");
    EXPECT_EQ(fault_of(three, 10, {}, limits), "RP018 3:1 3 contracts, the limit is 2 (n=10)");
    limits.operations = 3;
    EXPECT_EQ(fault_of("kernel k(n)\nbuffer x, y\n", 2, {}, limits),
              "RP018 0:0 2 buffers on each of 2 chips, the limit is 3 in all (n=2)");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

// A kernel that was not parsed: names may be wrong, and the fault says so.
TEST(InstantiateFaults, KernelsMadeByHand) {
    Kernel kernel;
    kernel.name = "made";
    Poll<Symbolic> poll;
    poll.src.buffer = Symbol("x");
    kernel.agents.push_back({Symbol("main"), {}, {}});
    kernel.agents[0].body.emplace_back().node = OperationForm(poll);
    EXPECT_THROW(instantiate(kernel, 1), Fault);
    kernel.buffers.push_back({Symbol("x"), Symbolic::one(), Role::scratch, false, {}});
    EXPECT_EQ(instantiate(kernel, 1).agents[0].steps[0].at.text(), "made:0");
    const Expr unknown = std::make_shared<const Expression>(Expression{Variable{"v"}, {}});
    kernel.agents[0].body[0].node = If{unknown, {}, {}};
    try {
        instantiate(kernel, 1);
        FAIL();
    } catch (const Fault& fault) {
        EXPECT_EQ(fault.code(), Code::unknown_name);
    }
}

}  // namespace
}  // namespace ringproof::model
