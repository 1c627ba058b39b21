#include "checker/cuts.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "model/event_graph.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "tests/support/agreement.h"
#include "tests/support/play.h"
#include "tests/support/verdicts.h"

/// Each property on a small kernel that violates it, and the same kernel mended.
namespace ringproof::checker {
namespace {

struct Pair {
    const char* name;
    const char* codes;  ///< all diagnostics of `wrong`, in the order of the verdict
    std::int64_t chips;
    std::int32_t launches;
    std::string wrong, right;

    friend void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.name; }
};

class EachProperty : public testing::TestWithParam<Pair> {};

TEST_P(EachProperty, IsViolatedAndMended) {
    const Pair& pair = GetParam();
    const model::Schedule wrong = tests::schedule_of(pair.wrong, static_cast<std::int32_t>(pair.chips));
    const Verdict verdict = tests::verdict_of(wrong, pair.launches);
    EXPECT_EQ(verdict.outcome, Outcome::counterexample);
    EXPECT_EQ(tests::codes_of(verdict), pair.codes);
    EXPECT_EQ(verdict.engine, "cuts");
    EXPECT_GT(verdict.events, 0);
    tests::expect_replays(wrong, pair.launches, verdict);
    const Verdict mended =
        tests::verdict_of(tests::schedule_of(pair.right, static_cast<std::int32_t>(pair.chips)), pair.launches);
    EXPECT_EQ(mended.outcome, Outcome::proved) << tests::codes_of(mended);
    EXPECT_TRUE(mended.counterexamples.empty());
    EXPECT_GT(mended.events, 0);
}

const std::string head = "kernel k(n)\nprofile default, exit any\nbuffer x in, o out, t\nsem s, r\n";

const Pair pairs[] = {
    {"read_before_landing", "RP101", 2, 1, head + "put x -> right.t send s recv r\nwait s\ncopy t -> o\nwait r",
     head + "put x -> right.t send s recv r\nwait s\nwait r\ncopy t -> o"},
    {"environment_reads_before_landing", "RP101 RP131", 2, 1, head + "put x -> right.o send s recv r\nwait s",
     head + "put x -> right.o send s recv r\nwait s\nwait r"},
    {"overwrite_before_read", "RP102", 2, 1,
     head + "if me == 0 { wait s; put x -> right.t recv r; quiet }\n"
            "else { copy x -> t; signal left.s; copy t -> o; wait r }",
     head + "if me == 0 { wait s; put x -> right.t recv r; quiet }\n"
            "else { copy x -> t; copy t -> o; signal left.s; wait r }"},
    {"two_writers", "RP103", 3, 1, head + "if me > 0 { put x -> chip(0).o recv r; quiet }\nelse { wait r 2 }",
     head + "if me == 1 { put x -> chip(0).o recv r; quiet }\n"
            "if me == 2 { wait s; put x -> chip(0).o recv r; quiet }\n"
            "if me == 0 { wait r; signal chip(2).s; wait r }"},
    {"source_reused", "RP104", 2, 1, head + "copy x -> t\nput t -> right.o send s recv r\ncopy x -> t\nwait s\nwait r",
     head + "copy x -> t\nput t -> right.o send s recv r\nwait s\ncopy x -> t\nwait r"},
    {"deadlock", "RP110", 2, 1, head + "wait s\nsignal right.s", head + "signal right.s\nwait s"},
    {"deadlock_at_a_barrier", "RP110", 2, 1,
     head + "if me == 0 { barrier line }\nif me == 1 { barrier line; barrier line }", head + "barrier line"},
    {"deadlock_units_short", "RP110", 2, 1, head + "signal right.s add 2\nwait s 3",
     head + "signal right.s add 3\nwait s 3"},
    {"uninitialised", "RP120", 1, 1, head + "copy t -> o", head + "copy x -> t\ncopy t -> o"},
    {"not_entered", "RP130", 2, 1,
     "kernel k(n)\nprofile default, entry none, exit any\nbuffer x in, o out\nsem s, r, e global\n"
     "put x -> right.o send s recv r\nwait s\nwait r",
     "kernel k(n)\nprofile default, entry none, exit any\nbuffer x in, o out\nsem s, r, e global\n"
     "signal left.e\nwait e\nput x -> right.o send s recv r\nwait s\nwait r"},
    {"left_already", "RP131", 2, 1, head + "signal right.s", head + "signal right.s\nwait s"},
    {"dirty_counter", "RP140", 1, 1, "kernel k(n)\nsem s\nsignal me.s add 2\nwait s at_least 2 take 1",
     "kernel k(n)\nsem s\nsignal me.s add 2\nwait s 2"},
    {"dirty_global_counter", "RP140", 2, 2, "kernel k(n)\nsem s global\nsignal right.s add 2\nwait s",
     "kernel k(n)\nsem s global\nsignal right.s\nwait s"},
    {"still_in_flight", "RP141", 2, 1,
     "kernel k(n)\nprofile default, exit drained, counter_life global\nbuffer x in, t\nput x -> right.t",
     "kernel k(n)\nprofile default, exit drained, counter_life global\nbuffer x in, t\nsem r\nput x -> right.t recv "
     "r\nwait r\nquiet"},
    {"counter_width", "RP150", 2, 1,
     "kernel k(n)\nprofile default, counter_values 2, exit any\nsem s\nsignal right.s\nsignal right.s\nwait s\nwait s",
     "kernel k(n)\nprofile default, counter_values 3, exit any\nsem s\nsignal right.s\nsignal right.s\nwait s\nwait s"},
    {"wrong_result", "RP160", 2, 1,
     "kernel k(n)\ncontract permute(x -> o, distance = 1)\nbuffer x in, o out\ncopy x -> o",
     "kernel k(n)\ncontract permute(x -> o, distance = 1)\nbuffer x in, o out\nsem s, r\nput x -> right.o send s recv "
     "r\nwait s\nwait r"},
    {"wrong_read", "RP160", 1, 1, "kernel k(n)\nbuffer x\nwrite x \"a\"\nread x expect \"b\"",
     "kernel k(n)\nbuffer x\nwrite x \"a\"\nread x expect \"a\""},
    {"barrier_passed", "RP161", 2, 1,
     "kernel k(n)\ncontract barrier()\nprofile default, entry none\nsem s global\nif me == 0 { signal right.s } else { "
     "wait s }",
     "kernel k(n)\ncontract barrier()\nprofile default, entry none\nsem s global\nsignal right.s\nwait s"},
};

INSTANTIATE_TEST_SUITE_P(Kernels, EachProperty, testing::ValuesIn(pairs),
                         [](const auto& info) { return info.param.name; });

TEST(Cuts, TellsWhatAProofLeansOn) {
    const Verdict gather = tests::verdict_of(instantiate(tests::kernel_at("kernels/all_gather.ring"), 3));
    EXPECT_EQ(gather.law, model::Law::none);
    EXPECT_TRUE(gather.same_expression);
    EXPECT_EQ(gather.claims, 9);
    const Verdict rotate = tests::verdict_of(instantiate(tests::kernel_at("kernels/all_reduce_rotate.ring"), 3));
    EXPECT_EQ(rotate.law, model::Law::commutativity);
    EXPECT_FALSE(rotate.same_expression);
    const Verdict chain = tests::verdict_of(instantiate(tests::kernel_at("kernels/reduce.ring"), 4));
    EXPECT_LE(chain.law, model::Law::associativity);
    EXPECT_EQ(chain.claims, 1);
}

TEST(Cuts, ManyEventsAreUndecided) {
    const model::Schedule schedule = instantiate(tests::kernel_at("kernels/permute.ring"), 4);
    const Verdict whole = cuts({schedule, 1, {}});
    ASSERT_EQ(whole.outcome, Outcome::proved);
    Options options;
    const std::int64_t events = model::EventGraph::estimate(schedule, 1);
    EXPECT_GE(events, whole.events);
    options.max_events = events - 1;
    const Verdict verdict = cuts({schedule, 1, options});
    EXPECT_EQ(verdict.outcome, Outcome::undecided);
    EXPECT_EQ(model::number(verdict.reason), "RP202");
    EXPECT_FALSE(verdict.message.empty());
    options.max_events = events;
    EXPECT_EQ(cuts({schedule, 1, options}).outcome, Outcome::proved);
}

TEST(Cuts, OtherSchedulesAreUndecided) {
    const model::Schedule schedule =
        tests::schedule_of("kernel k(n)\nprofile default, exit any\nsem s\nset s 1\nwait s", 2);
    const Verdict verdict = tests::verdict_of(schedule);
    EXPECT_EQ(verdict.outcome, Outcome::undecided);
    EXPECT_EQ(model::number(verdict.reason), "RP201");
    EXPECT_NE(verdict.message.find("test.ring:4"), std::string::npos) << verdict.message;
}

/// A solver that is given no time may still answer, but what it does not answer is never a proof, and what it would
/// refute is never called proved.
TEST(Cuts, TimeoutsAreUndecidedNeverProved) {
    Options options;
    options.timeout = 0.001;
    int undecided = 0;
    for (const char* kernel :
         {"kernels/all_reduce.ring", "kernels/all_to_all_ring.ring", "kernels/reduce_scatter_bidirectional.ring"}) {
        const model::Schedule schedule = instantiate(tests::kernel_at(kernel), 12);
        const Verdict verdict = cuts({schedule, 1, options});
        ASSERT_NE(verdict.outcome, Outcome::counterexample) << kernel;
        if (verdict.outcome != Outcome::undecided) continue;
        ++undecided;
        EXPECT_EQ(model::number(verdict.reason), "RP204");
        EXPECT_FALSE(verdict.message.empty());
        EXPECT_TRUE(verdict.counterexamples.empty());
    }
    EXPECT_GT(undecided, 0) << "no question took a millisecond: take larger ones";
    const Verdict wrong = cuts({instantiate(tests::kernel_at("gallery/all_reduce_no_credit.ring"), 8), 1, options});
    EXPECT_NE(wrong.outcome, Outcome::proved);
}

/// A counter that passes its width before the one that the solver was asked about: found by random schedules.
TEST(Cuts, AnotherCounterPassesItsWidthOnTheWay) {
    const Verdict verdict = tests::verdict_of(
        tests::schedule_of("kernel k(n)\nprofile default, counter_values 2, exit any\nbuffer x in, t\nsem s, r\n"
                           "signal me.r add 2\nwait r\nsignal right.s add 2\nwait r\nwait s 2",
                           2));
    EXPECT_EQ(tests::word_of(verdict), "counter-range");
}

}  // namespace
}  // namespace ringproof::checker
