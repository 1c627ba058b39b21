#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "checker/clocks.h"
#include "checker/explore.h"
#include "checker/slack/slack.h"
#include "generators/ring_schedules.h"
#include "model/text.h"
#include "model/validity.h"
#include "tests/support/check_often.h"
#include "tests/support/slack_claims.h"

/// What holds of slack in every schedule.
namespace ringproof::checker::slack {
namespace {

using model::Schedule;

std::vector<std::string> texts_of(const Schedule& schedule, const model::Agent& agent) {
    std::vector<std::string> texts;
    for (const model::Step& step : agent.steps)
        texts.push_back(step.at.text() + " " + describe(schedule, step.operation));
    return texts;
}

void expect_valid(const Schedule& schedule) {
    validate_declarations(schedule);
    for (const model::Agent& agent : schedule.agents)
        for (const model::Step& step : agent.steps) RC_ASSERT(!complaint(schedule, agent.chip, step.operation));
}

RC_GTEST_PROP(SlackLaw, MovingLosesNothingAndKeepsTheOrderOfTheRest, ()) {
    const Schedule schedule = *generators::ring_schedules();
    const auto by = *rc::gen::inRange<std::int32_t>(1, 12);
    for (const Line& line : lines_of(schedule)) {
        const Moved changed = moved(schedule, line.key, by);
        RC_ASSERT(changed.furthest <= by);
        expect_valid(changed.schedule);
        for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent) {
            auto before = texts_of(schedule, schedule.agents[agent]);
            auto after = texts_of(changed.schedule, changed.schedule.agents[agent]);
            RC_ASSERT(before.size() == after.size());
            if (changed.furthest == 0) RC_ASSERT(before == after);
            // The rest is what is left when the instances' texts are taken out.
            std::vector<std::string> moving;
            for (const Instance& instance : line.instances)
                if (static_cast<std::size_t>(instance.agent) == agent)
                    moving.push_back(before[static_cast<std::size_t>(instance.step)]);
            const auto rest = [&](const std::vector<std::string>& all) {
                std::vector<std::string> left;
                for (const std::string& text : all)
                    if (std::find(moving.begin(), moving.end(), text) == moving.end()) left.push_back(text);
                return left;
            };
            RC_ASSERT(rest(before) == rest(after));
            std::sort(before.begin(), before.end());
            std::sort(after.begin(), after.end());
            RC_ASSERT(before == after);
        }
    }
}

/// Units that an agent takes from each counter, in all.
std::int64_t taken(const Schedule& schedule) {
    std::int64_t units = 0;
    for (const model::Agent& agent : schedule.agents)
        for (const model::Step& step : agent.steps)
            if (const auto* const wait = std::get_if<model::Wait<model::Concrete>>(&step.operation))
                if (const auto* const until = std::get_if<model::AtLeast<model::Concrete>>(&wait->until))
                    if (const auto* const take = std::get_if<std::int32_t>(&until->take)) units += *take;
    return units;
}

RC_GTEST_PROP(SlackLaw, LeavingOutIsValidAndTakesWhatWasTaken, ()) {
    const Schedule schedule = *generators::ring_schedules();
    for (const Line& line : lines_of(schedule)) {
        if (line.key.kind != Kind::wait) continue;
        const auto changed = without(schedule, {line.key});
        if (!changed) continue;
        expect_valid(changed->schedule);
        if (!changed->takers.nobody) RC_ASSERT(taken(changed->schedule) == taken(schedule));
    }
}

TEST(SlackLaw, EveryClaimHoldsInAllStates) {
    int claims = 0;
    tests::check_often(300, [&] {
        const Schedule schedule = *generators::ring_schedules();
        if (clocks({schedule, schedule.launches, {}}).outcome != Outcome::proved) return;
        const std::vector<Schedule> schedules{schedule};
        const Slack slack = find_slack({schedules, {}, clocks});
        tests::each_claim(schedule, slack, [&](const Schedule& changed) {
            Options options;
            options.max_states = 20'000;
            const Verdict verdict = explore({changed, changed.launches, options});
            RC_ASSERT(verdict.outcome != Outcome::counterexample);
            claims += verdict.outcome == Outcome::proved;
        });
    });
    EXPECT_GT(claims, 100);
}

}  // namespace
}  // namespace ringproof::checker::slack
