#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "checker/ask.h"
#include "model/json/json.h"
#include "model/scheduler.h"
#include "tests/support/exhaustive.h"
#include "tests/support/verdicts.h"

/// What an engine says of a small schedule against what its executions show.
namespace ringproof::tests {

/// How often each diagnostic was seen: a comparison that sees none of a kind says nothing of it.
struct Tally {
    std::map<model::Code, int> seen;
    int compared = 0, proved = 0;

    std::string text() const {
        std::string text = "compared " + std::to_string(compared) + ", proved " + std::to_string(proved);
        for (const auto& [code, times] : seen) text += ", " + model::number(code) + " " + std::to_string(times);
        return text;
    }
};

template <class Codes>
bool has(const Codes& codes, model::Property property) {
    return std::any_of(codes.begin(), codes.end(),
                       [&](model::Code code) { return model::property_of(code) == property; });
}

/// Each counterexample of the verdict is shown by its trace on the machine.
inline void expect_replays(const model::Schedule& schedule, std::int32_t launches, const checker::Verdict& verdict) {
    for (const checker::Counterexample& shown : verdict.counterexamples) {
        model::Machine machine(schedule, launches);
        ASSERT_EQ(run_trace(machine, shown.trace), shown.trace.size());
        if (machine.enabled().empty()) machine.rest();
        EXPECT_TRUE(std::any_of(machine.findings().begin(), machine.findings().end(), [&](const auto& seen) {
            return seen.same_fault(shown.finding);
        })) << model::number(shown.finding.code);
    }
}

/// Compares the engine's verdict with brute force, if the schedule has no more than `most_states` states.
inline void expect_agreement(const model::Schedule& schedule, checker::Verdict (*answer)(const checker::Question&),
                             std::size_t most_states, Tally& tally) {
    using model::Code;
    using model::Property;
    const auto all = explore(schedule, schedule.launches, most_states);
    if (!all) return;
    ++tally.compared;
    for (const Code code : *all) ++tally.seen[code];
    tally.proved += all->empty() ? 1 : 0;
    checker::Verdict verdict;
    try {
        verdict = answer({schedule, schedule.launches, {}});
    } catch (const checker::Disagreement& disagreement) {
        FAIL() << disagreement.what() << "\n" << model::write_schedule(schedule);
    }
    std::set<Code> found;
    for (const checker::Counterexample& shown : verdict.counterexamples) found.insert(shown.finding.code);
    SCOPED_TRACE(model::write_schedule(schedule));
    SCOPED_TRACE(std::string(verdict.engine) + ": " + codes_of(verdict) + " " + verdict.message);

    ASSERT_NE(verdict.outcome, checker::Outcome::undecided);
    EXPECT_EQ(verdict.outcome == checker::Outcome::proved, all->empty());
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
inline model::Schedule with_claim(model::Schedule schedule, int number) {
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
        if (model::is_output(schedule.buffers[id].role) && number-- % 3 == 0) {
            schedule.claims.push_back(
                {{static_cast<std::int32_t>(id), 0}, model::Term{model::Input{0, schedule.buffers[0].name, 0}}});
            return schedule;
        }
    return schedule;
}

}  // namespace ringproof::tests
