#include "model/import/msccl/msccl.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/diagnostic.h"
#include "model/import/msccl/connections.h"
#include "model/import/msccl/lower.h"
#include "model/import/msccl/publications.h"
#include "model/text.h"

namespace ringproof::model::msccl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Two gpus; gpu 0 has these blocks, gpu 1 those.
std::string algo(const std::string& first, const std::string& second,
                 const std::string& more = R"(coll="allreduce" inplace="1" outofplace="0")") {
    const std::string gpu = R"( i_chunks="8" o_chunks="8" s_chunks="8">)";
    return R"(<algo name="a" proto="Simple" nchunksperloop="8" ngpus="2" )" + more + ">\n<gpu id=\"0\"" + gpu + first +
           "</gpu>\n<gpu id=\"1\"" + gpu + second + "</gpu></algo>";
}

std::string tb(int id, int send, int recv, const std::string& steps, int channel = 0) {
    return "<tb id=\"" + std::to_string(id) + "\" send=\"" + std::to_string(send) + "\" recv=\"" +
           std::to_string(recv) + "\" chan=\"" + std::to_string(channel) + "\">" + steps + "</tb>";
}

/// `s i0 o1 2 0.3 +`: type, source, destination, count, dependency, publishes.
std::string step(const std::string& type, const std::string& src, const std::string& dst, int count = 1,
                 const std::string& needs = "", bool publishes = false) {
    const std::size_t dot = needs.find('.');
    return "<step type=\"" + type + "\" srcbuf=\"" + src.substr(0, 1) + "\" srcoff=\"" + src.substr(1) +
           "\" dstbuf=\"" + dst.substr(0, 1) + "\" dstoff=\"" + dst.substr(1) + "\" cnt=\"" + std::to_string(count) +
           "\" depid=\"" + (needs.empty() ? "-1" : needs.substr(0, dot)) + "\" deps=\"" +
           (needs.empty() ? "-1" : needs.substr(dot + 1)) + "\" hasdep=\"" + (publishes ? "1" : "0") + "\"/>";
}

Algorithm algorithm(const std::string& text) { return read_algorithm(text, "a.xml", Limits{}); }

/// The operations of an agent of the plan's first way, in words; `options` has one iteration unless said.
std::vector<std::string> operations(const std::string& text, std::size_t agent,
                                    PlanOptions options = {.iterations = 1}) {
    const Schedule schedule = read_msccl(text, "folder/a.xml")->schedule(0, options, {});
    std::vector<std::string> list;
    for (const model::Step& one : schedule.agents.at(agent).steps) list.push_back(describe(schedule, one.operation));
    return list;
}

std::string fault_of(const auto& work) {
    try {
        work();
    } catch (const Fault& fault) {
        return fault.what();
    }
    return "no fault";
}

const std::string receiver = tb(0, -1, 0, step("r", "i0", "i0"));

TEST(Msccl, ASendTakesRoomAndGoesOnWhenItHasRead) {
    const std::string text = algo(tb(0, 1, -1, step("s", "i3", "i3")), receiver);
    EXPECT_THAT(
        operations(text, 0),
        ElementsAre("wait room to 1 ch 0 at_least 1 take 1",
                    "put data[3] -> chip 1 fifo from 0 ch 0 send tb 0 sent recv arrived from 0 ch 0 channel to 1 ch 0",
                    "wait tb 0 sent at_least 1 take 1"));
    EXPECT_THAT(operations(text, 1),
                ElementsAre("wait arrived from 0 ch 0 at_least 1 take 1", "copy fifo from 0 ch 0 -> data[0]",
                            "signal chip 0 room to 1 ch 0 add 1"));
}

