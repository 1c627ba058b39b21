#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "checker/cuts.h"
#include "generators/unstructured.h"
#include "model/monotone.h"
#include "tests/support/agreement.h"

/// The engine `cuts` against brute force, on small random schedules of every operation and profile.
namespace ringproof::checker {
namespace {

using model::Code;

constexpr std::size_t most_states = 1'500;

class Exhaustive : public testing::TestWithParam<int> {};

TEST_P(Exhaustive, AgreesWithCuts) {
    tests::Tally tally;
    rc::Random random(static_cast<std::uint64_t>(GetParam()) * 7919);
    for (int round = 0; round < 200 && !HasFailure(); ++round) {
        const int operations = 1 + round % 3;
        const auto made = generators::unstructured_schedules({operations})(random.split(), 100).value();
        ASSERT_TRUE(model::why_not_monotone(made).empty());
        tests::expect_agreement(round % 6 == 0 ? tests::with_claim(made, round) : made, cuts, most_states, tally);
    }
    EXPECT_GT(tally.compared, 100);
    EXPECT_GT(tally.proved, 3);
    for (const Code code : {Code::deadlock, Code::uninitialised, Code::not_entered, Code::left_already,
                            Code::dirty_counter, Code::still_in_flight, Code::wrong_result})
        EXPECT_GT(tally.seen[code], 0) << model::number(code);
    EXPECT_GT(tally.seen[Code::read_before_landing] + tally.seen[Code::two_writers], 0);
    RecordProperty("compared", tally.compared);
    RecordProperty("proved", tally.proved);
    RecordProperty("seen", tally.text());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Exhaustive, testing::Range(1, 5));

}  // namespace
}  // namespace ringproof::checker
