#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "checker/cross_check.h"
#include "model/json/json.h"
#include "model/language/language.h"
#include "tests/support/places.h"
#include "tests/support/verdicts.h"

/// Schedules on which engines once differed or broke, each made small by the campaign that found it. What they were
/// about stands in the file; the name tells the engine that was wrong.
namespace ringproof::checker {
namespace {

TEST(Found, EnginesAgreeByNow) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(tests::data("found"))) {
        if (entry.path().extension() != ".json") continue;
        SCOPED_TRACE(entry.path());
        const model::Schedule schedule = model::read_schedule(tests::text_of(entry.path()), entry.path());
        Decision decision;
        EXPECT_NO_THROW(decision = cross_check({schedule, schedule.launches, {}}, engines()));
        // `expect: race. Why it was found.`
        const std::string expected = schedule.about.substr(0, schedule.about.find('.'));
        EXPECT_EQ("expect: " + tests::word_of(decision.verdict), expected);
        EXPECT_GE(decision.engines.size(), 2U);
        ++files;
    }
    EXPECT_GT(files, 0);
}

/// A comparison that is given up is no difference: max(x, x), doubled again and again, is x. The same of a claim.
TEST(Found, AReadThatIsTooLargeToCompareIsUndecided) {
    std::string text = "kernel k(n) buffer x in, y[21] scratch copy x -> y[0] ";
    for (int k = 0; k < 20; ++k) text += fmt::format("reduce y[{0}], y[{0}] -> y[{1}] by max ", k, k + 1);
    const auto ask = [&](int depth) {
        const model::Kernel kernel = model::parse_kernel(text + fmt::format("read y[{}] expect x@me", depth), "k.ring");
        const model::Schedule schedule = instantiate(kernel, 1);
        return cross_check({schedule, 1, {}}, engines()).verdict;
    };
    EXPECT_EQ(ask(20).outcome, Outcome::undecided);
    EXPECT_EQ(ask(20).reason, model::Code::over_limit);
    EXPECT_EQ(ask(10).outcome, Outcome::proved);
    EXPECT_EQ(ask(10).law, model::Law::idempotence) << "reads lean on laws like claims";
}

}  // namespace
}  // namespace ringproof::checker