TEST(Msccl, WhatIsReceivedIsReducedWithTheOperandOnItsLeft) {
    const std::string sender = tb(0, 1, -1, step("s", "i0", "i0"));
    const auto with = [&](const std::string& one, PlanOptions options = {.iterations = 1}) {
        return operations(algo(sender, tb(0, 0, 0, one) + tb(1, -1, -1, "")), 1, options);
    };
    EXPECT_EQ(with(step("rrc", "i1", "i2"))[1], "reduce data[1] -> data[2] with fifo from 0 ch 0");
    EXPECT_EQ(with(step("rrc", "i1", "i2"), {.iterations = 1, .rrc_operand_is_dst = true})[1],
              "reduce data[2] -> data[2] with fifo from 0 ch 0");
    const std::string back = tb(1, -1, 1, step("r", "i4", "i4"));
    const auto both = [&](const std::string& one) { return operations(algo(sender + back, tb(0, 0, 0, one)), 2); };
    EXPECT_THAT(
        both(step("rrs", "i1", "i2")),
        ElementsAre(HasSubstr("arrived"), HasSubstr("room"), "reduce data[1] -> fifo from 0 ch 0",
                    HasSubstr("put fifo from 0 ch 0 -> chip 0"), HasSubstr("sent"), HasSubstr("signal chip 0 room")));
    EXPECT_THAT(both(step("rrcs", "i1", "i2")),
                ElementsAre(HasSubstr("arrived"), HasSubstr("room"), "reduce data[1] -> data[2] with fifo from 0 ch 0",
                            HasSubstr("put data[2] -> chip 0"), HasSubstr("sent"), HasSubstr("signal chip 0 room")));
    EXPECT_THAT(
        both(step("rcs", "i1", "i2")),
        ElementsAre(HasSubstr("arrived"), HasSubstr("room"), "copy fifo from 0 ch 0 -> data[2]",
                    HasSubstr("put fifo from 0 ch 0 -> chip 0"), HasSubstr("sent"), HasSubstr("signal chip 0 room")));
}

TEST(Msccl, LocalStepsCopyAndReduce) {
    const std::string text =
        algo(tb(0, -1, -1, step("cpy", "i1", "s2", 3) + step("re", "s2", "i0", 2)), tb(0, -1, -1, ""));
    EXPECT_THAT(operations(text, 0),
                ElementsAre("copy data[1] -> scratch[2] len 3", "reduce data[0] -> data[0] with scratch[2] len 2"));
}

TEST(Msccl, EachStepIsTheAuthorsLine) {
    const auto plan = read_msccl(algo("\n" + tb(0, 1, -1, "\n" + step("s", "i3", "i3")), receiver), "folder/a.xml");
    EXPECT_EQ(plan->schedule(0, {.iterations = 1}, {}).agents[0].steps[0].at.text(), "a.xml:4 gpu=0 tb=0 step=0");
    EXPECT_EQ(plan->schedule(0, {}, {}).agents[0].steps[5].at.text(), "a.xml:4 gpu=0 tb=0 step=0 it=1");
}

TEST(Msccl, InPlaceThePartIsWhereItsRankIs) {
    const std::string text = algo(tb(0, 1, -1, step("s", "i0", "o0")),
                                  tb(0, -1, 0, step("r", "i0", "o0")) + tb(1, -1, -1, step("cpy", "i1", "o3")),
                                  R"(coll="allgather" inplace="1" outofplace="1")");
    const auto plan = read_msccl(text, "a.xml");
    EXPECT_THAT(plan->ways({}), ElementsAre("out of place", "in place"));
    const auto copy = [&](std::size_t way) {
        const Schedule schedule = plan->schedule(way, {.iterations = 1}, {});
        return describe(schedule, schedule.agents[2].steps[0].operation);
    };
    EXPECT_EQ(copy(0), "copy input[1] -> output[3]");
    EXPECT_EQ(copy(1), "copy data[5] -> data[3]");
}

