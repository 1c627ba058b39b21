#include "checker/shrink.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

#include "model/scheduler.h"
#include "tests/support/play.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::Finding;

/// A random execution that makes a finding of `code`, and which one it is.
struct Shown {
    model::Trace trace;
    Finding finding;
};

Shown random_execution(const model::Schedule& schedule, std::int32_t launches, Code code) {
    for (std::uint64_t seed = 1; seed < 1'000; ++seed) {
        model::Machine machine(schedule, launches);
        Shown shown;
        run_random(machine, seed, [&](const model::Event& event) { shown.trace.push_back(event); });
        for (const Finding& finding : machine.findings())
            if (finding.code == code) {
                shown.finding = finding;
                return shown;
            }
    }
    throw std::logic_error("no execution shows it");
}

constexpr std::string_view racing =
    "kernel racing(n) profile default, exit any buffer x in buffer spare buffer y out sem done "
    "put x -> right.spare put x -> right.y recv done copy x -> spare";

TEST(Shrink, LeavesWhatTheFindingNeeds) {
    const model::Schedule schedule = tests::schedule_of(racing, 2);
    const Question question{schedule, 2, {}};
    for (const Code code : {Code::two_writers, Code::read_before_landing}) {
        const Shown shown = random_execution(schedule, 2, code);
        const auto shows = [&](const Finding& seen) { return seen.same_fault(shown.finding); };
        const model::Trace small = shrink(question, shown.trace, false, shows);
        model::Machine machine(schedule, 2);
        ASSERT_EQ(run_trace(machine, small), small.size());
        EXPECT_TRUE(std::any_of(machine.findings().begin(), machine.findings().end(), shows));
        EXPECT_LT(small.size(), shown.trace.size());
        // No single event can go.
        for (std::size_t i = 0; i < small.size(); ++i) {
            model::Trace less = small;
            less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
            model::Machine other(schedule, 2);
            for (const model::Event& event : less)
                if (other.enabled(event)) other.fire(event);
            EXPECT_FALSE(std::any_of(other.findings().begin(), other.findings().end(), shows)) << i;
        }
    }
}

TEST(Shrink, ADeadlockStaysAnExecutionToItsEnd) {
    // The set may wipe out the raise, and then the wait blocks.
    const model::Schedule schedule =
        tests::schedule_of("kernel wiped(n) profile equality sem s signal right.s set s 0 wait s", 2);
    const Question question{schedule, 1, {}};
    const Shown shown = random_execution(schedule, 1, Code::deadlock);
    const model::Trace small =
        shrink(question, shown.trace, true, [](const Finding& seen) { return seen.code == Code::deadlock; });
    EXPECT_LE(small.size(), shown.trace.size());
    model::Machine machine(schedule, 1);
    ASSERT_EQ(run_trace(machine, small), small.size());
    EXPECT_TRUE(machine.enabled().empty());
    machine.rest();
    ASSERT_EQ(machine.findings().size(), 1u);
    EXPECT_EQ(machine.findings()[0].code, Code::deadlock);
}

TEST(Shrink, ATraceThatShowsNothingIsADisagreement) {
    const model::Schedule schedule = tests::schedule_of(racing, 2);
    const Question question{schedule, 1, {}};
    const auto never = [](const Finding&) { return false; };
    EXPECT_THROW(shrink(question, {}, false, never), Disagreement);
    EXPECT_THROW(shrink(question, {}, true, never), Disagreement);
}

}  // namespace
}  // namespace ringproof::checker
