#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "checker/cross_check.h"
#include "model/json/json.h"
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

}  // namespace
}  // namespace ringproof::checker