TEST(Msccl, WaysAreThoseThatTheFileDeclares) {
    const auto ways = [](const std::string& declared) {
        return read_msccl(algo(tb(0, -1, -1, ""), tb(0, -1, -1, ""), declared), "a.xml")->ways({});
    };
    EXPECT_THAT(ways(R"(coll="allreduce")"), ElementsAre("out of place"));
    EXPECT_THAT(ways(R"(coll="allreduce" inplace="1")"), ElementsAre("in place"));
    EXPECT_THAT(ways(R"(coll="allreduce" inplace="1" outofplace="1")"), ElementsAre("out of place", "in place"));
    EXPECT_THAT(ways(R"(coll="allreduce" inplace="0" outofplace="0")"), ElementsAre("out of place"));
    EXPECT_THAT(ways(R"(coll="custom" inplace="1")"), ElementsAre(""));
}

TEST(Msccl, MessagesDecideHowStepsAreSplitAndRepeated) {
    const Algorithm one = algorithm(algo(tb(0, -1, -1, ""), tb(0, -1, -1, "")));
    const auto with = [&](std::int64_t bytes) {
        return running(one, Passed::in_place, {.iterations = 3, .message_bytes = bytes});
    };
    // Eight chunks, and a slot of 2 MiB.
    EXPECT_EQ(with(0).most_chunks, 71);
    EXPECT_EQ(with(0).iterations, 3);
    EXPECT_EQ(with(8).most_chunks, 71);
    EXPECT_EQ(with(8).iterations, 1);
    EXPECT_EQ(with(8 << 20).most_chunks, 2);
    EXPECT_EQ(with((8 << 20) + 1).most_chunks, 1);
    EXPECT_EQ(with(16 << 20).iterations, 1);
    EXPECT_EQ(with((16 << 20) + 8).iterations, 2);
    EXPECT_EQ(with(std::int64_t{1} << 40).iterations, 3);
    EXPECT_EQ(with(0).in_flight, 2);
}

TEST(Msccl, ASplitStepIsSeveralTransmissions) {
    const std::string text = algo(tb(0, 1, -1, step("s", "i0", "i0", 5)), tb(0, -1, 0, step("r", "i0", "i0", 5)));
    PlanOptions options{.iterations = 1, .message_bytes = 8 << 20};
    EXPECT_THAT(operations(text, 1, options),
                ElementsAre(HasSubstr("arrived"), "copy fifo from 0 ch 0[0] -> data[0] len 2", HasSubstr("room"),
                            HasSubstr("arrived"), "copy fifo from 0 ch 0[2] -> data[2] len 2", HasSubstr("room"),
                            HasSubstr("arrived"), "copy fifo from 0 ch 0[4] -> data[4]", HasSubstr("room")));
    EXPECT_THAT(parts(6, 2), ElementsAre(2, 2, 2));
    EXPECT_THAT(parts(1, 71), ElementsAre(1));
}

// ---- Dependencies

/// One gpu with blocks 0 and 1.
Gpu gpu_with(const std::string& first, const std::string& second) {
    return algorithm(algo(tb(0, -1, -1, first) + tb(1, -1, -1, second), tb(0, -1, -1, ""))).gpus[0];
}

const std::string nothing = step("cpy", "i0", "s0"), told = step("cpy", "i0", "s0", 1, "", true);

TEST(Publications, AWaitIsReleasedByTheFirstPublicationFromItsStepOn) {
    const Gpu gpu = gpu_with(nothing + told + nothing + told,
                             step("cpy", "i1", "s1", 1, "0.0") + step("cpy", "i1", "s1", 1, "0.2"));
    const Publications publications(gpu, 1);
    ASSERT_EQ(publications.pairs().size(), 1u);
    EXPECT_EQ(publications.rank(1, 0, {0, 0}), 1);
    EXPECT_EQ(publications.rank(1, 0, {0, 1}), 1);
    EXPECT_EQ(publications.rank(1, 0, {0, 2}), 2);
    EXPECT_EQ(publications.rank(1, 0, {0, 4}), std::nullopt);
    EXPECT_TRUE(publications.released_by(0, {0, 0}).empty());
    EXPECT_THAT(publications.released_by(0, {0, 1}), ElementsAre(1));
    EXPECT_THAT(publications.released_by(0, {0, 3}), ElementsAre(1));
}

