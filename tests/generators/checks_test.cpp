#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/choose.h"
#include "checker/clocks.h"
#include "generators/check.h"
#include "tests/support/verdicts.h"

/// Each check on a verdict that is wrong, or with an engine that is: it has to complain.
namespace ringproof::generators {
namespace {

using checker::Engine;
using checker::Outcome;
using checker::Question;
using checker::Verdict;
using model::Code;
using testing::HasSubstr;
using testing::IsEmpty;

model::Schedule schedule_of(std::string_view text, std::int32_t chips, std::int32_t launches = 1) {
    model::Schedule schedule = instantiate(model::parse_kernel(text, "k.ring"), chips);
    schedule.launches = launches;
    return schedule;
}

Verdict proved() {
    Verdict verdict;
    verdict.outcome = Outcome::proved;
    return verdict;
}

Verdict refuted(Code code) {
    Verdict verdict;
    verdict.outcome = Outcome::counterexample;
    verdict.counterexamples.emplace_back();
    verdict.counterexamples.back().finding.code = code;
    return verdict;
}

std::string complaint_of(std::string (*check)(Trial), const model::Schedule& schedule, const Verdict& verdict,
                         std::span<const Engine> engines, std::uint64_t seed = 1) {
    return check({schedule, verdict, engines, {}, rc::Random(seed)});
}

/// The first complaint over some seeds.
std::string complaint_often(std::string (*check)(Trial), const model::Schedule& schedule, const Verdict& verdict,
                            std::span<const Engine> engines) {
    for (std::uint64_t seed = 0; seed < 40; ++seed)
        if (std::string wrong = complaint_of(check, schedule, verdict, engines, seed); !wrong.empty()) return wrong;
    return {};
}

constexpr std::string_view right = R"(kernel k(n) contract all_reduce(x -> out, sum)
    buffer x in buffer out out buffer got[n] sem sent, arrived
    copy x -> out for s in 1 .. n { put x -> chip(me + s).got[me] send sent recv arrived wait sent }
    wait arrived (n - 1) for s in 1 .. n { reduce got[(me + s) % n] into out })";

TEST(Executions, OfAnHonestVerdictFit) {
    const model::Schedule schedule = schedule_of(right, 3);
    const Verdict verdict = checker::clocks({schedule, 1, {}});
    ASSERT_EQ(verdict.outcome, Outcome::proved) << tests::codes_of(verdict);
    EXPECT_THAT(complaint_of(executions_fit, schedule, verdict, checker::engines()), IsEmpty());
}

TEST(Executions, ShowWhatAProofOverlooks) {
    const std::string text(right);
    const auto without = [&](std::string_view part) {
        std::string less = text;
        less.erase(less.find(part), part.size());
        return schedule_of(less, 3);
    };
    EXPECT_THAT(complaint_of(executions_fit, without("wait arrived (n - 1)"), proved(), checker::engines()),
                HasSubstr("ruled out"));
    EXPECT_THAT(complaint_of(executions_fit, schedule_of("kernel k(n) sem s wait s", 2), proved(), checker::engines()),
                HasSubstr("RP110"));
}

/// A counterexample that looked at all rules out what it does not name.
TEST(Executions, ShowWhatACounterexampleOverlooks) {
    const model::Schedule two = schedule_of("kernel k(n) sem s buffer x in signal right.s put x -> right.x", 2);
    EXPECT_THAT(complaint_of(executions_fit, two, refuted(Code::dirty_counter), checker::engines()), HasSubstr("RP10"));
    Verdict at_a_limit = refuted(Code::dirty_counter);
    at_a_limit.message = "time was over";
    EXPECT_THAT(complaint_of(executions_fit, two, at_a_limit, checker::engines()), IsEmpty());
    EXPECT_THAT(complaint_of(executions_fit, two, refuted(Code::deadlock), checker::engines()), IsEmpty())
        << "after a deadlock nothing else is asked";
}

/// Chips add up what comes in an order of their own: equal by commutativity, and in no other way.
TEST(Executions, AreRoundedDifferentlyWhereAProofLeansOnALaw) {
    const model::Schedule schedule = schedule_of(right, 4);
    Verdict verdict = checker::clocks({schedule, 1, {}});
    ASSERT_EQ(verdict.law, model::Law::commutativity);
    EXPECT_THAT(complaint_of(executions_fit, schedule, verdict, checker::engines()), IsEmpty());
    verdict.law = model::Law::none;
    EXPECT_THAT(complaint_of(executions_fit, schedule, verdict, checker::engines()), HasSubstr("rounding"));
}

std::size_t waits(const model::Schedule& schedule) {
    std::size_t found = 0;
    for (const model::Agent& agent : schedule.agents)
        for (const model::Step& step : agent.steps)
            found += std::holds_alternative<model::Wait<model::Concrete>>(step.operation) ? 1U : 0U;
    return found;
}

Verdict counts_waits(const Question& question) {
    Verdict verdict = waits(question.schedule) == 1 ? proved() : refuted(Code::deadlock);
    verdict.engine = "clocks";
    return verdict;
}

TEST(IdleWaits, ShowAnEngineThatTheyDisturb) {
    constexpr Engine engines[] = {{"clocks", "", counts_waits}};
    const model::Schedule schedule = schedule_of("kernel k(n) sem s if me == 0 { signal right.s } else { wait s }", 2);
    EXPECT_THAT(complaint_of(idle_waits_change_nothing, schedule, proved(), engines), HasSubstr("idle wait"));
    EXPECT_THAT(complaint_of(idle_waits_change_nothing, schedule, proved(), checker::engines()), IsEmpty());
}

Verdict likes_chip_0(const Question& question) {
    Verdict verdict = question.schedule.agents.front().chip == 0 ? proved() : refuted(Code::deadlock);
    verdict.engine = "clocks";
    return verdict;
}

TEST(Names, ShowAnEngineThatLooksAtThem) {
    constexpr Engine engines[] = {{"clocks", "", likes_chip_0}};
    const model::Schedule schedule = schedule_of(right, 3);
    EXPECT_THAT(complaint_often(names_change_nothing, schedule, proved(), engines), HasSubstr("numbering chips"));
    EXPECT_THAT(complaint_often(names_change_nothing, schedule, checker::clocks({schedule, 1, {}}), checker::engines()),
                IsEmpty());
}

Verdict prefers_doubt(const Question& question) {
    const bool doubtful = question.schedule.profile.signal_covers == model::Covers::none;
    Verdict verdict = doubtful ? proved() : refuted(Code::read_before_landing);
    verdict.engine = "clocks";
    return verdict;
}

TEST(Promises, ShowAnEngineThatThrivesOnFewer) {
    constexpr Engine engines[] = {{"clocks", "", prefers_doubt}};
    const model::Schedule schedule = schedule_of(right, 3);
    EXPECT_THAT(complaint_often(promises_only_help, schedule, refuted(Code::read_before_landing), engines),
                HasSubstr("fewer promises"));
    EXPECT_THAT(complaint_often(promises_only_help, schedule, checker::clocks({schedule, 1, {}}), checker::engines()),
                IsEmpty());
}

/// A profile of narrow counters does not fit one that starts beyond their width.
TEST(Promises, AskNothingThatIsInvalid) {
    model::Schedule schedule = schedule_of("kernel k(n) sem s fence", 2);
    for (model::Semaphore& semaphore : schedule.semaphores) semaphore.init = 5;
    const Verdict verdict = checker::clocks({schedule, 1, {}});
    ASSERT_EQ(tests::word_of(verdict), "dirty-exit");
    EXPECT_THAT(complaint_often(promises_only_help, schedule, verdict, checker::engines()), IsEmpty());
}

TEST(Text, ShowsWhatDoesNotComeBack) {
    model::Schedule schedule = schedule_of(right, 2);
    EXPECT_THAT(complaint_of(text_gives_it_back, schedule, proved(), {}), IsEmpty());
    // The one thing that JSON cannot tell: an atom that is spelt like an input (model/json/json.h).
    const model::Term atom{model::Atom{model::Symbol("x[0]@0")}};
    schedule.agents.front().steps.push_back({model::Write<model::Concrete>{{1, 0}, atom}, model::Symbol()});
    EXPECT_THAT(complaint_of(text_gives_it_back, schedule, proved(), {}), HasSubstr("differs"));
}

}  // namespace
}  // namespace ringproof::generators
