#include "checker/explore.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "checker/explore/search.h"
#include "generators/unstructured.h"
#include "model/json/json.h"
#include "model/monotone.h"
#include "tests/support/agreement.h"
#include "tests/support/exhaustive.h"
#include "tests/support/play.h"
#include "tests/support/verdicts.h"

/// The engine `explore`: that leaving out interleavings loses nothing, on random schedules of every kind.
namespace ringproof::checker {
namespace {

using model::Code;
using model::Property;

using Codes = std::set<Code>;

constexpr std::array values{Code::uninitialised, Code::wrong_result};

bool has(const Codes& codes, Property property) {
    return std::any_of(codes.begin(), codes.end(), [&](Code code) { return model::property_of(code) == property; });
}

/// All that a search finds, race by race as one.
Codes codes_of(const Search& search) {
    Codes codes;
    for (const auto& [place, found] : search.found()) codes.insert(found.finding.code);
    return codes;
}

/// What a verdict is to say of what executions show: specs/semantics.md section 3.
Codes that_count(const Codes& all) {
    if (has(all, Property::counter_range)) return {Code::counter_width};
    if (has(all, Property::deadlock)) return {Code::deadlock};
    Codes counting;
    for (const Code code : all)
        if (model::property_of(code) == Property::race)
            counting.insert(Code::read_before_landing);  // one stands for all
        else if (std::find(values.begin(), values.end(), code) == values.end())
            counting.insert(code);
    if (counting.empty() || counting == Codes{Code::barrier_passed})
        for (const Code code : values)
            if (all.contains(code)) counting.insert(code);
    return counting;
}

Codes codes_of(const Verdict& verdict) {
    Codes codes;
    for (const Counterexample& shown : verdict.counterexamples) codes.insert(shown.finding.code);
    return that_count(codes);
}

std::string text_of(const Codes& codes) {
    std::string text;
    for (const Code code : codes) text += (text.empty() ? "" : " ") + model::number(code);
    return text;
}

/// How often each diagnostic was seen: a comparison that sees none of a kind says nothing of it.
struct Tally {
    std::map<Code, int> seen;
    int compared = 0, proved = 0, not_monotone = 0;
    std::int64_t all = 0, followed = 0;
};

Question with_states(const model::Schedule& schedule, std::int64_t most) {
    Options options;
    options.max_states = most;
    return {schedule, schedule.launches, options};
}

/// The full search, unless it has too many states.
std::optional<Search> search_all(const Question& question) {
    std::optional<Search> search(std::in_place, question, Search::Follow::all);
    try {
        search->run();
    } catch (const GaveUp&) {
        return std::nullopt;
    }
    return search;
}

void compare(const model::Schedule& schedule, Tally& tally) {
    const Question question = with_states(schedule, 3'000);
    const auto all = search_all(question);
    if (!all) return;
    SCOPED_TRACE(model::write_schedule(schedule));
    Search reduced(question, Search::Follow::persistent);
    reduced.run();
    const Codes expected = that_count(codes_of(*all));
    EXPECT_EQ(text_of(that_count(codes_of(reduced))), text_of(expected));
    if (expected.empty()) {
        EXPECT_EQ(reduced.results().law, all->results().law);
        EXPECT_EQ(reduced.results().same_expression, all->results().same_expression);
        EXPECT_EQ(reduced.results().claims, all->results().claims);
        EXPECT_EQ(reduced.longest(), all->longest());
        tally.all += all->states();
        tally.followed += reduced.states();
    }
    const Verdict verdict = explore(question);
    EXPECT_EQ(text_of(codes_of(verdict)), text_of(expected)) << verdict.message;
    EXPECT_EQ(verdict.outcome, expected.empty() ? Outcome::proved : Outcome::counterexample);
    ++tally.compared;
    for (const Code code : expected) ++tally.seen[code];
    tally.proved += expected.empty() ? 1 : 0;
    tally.not_monotone += model::why_not_monotone(schedule).empty() ? 0 : 1;
}

class Explored : public testing::TestWithParam<int> {};

TEST_P(Explored, LeavingOutInterleavingsLosesNothing) {
    Tally tally;
    rc::Random random(static_cast<std::uint64_t>(GetParam()) * 104'729);
    for (int round = 0; round < 600 && !HasFailure(); ++round) {
        const auto made =
            generators::unstructured_schedules({1 + round % 3}, generators::Operations::all)(random.split(), 100)
                .value();
        compare(round % 6 == 0 ? tests::with_claim(made, round) : made, tally);
    }
    EXPECT_GT(tally.compared, 300);
    EXPECT_GT(tally.not_monotone, 100);
    EXPECT_GT(tally.proved, 10);
    EXPECT_LT(4 * tally.followed, tally.all);
    for (const Code code : {Code::deadlock, Code::uninitialised, Code::not_entered, Code::left_already,
                            Code::dirty_counter, Code::still_in_flight, Code::wrong_result, Code::read_before_landing})
        EXPECT_GT(tally.seen[code], 0) << model::number(code);
    std::string seen = "compared " + std::to_string(tally.compared) + ", proved " + std::to_string(tally.proved) +
                       ", states " + std::to_string(tally.all) + " " + std::to_string(tally.followed);
    for (const auto& [code, times] : tally.seen) seen += ", " + model::number(code) + " " + std::to_string(times);
    RecordProperty("seen", seen);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Explored, testing::Range(1, 5));

/// The diagnostics of all executions one by one, no state recognised; none when they have more than `most` events.
std::optional<Codes> codes_of_histories(const model::Schedule& schedule, std::int64_t most) {
    Codes codes;
    std::vector<model::Machine> open{model::Machine(schedule, schedule.launches)};
    while (!open.empty()) {
        model::Machine machine = std::move(open.back());
        open.pop_back();
        const auto enabled = machine.enabled();
        if (enabled.empty()) machine.rest();
        for (const model::Finding& finding : machine.take_findings()) codes.insert(finding.code);
        for (const model::Event& event : enabled) {
            if (--most < 0) return std::nullopt;
            open.push_back(machine);
            open.back().fire(event);
        }
    }
    return codes;
}

TEST(Explore, RecognisingStatesLosesNothing) {
    int compared = 0, not_monotone = 0;
    std::set<Code> seen;
    rc::Random random(11);
    for (int round = 0; round < 400 && !HasFailure(); ++round) {
        const auto made =
            generators::unstructured_schedules({1 + round % 2}, generators::Operations::all)(random.split(), 100)
                .value();
        const auto expected = codes_of_histories(made, 5'000);
        if (!expected) continue;
        SCOPED_TRACE(model::write_schedule(made));
        EXPECT_EQ(text_of(codes_of(explore(with_states(made, 10'000)))), text_of(that_count(*expected)));
        ++compared;
        not_monotone += model::why_not_monotone(made).empty() ? 0 : 1;
        seen.insert(expected->begin(), expected->end());
    }
    EXPECT_GT(compared, 100);
    EXPECT_GT(not_monotone, 20);
    EXPECT_GE(seen.size(), 8u);
}

TEST(Explore, AgreesWithCuts) {
    int compared = 0, proved = 0;
    rc::Random random(12);
    for (int round = 0; round < 150 && !HasFailure(); ++round) {
        const auto made = generators::unstructured_schedules({1 + round % 4})(random.split(), 100).value();
        const Verdict explored = explore(with_states(made, 20'000));
        if (!explored.message.empty()) continue;  // a limit, and with it perhaps less than all that is violated
        SCOPED_TRACE(model::write_schedule(made));
        const Verdict cut = tests::verdict_of(made, made.launches);
        EXPECT_EQ(text_of(codes_of(explored)), text_of(codes_of(cut)));
        if (explored.outcome == Outcome::proved) {
            EXPECT_EQ(explored.law, cut.law);
            EXPECT_EQ(explored.same_expression, cut.same_expression);
            EXPECT_EQ(explored.claims, cut.claims);
        }
        ++compared;
        proved += explored.outcome == Outcome::proved ? 1 : 0;
    }
    EXPECT_GT(compared, 100);
    EXPECT_GT(proved, 5);
}

TEST(Explore, KernelsHaveFewStates) {
    for (const char* const path :
         {"all_gather", "all_gather_bidirectional", "all_reduce", "reduce_scatter_bidirectional", "permute_pull",
          "all_to_all_ring", "barrier_dissemination", "broadcast_pipelined", "permute_entry_handshake"})
        for (const std::int64_t n : {2, 3}) {
            const model::Schedule schedule = instantiate(tests::kernel_at("kernels/" + std::string(path) + ".ring"), n);
            const Question question{schedule, schedule.launches, {}};
            SCOPED_TRACE(path);
            const Verdict verdict = explore(question);
            const Verdict cut = tests::verdict_of(schedule, schedule.launches);
            EXPECT_EQ(verdict.outcome, Outcome::proved);
            EXPECT_EQ(verdict.law, cut.law);
            EXPECT_EQ(verdict.same_expression, cut.same_expression);
            EXPECT_EQ(verdict.claims, cut.claims);
            // Right kernels fix the order of all that matters, so one execution stands for all.
            EXPECT_LT(verdict.states, 4 * verdict.events);
            EXPECT_GE(verdict.transitions, verdict.events);
            Question bounded = question;
            bounded.options.max_states = 10 * verdict.states;
            Search all(bounded, Search::Follow::all);
            if (n == 3) {
                EXPECT_THROW(all.run(), GaveUp) << all.states();
            }
        }
}

TEST(Explore, GoesBackFromABarrierToTheOneWhoArrivedFirst) {
    // Both agents can arrive as soon as their chip has entered, and then each lets the other leave. What leads to
    // either is the chip, not the other agent.
    const model::Schedule schedule = model::read_schedule(R"({
        "format": "ringproof.schedule", "version": 1, "name": "s", "chips": 2, "profile": {"entry": "none"}, "launches": 1,
        "buffers": [],
        "semaphores": [{"chip": "*", "name": "ready", "size": 1}],
        "agents": [
            {"chip": 0, "name": "a", "ops": [{"op": "barrier", "name": "all"}]},
            {"chip": 0, "name": "b", "ops": [
                {"op": "barrier", "name": "all"},
                {"op": "signal", "semaphore": "ready", "chip": 1, "add": 1}]},
            {"chip": 1, "name": "a", "ops": [{"op": "signal", "semaphore": "ready", "chip": 0, "add": 1}]}]})",
                                                          "s.json");
    const Question question = with_states(schedule, 10'000);
    Search reduced(question, Search::Follow::persistent);
    ASSERT_NO_THROW(reduced.run());
    EXPECT_EQ(codes_of(reduced), codes_of(*search_all(question)));
    EXPECT_TRUE(has(codes_of(reduced), Property::not_entered));
}

TEST(Explore, ALimitIsToldAndNoProof) {
    const model::Schedule schedule = instantiate(tests::kernel_at("kernels/all_reduce.ring"), 3);
    const Verdict verdict = explore(with_states(schedule, 50));
    EXPECT_EQ(verdict.outcome, Outcome::undecided);
    EXPECT_EQ(verdict.reason, Code::over_limit);
    EXPECT_NE(verdict.message.find("50 states"), std::string::npos) << verdict.message;
    EXPECT_GT(verdict.states, 40);
    Question question{schedule, 1, {}};
    question.options.max_events = 10;
    EXPECT_EQ(explore(question).reason, Code::over_limit);
}

TEST(Explore, WaysThatDoNotCommuteAreMutual) {
    for (const bool limited : {false, true}) {
        model::Schedule schedule = tests::schedule_of("kernel k(n) sem s", 1);
        if (limited) schedule.profile.counter_values = 4;
        const Touches touches(schedule, 1);
        for (Ways a = 1; a <= Ways(Way::drained); a <<= 1u)
            for (Ways b = 1; b <= Ways(Way::drained); b <<= 1u)
                EXPECT_EQ((touches.against(a) & b) != 0, (touches.against(b) & a) != 0) << a << " " << b;
    }
}

TEST(Seen, RemembersWhatItSaw) {
    Seen seen;
    std::string key;
    for (int i = 0; i < 5'000; ++i) EXPECT_TRUE(seen.insert(digest_of(std::to_string(i) + std::string(i % 9, '0'))));
    for (int i = 0; i < 5'000; ++i) EXPECT_FALSE(seen.insert(digest_of(std::to_string(i) + std::string(i % 9, '0'))));
    EXPECT_EQ(seen.size(), 5'000u);
    EXPECT_NE(digest_of("").low, digest_of(std::string(1, '\0')).low);
    EXPECT_TRUE(seen.insert(Digest{}));
    EXPECT_FALSE(seen.insert(Digest{}));
}

}  // namespace
}  // namespace ringproof::checker