TEST(Publications, WhatNobodyNeedsIsNotCounted) {
    const Publications publications(gpu_with(told + told + told, step("cpy", "i1", "s1", 1, "0.2")), 1);
    EXPECT_EQ(publications.rank(1, 0, {0, 2}), 1);
    EXPECT_EQ(publications.counted({0, 1}), 1);
    EXPECT_TRUE(publications.released_by(0, {0, 0}).empty());
    EXPECT_THAT(publications.released_by(0, {0, 2}), ElementsAre(1));
}

TEST(Publications, ALaterRepetitionReleasesWhatThisOneDoesNot) {
    const Publications publications(gpu_with(told + nothing, step("cpy", "i1", "s1", 1, "0.1")), 3);
    // Published are (1, 0) and (2, 0); the last wait has nothing to come.
    EXPECT_EQ(publications.rank(1, 0, {0, 1}), 1);
    EXPECT_EQ(publications.rank(1, 1, {0, 1}), 2);
    EXPECT_EQ(publications.rank(1, 2, {0, 1}), std::nullopt);
    EXPECT_TRUE(publications.released_by(0, {0, 0}).empty());
}

TEST(Msccl, ABlockTakesWhatItsWaitsNeedOnce) {
    const std::string text =
        algo(tb(0, -1, -1, told + told) + tb(1, -1, -1,
                                             step("cpy", "i1", "s1", 1, "0.1") + step("cpy", "i1", "s1", 1, "0.0") +
                                                 step("cpy", "i1", "s1", 1, "0.1")),
             tb(0, -1, -1, ""));
    EXPECT_THAT(operations(text, 0), ElementsAre("copy data[0] -> scratch[0]", "signal chip 0 tb 0 for tb 1 add 1",
                                                 "copy data[0] -> scratch[0]", "signal chip 0 tb 0 for tb 1 add 1"));
    EXPECT_THAT(operations(text, 1), ElementsAre("wait tb 0 for tb 1 at_least 2 take 2", "copy data[1] -> scratch[1]",
                                                 "copy data[1] -> scratch[1]", "copy data[1] -> scratch[1]"));
}

TEST(Msccl, AWaitForWhatNothingPublishesIsForEver) {
    const std::string text =
        algo(tb(0, -1, -1, told + nothing) +
                 tb(1, -1, -1, step("cpy", "i1", "s1", 1, "0.0") + step("cpy", "i1", "s1", 1, "0.1")),
             tb(0, -1, -1, ""));
    EXPECT_THAT(operations(text, 1), ElementsAre("wait tb 0 for tb 1 at_least 1 take 1", HasSubstr("copy"),
                                                 "wait tb 0 for tb 1 at_least 1", HasSubstr("copy")));
}

// ---- What runtimes do otherwise than it is written

TEST(Msccl, StepsThatNoRuntimeExecutesAsTheyAreWrittenAreRefused) {
    const auto refused = [](const std::string& steps) {
        return fault_of([&] {
            (void)read_msccl(algo(tb(0, -1, -1, steps) + tb(1, -1, -1, told), tb(0, -1, -1, "")), "a.xml")
                ->schedule(0, {}, {});
        });
    };
    // Threads move the chunks of a step in any order.
    EXPECT_THAT(refused(step("cpy", "s0", "s1", 2)), HasSubstr("overlapping"));
    EXPECT_THAT(refused(step("re", "s1", "s0", 2)), HasSubstr("overlapping"));
    EXPECT_EQ(refused(step("cpy", "s0", "s2", 2)), "no fault");
    EXPECT_EQ(refused(step("re", "s0", "s0", 2)), "no fault");
    // Reductions in a row are one, with the count of the last.
    EXPECT_THAT(refused(step("re", "s0", "i0", 2) + step("re", "s2", "i0", 1)), HasSubstr("use cnt=\"1\" for both"));
    EXPECT_EQ(refused(step("re", "s0", "i0", 2) + step("re", "s2", "i1", 1)), "no fault");
    EXPECT_EQ(refused(step("re", "s0", "i0", 2) + step("re", "o2", "i0", 1)), "no fault");
    EXPECT_EQ(refused(step("re", "s0", "i0", 2, "", true) + step("re", "s2", "i0", 1)), "no fault");
    EXPECT_EQ(refused(step("re", "s0", "i0", 2) + step("re", "s2", "i0", 1, "1.0")), "no fault");
    const std::string waits = step("nop", "i0", "i0", 0, "1.0");
    EXPECT_THAT(refused(step("re", "s0", "i0") + waits + step("re", "s1", "i0")),
                HasSubstr("lost or waited for later"));
    EXPECT_EQ(refused(step("re", "s0", "i0") + waits + step("re", "s1", "i0", 1, "1.0")), "no fault");
    // A nop is a part of the step after it.
    EXPECT_THAT(refused(step("nop", "i0", "i0", 0) + nothing), HasSubstr("waits for nothing"));
    EXPECT_THAT(refused(step("nop", "i0", "i0", 0, "1.0", true) + nothing), HasSubstr("publishes nothing"));
}

