#include "tests/support/exhaustive.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "checker/cuts.h"
#include "model/json/json.h"
#include "model/monotone.h"
#include "tests/support/random_schedule.h"
#include "tests/support/verdicts.h"

/// The engine `cuts` against brute force, on small random schedules of every operation and profile.
namespace ringproof::checker {
namespace {

using model::Code;
using model::Property;

constexpr std::size_t most_states = 1'500;

template <class Codes>
bool has(const Codes& codes, Property property) {
    return std::any_of(codes.begin(), codes.end(), [&](Code code) { return model::property_of(code) == property; });
}

/// How often each diagnostic was seen: a comparison that sees none of a kind says nothing of it.
struct Tally {
    std::map<Code, int> seen;
    int compared = 0, proved = 0;
};

void compare(const model::Schedule& schedule, Tally& tally) {
    const auto all = tests::explore(schedule, schedule.launches, most_states);
    if (!all) return;
    ++tally.compared;
    for (const Code code : *all) ++tally.seen[code];
    tally.proved += all->empty() ? 1 : 0;
    Verdict verdict;
    try {
        verdict = tests::verdict_of(schedule, schedule.launches);
    } catch (const Disagreement& disagreement) {
        FAIL() << disagreement.what() << "\n" << model::write_schedule(schedule);
    }
    std::set<Code> found;
    for (const Counterexample& shown : verdict.counterexamples) found.insert(shown.finding.code);
    SCOPED_TRACE(model::write_schedule(schedule));
    SCOPED_TRACE("cuts: " + tests::codes_of(verdict) + " " + verdict.message);

    ASSERT_NE(verdict.outcome, Outcome::undecided);
    EXPECT_EQ(verdict.outcome == Outcome::proved, all->empty());
    for (const Code code : found)
        EXPECT_TRUE(has(*all, model::property_of(code))) << model::number(code) << " that no execution shows";
    // Counters of limited width come first: nothing else is judged where they may wrap.
    EXPECT_EQ(has(found, Property::counter_range), has(*all, Property::counter_range));
    if (has(*all, Property::counter_range)) return;
    EXPECT_EQ(has(found, Property::deadlock), has(*all, Property::deadlock));
    if (has(*all, Property::deadlock)) return;
    EXPECT_EQ(has(found, Property::race), has(*all, Property::race));
    for (const Code code :
         {Code::not_entered, Code::left_already, Code::dirty_counter, Code::still_in_flight, Code::barrier_passed})
        EXPECT_EQ(found.contains(code), all->contains(code)) << model::number(code);
    if (has(*all, Property::race) || has(*all, Property::not_entered) || has(*all, Property::dirty_exit)) return;
    for (const Code code : {Code::uninitialised, Code::wrong_result})
        EXPECT_EQ(found.contains(code), all->contains(code)) << model::number(code);
}

/// A claim on an output that random work may or may not meet.
model::Schedule with_claim(model::Schedule schedule, int number) {
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
        if (model::is_output(schedule.buffers[id].role) && number-- % 3 == 0) {
            schedule.claims.push_back(
                {{static_cast<std::int32_t>(id), 0}, model::Term{model::Input{0, schedule.buffers[0].name, 0}}});
            return schedule;
        }
    return schedule;
}

class Exhaustive : public testing::TestWithParam<int> {};

TEST_P(Exhaustive, AgreesWithCuts) {
    Tally tally;
    rc::Random random(static_cast<std::uint64_t>(GetParam()) * 7919);
    for (int round = 0; round < 200 && !HasFailure(); ++round) {
        const int operations = 1 + round % 3;
        const auto made = tests::random_schedule(operations)(random.split(), 100).value();
        ASSERT_TRUE(model::why_not_monotone(made).empty());
        compare(round % 6 == 0 ? with_claim(made, round) : made, tally);
    }
    EXPECT_GT(tally.compared, 100);
    EXPECT_GT(tally.proved, 3);
    for (const Code code : {Code::deadlock, Code::uninitialised, Code::not_entered, Code::left_already,
                            Code::dirty_counter, Code::still_in_flight, Code::wrong_result})
        EXPECT_GT(tally.seen[code], 0) << model::number(code);
    EXPECT_GT(tally.seen[Code::read_before_landing] + tally.seen[Code::two_writers], 0);
    RecordProperty("compared", tally.compared);
    RecordProperty("proved", tally.proved);
    std::string seen = "compared " + std::to_string(tally.compared) + ", proved " + std::to_string(tally.proved);
    for (const auto& [code, times] : tally.seen) seen += ", " + model::number(code) + " " + std::to_string(times);
    RecordProperty("seen", seen);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Exhaustive, testing::Range(1, 5));

}  // namespace
}  // namespace ringproof::checker
