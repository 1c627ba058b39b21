#include "generators/vectors/outcomes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/diagnostic.h"
#include "model/monotone.h"
#include "model/scheduler.h"
#include "tests/support/quick_verdict.h"
#include "tests/support/vector_named.h"

namespace ringproof::generators {
namespace {

using tests::vector_named;

struct Known {
    const char* id;
    std::size_t outcomes;
};
void PrintTo(const Known& known, std::ostream* out) { *out << known.id; }

/// Counted by hand: which values may be seen.
class LitmusOutcomes : public testing::TestWithParam<Known> {};

TEST_P(LitmusOutcomes, AreThoseCountedByHand) {
    EXPECT_EQ(vector_named(GetParam().id).task().allowed().size(), GetParam().outcomes);
}

INSTANTIATE_TEST_SUITE_P(
    ByHand, LitmusOutcomes,
    testing::Values(Known{"litmus-message_signal-n2", 2}, Known{"litmus-message_signal_channel-n2", 1},
                    Known{"litmus-message_signal_other_channel-n2", 2}, Known{"litmus-message_signal_link-n2", 1},
                    Known{"litmus-message_fence-n2", 1}, Known{"litmus-message_quiet-n2", 1},
                    Known{"litmus-message_quiet_read-n2", 2}, Known{"litmus-message_sent-n2", 2},
                    Known{"litmus-message_recv-n2", 1},
                    // Not: neither of the two.
                    Known{"litmus-message_either_of_two-n2", 3}, Known{"litmus-message_both_of_two-n2", 1},
                    // Not: the new value first and then the old one.
                    Known{"litmus-read_twice-n2", 3}, Known{"litmus-write_twice-n2", 2},
                    Known{"litmus-write_twice_fence-n2", 1}, Known{"litmus-source_reused-n2", 2},
                    Known{"litmus-source_kept-n2", 1}, Known{"litmus-store_buffering-n2", 4},
                    // Not: both old.
                    Known{"litmus-store_buffering_quiet-n2", 3},
                    // Not: both new.
                    Known{"litmus-load_buffering-n2", 3}, Known{"litmus-load_buffering_early-n2", 4},
                    Known{"litmus-get_then_put-n2", 2}, Known{"litmus-get_waited_then_put-n2", 1},
                    Known{"litmus-write_to_read-n3", 1}, Known{"litmus-third_chip-n3", 2},
                    Known{"litmus-third_chip_fence-n3", 2}, Known{"litmus-third_chip_quiet-n3", 1},
                    // Four reads, less the one in which two chips see the writes in opposite order.
                    Known{"litmus-independent_writes-n4", 15},
                    // Not: both first puts last. Where the same chip is last on both, the value is its.
                    Known{"litmus-two_writers_quiet-n2", 3}, Known{"litmus-accumulate_both-n3", 1},
                    Known{"litmus-signals_set-n2", 2}, Known{"litmus-signals_set_channel-n2", 1},
                    // 1 where the set comes last, 3 where the raise does.
                    Known{"litmus-set_wipes_add-n2", 2},
                    // Blocked or not; the counter tells no more.
                    Known{"litmus-snapshot_late-n2", 2}, Known{"litmus-equals_passed-n2", 2}));

/// What all executions of a right schedule have in common is what the only run in order has; of a monotone one that is
/// blocked as well.
TEST(Outcomes, OfRightAndOfBlockedSchedulesAreOne) {
    std::size_t looked_at = 0;
    for (const Vector& vector : vectors()) {
        if (!vector.quick || vector.of == VectorClass::checker || vector.chips > 2) continue;
        const model::Schedule schedule = vector.schedule();
        const bool proved = tests::quick_verdict(schedule).outcome == checker::Outcome::proved;
        if (vector.of == VectorClass::litmus ? !proved || !model::why_not_monotone(schedule).empty()
                                             : vector.of != VectorClass::fault && !proved)
            continue;
        Outcomes all;
        try {
            all = all_outcomes(schedule, 30'000);
        } catch (const model::Fault&) {
            continue;  // too many to look at here
        }
        const Outcomes only = only_outcome(schedule);
        ++looked_at;
        ASSERT_EQ(all.all.size(), 1U) << vector.id;
        EXPECT_EQ(all.all.begin()->finished, vector.of != VectorClass::fault) << vector.id;
        EXPECT_EQ(all.all.begin()->counters, only.all.begin()->counters) << vector.id;
        EXPECT_EQ(all.all.begin()->positions, only.all.begin()->positions) << vector.id;
    }
    EXPECT_GT(looked_at, 30U);
}

/// Every random run ends in one of the outcomes.
RC_GTEST_PROP(Outcomes, AreAllThatRunsShow, ()) {
    const auto all = vectors();
    std::vector<const Vector*> litmus;
    for (const Vector& vector : all)
        if (vector.of == VectorClass::litmus) litmus.push_back(&vector);
    const model::Schedule schedule = (*rc::gen::elementOf(litmus))->schedule();
    const Outcomes outcomes = all_outcomes(schedule);
    model::Machine machine = *outcomes.machine;
    Collector collector(schedule);
    model::run_adversarial(machine, *rc::gen::arbitrary<std::uint64_t>(),
                           [&](const model::Event& event) { collector.before(machine, event); });
    RC_ASSERT(outcomes.all.contains(collector.at_rest(machine)));
}

TEST(Outcomes, AreGivenUpBeyondTheLimit) {
    try {
        all_outcomes(vector_named("litmus-independent_writes-n4").schedule(), 100);
        FAIL();
    } catch (const model::Fault& fault) {
        EXPECT_EQ(fault.code(), model::Code::over_limit);
    }
}

}  // namespace
}  // namespace ringproof::generators