TEST(Msccl, ANopThatNothingFollowsWaitsForNothing) {
    const std::string text =
        algo(tb(0, -1, -1, nothing + step("nop", "i0", "i0", 0, "1.0")) + tb(1, -1, -1, nothing), tb(0, -1, -1, ""));
    EXPECT_THAT(operations(text, 0), ElementsAre("copy data[0] -> scratch[0]"));
}

// ---- Connections

TEST(Msccl, ABlockHoldsItsConnectionsAlsoWithoutAStep) {
    const auto plan = read_msccl(algo(tb(0, 1, -1, step("s", "i0", "i0")) + tb(1, 1, -1, ""), receiver), "a.xml");
    EXPECT_THAT(fault_of([&] { (void)plan->schedule(0, {}, {}); }), HasSubstr("RP037"));
}

TEST(Msccl, ConnectionsThatDoNotFitAreRefusedWithBothEnds) {
    const auto refused = [](const std::string& first, const std::string& second) {
        const auto plan = read_msccl(algo("\n" + first, "\n" + second), "a.xml");
        return fault_of([&] { (void)plan->schedule(0, {}, {}); });
    };
    EXPECT_THAT(refused(tb(0, 1, -1, step("s", "i0", "i0")) + "\n" + tb(1, 1, -1, step("s", "i1", "i1")), receiver),
                testing::AllOf(HasSubstr("a.xml:4: RP037"), HasSubstr("gpu=0 tb=1 sends to gpu 1 on channel 0"),
                               HasSubstr("so does tb=0 in line 3")));
    EXPECT_THAT(
        refused(tb(0, 1, -1, step("s", "i0", "i0", 4)), tb(0, -1, 0, step("r", "i0", "i0", 3))),
        testing::AllOf(HasSubstr("a.xml:3: RP037"), HasSubstr("sends 4 chunks"), HasSubstr("receives them as 3")));
    // What nobody receives fills the connection in some launch, and shows in no single one.
    EXPECT_THAT(refused(tb(0, 1, -1, step("s", "i0", "i0") + step("s", "i1", "i1")), receiver),
                testing::AllOf(HasSubstr("a.xml:3: RP037"), HasSubstr("gpu=0 tb=0 step=1"),
                               HasSubstr("2 sends, and 1 receive")));
    // A receive without a send is a deadlock, which the engines show.
    EXPECT_EQ(refused(tb(0, 1, -1, step("s", "i0", "i0")), tb(0, -1, 0, step("r", "i0", "i0") + step("r", "i1", "i1"))),
              "no fault");
}

TEST(Msccl, ChunksAreThoseOfTheGpuAndOfTheMessage) {
    const auto refused = [](const std::string& first, const std::string& more) {
        return fault_of([&] { (void)read_msccl(algo(first, tb(0, -1, -1, ""), more), "a.xml")->schedule(0, {}, {}); });
    };
    EXPECT_THAT(refused(tb(0, -1, -1, step("cpy", "i5", "s6", 3)), R"(coll="allreduce")"),
                HasSubstr("writes chunks 6 to 8 of 's', of which its gpu has 8 (s_chunks)"));
    // The input of an all-gather is a part of its eight chunks.
    EXPECT_THAT(refused(tb(0, -1, -1, step("cpy", "i4", "s0")), R"(coll="allgather")"),
                HasSubstr("touches chunks 4 to 4 of 'i', of which the message has 4 (nchunksperloop=\"8\")"));
}

TEST(Msccl, NotesTellWhatIsStrange) {
    const auto notes = [](const std::string& first, const std::string& second, const std::string& more) {
        std::string all;
        for (const std::string& note : read_msccl(algo(first, second, more), "a.xml")->notes({})) all += note + "\n";
        return all;
    };
    const std::string in_place = R"(coll="allreduce" inplace="1")";
    EXPECT_EQ(notes(tb(0, 1, -1, step("s", "i3", "i3")), receiver, in_place), "");
    EXPECT_THAT(notes(tb(0, 1, -1, step("s", "i3", "i3")), receiver, R"(coll="allreduce")"),
                HasSubstr("gpu=1 tb=0 step=0 in line 3 writes to the input"));
    EXPECT_EQ(notes("", "", R"(coll="broadcast" root="1")"), "");
    EXPECT_THAT(notes("", "", R"(coll="allreduce" inplace="0" outofplace="0")"), HasSubstr("out of place is taken"));
    EXPECT_THAT(notes(tb(0, -1, -1, nothing, 3), "", R"(coll="allreduce" nchannels="3")"),
                HasSubstr("channel 3 is used, and nchannels=\"3\""));
    EXPECT_THAT(notes("", "", R"(coll="custom")"), HasSubstr("is not known; results are not compared"));
    EXPECT_THAT(notes("", "", R"(coll="broadcast")"), HasSubstr("gpu 0 is taken"));
    EXPECT_THAT(
        notes(tb(0, 1, -1, step("s", "i3", "i3")), tb(0, -1, 0, step("rrc", "i0", "i1")), R"(coll="allreduce")"),
        HasSubstr("gpu=1 tb=0 step=0 in line 3 receives and reduces with different src and dst; src is taken"));
    EXPECT_THAT(
        notes(tb(0, -1, -1, nothing) + tb(1, -1, -1, step("cpy", "i0", "s1", 1, "0.0")), "", R"(coll="allreduce")"),
        HasSubstr(
            "gpu=0 tb=1 step=0 in line 2 waits for step 0 of tb 0 (line 2), and neither that step nor a later one of "
            "tb 0 publishes"));
    EXPECT_THAT(notes(tb(0, -1, -1, told) + tb(1, -1, -1, step("nop", "i0", "i0", 0, "0.0") + nothing), "",
                      R"(coll="allreduce")"),
                HasSubstr("gpu=0 tb=1 step=1 in line 2 follows nop steps with dependencies and has none itself"));
    std::string many;
    for (int k = 0; k < 65; ++k) many += nothing;
    EXPECT_THAT(notes(tb(0, -1, -1, many), "", R"(coll="allreduce")"), HasSubstr("65 steps; runtimes take 256 or 64"));
}

// ---- What only such plans are asked

std::string facts(const std::string& text, PlanOptions options = {}) {
    std::string all;
    for (const PlanFact& fact : read_msccl(text, "a.xml")->facts(0, options, {}))
        all += std::string(fact.key) + " " + std::to_string(fact.value) + " ";
    return all;
}

TEST(Msccl, TheLeastDepthIsWhatMustBeSentBeforeSomethingIsReceived) {
    const auto exchange = [](int count) {
        std::string sends, receives;
        for (int k = 0; k < count; ++k) sends += step("s", "i" + std::to_string(k), "i0");
        for (int k = 0; k < count; ++k) receives += step("r", "i0", "i" + std::to_string(k));
        return algo(tb(0, 1, 1, sends + receives), tb(0, 0, 0, sends + receives));
    };
    for (const int count : {1, 2, 3, 5})
        EXPECT_THAT(facts(exchange(count)), HasSubstr("least_depth " + std::to_string(count) + " ")) << count;
    EXPECT_EQ(facts(algo(tb(0, 1, 1, step("r", "i0", "i0") + step("s", "i0", "i0")),
                         tb(0, 0, 0, step("r", "i0", "i0") + step("s", "i0", "i0")))),
              "least_depth 0 largest_message 0 ");
}

TEST(Msccl, TheLargestMessageIsTheLastThatIsNotSplitTooOften) {
    const auto exchange = [](int count) {
        const std::string both = step("s", "i0", "i0", count) + step("r", "i0", "i0", count);
        return algo(tb(0, 1, 1, both), tb(0, 0, 0, both));
    };
    // Eight chunks a message and 2 MiB a slot: a step of four goes in two parts as long as two chunks fit into a slot.
    EXPECT_EQ(facts(exchange(4)), "least_depth 1 largest_message " + std::to_string(8 << 20) + " ");
    EXPECT_EQ(facts(exchange(8)), "least_depth 1 largest_message " + std::to_string((2 << 20) / 4 * 8) + " ");
    EXPECT_EQ(facts(exchange(2)), "least_depth 1 largest_message -1 ");
}

// ---- Hostile input

TEST(Msccl, WhatIsNoXmlIsRefused) {
    const auto refused = [](const std::string& text) { return fault_of([&] { (void)read_msccl(text, "a.xml"); }); };
    const std::string text = algo(tb(0, -1, -1, nothing), tb(0, -1, -1, ""));
    std::string twice = text;
    twice.replace(twice.find("cnt="), 4, "cnt=\"1\" cnt=");
    EXPECT_THAT(refused(twice), testing::AllOf(HasSubstr("RP035"), HasSubstr("'cnt' twice")));
    EXPECT_THAT(refused(text + text), testing::AllOf(HasSubstr("RP035"), HasSubstr("second root")));
    EXPECT_EQ(refused(text), "no fault");
}

TEST(Msccl, APartOfEachGpuIsWhole) {
    std::string text = algo("", "", R"(coll="allgather")");
    text.replace(text.find(R"(nchunksperloop="8")"), 18, R"(nchunksperloop="7")");
    EXPECT_THAT(fault_of([&] { (void)read_msccl(text, "a.xml"); }), HasSubstr("is no multiple of ngpus=\"2\""));
}

TEST(Msccl, NumbersWithoutMeasureAreRefused) {
    const auto refused = [](std::string text, const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
        return fault_of([&] { (void)read_msccl(text, "a.xml")->schedule(0, {}, {}); });
    };
    const std::string text = algo(tb(0, -1, -1, step("cpy", "i0", "s0")), tb(0, -1, -1, ""));
    EXPECT_THAT(refused(text, R"(nchunksperloop="8")", R"(nchunksperloop="2000000000")"), HasSubstr("RP018"));
    EXPECT_THAT(refused(text, R"(s_chunks="8")", R"(s_chunks="2000000000")"), HasSubstr("RP018"));
    EXPECT_THAT(refused(text, R"(s_chunks="8")", R"(s_chunks="99999999999999999999")"), HasSubstr("RP036"));
    EXPECT_THAT(refused(text, R"(depid="-1")", R"(depid="2147483647")"), HasSubstr("RP015"));
    EXPECT_THAT(refused(text, R"(chan="0")", R"(chan="2147483648")"), HasSubstr("RP036"));
    EXPECT_EQ(fault_of([&] {
                  (void)read_msccl(text, "a.xml")->schedule(0, {.iterations = 2'000'000'000}, {});
              }).find("no fault"),
              std::string::npos);
}

}  // namespace
}  // namespace ringproof::model::msccl
