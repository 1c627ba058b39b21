#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checker/choose.h"
#include "model/compare.h"
#include "model/machine.h"
#include "model/monotone.h"
#include "model/scheduler.h"
#include "tests/support/places.h"
#include "tests/support/verdicts.h"

/// Every .ring file below specs/, one test each and kind.
namespace ringproof::specs {
namespace {

using checker::Counterexample;
using checker::Outcome;
using checker::Verdict;
using tests::kernel_at;
using tests::word_of;

constexpr std::int64_t largest = 5;

/// `kernels/permute.ring`, ... in order.
std::vector<std::string> files() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::specs()))
        if (entry.path().extension() == ".ring")
            found.push_back(std::filesystem::relative(entry.path(), tests::specs()).string());
    std::sort(found.begin(), found.end());
    return found;
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param.substr(0, info.param.size() - 5);
    std::replace(name.begin(), name.end(), '/', '_');
    return name;
}

/// Calls `visit(n, schedule)` for the sizes up to `largest` that the kernel takes. There must be one.
template <class Visit>
void each_size(const model::Kernel& kernel, const Visit& visit) {
    int taken = 0;
    for (std::int64_t n = 1; n <= largest; ++n) try {
            const model::Schedule schedule = instantiate(kernel, n);
            ++taken;
            SCOPED_TRACE(kernel.file + " n = " + std::to_string(n));
            visit(n, schedule);
        } catch (const model::Fault& fault) {
            if (fault.code() != model::Code::requires_not_met) throw;
        }
    EXPECT_GT(taken, 0) << "no size up to " << largest << " is taken";
}

/// By `cuts` or, where that is not for schedules of this kind, by an engine that is.
Verdict verdict_of(const model::Schedule& schedule, std::int32_t launches = 1) {
    return model::why_not_monotone(schedule).empty() ? tests::verdict_of(schedule, launches)
                                                     : checker::choose_without_record({schedule, launches, {}});
}

std::string expected_of(const model::Kernel& kernel, std::int64_t n, std::int32_t launches,
                        const std::string& profile) {
    std::string expected = profile.empty() ? "proved" : "";
    for (const model::Expectation& expectation : kernel.expectations)
        if (expectation.covers(n, launches, profile)) expected = expectation.verdict;
    return expected;
}

bool is_minimal_kind(const model::Finding& finding) {
    switch (model::property_of(finding.code)) {
        case model::Property::race:
        case model::Property::not_entered:
        case model::Property::uninitialised:
            return true;
        // A global counter is judged at rest: all events belong to that.
        case model::Property::dirty_exit:
            return finding.event.moment == model::Moment::exit;
        default:
            return false;
    }
}

bool shows(const model::Machine& machine, const model::Finding& finding) {
    return std::any_of(machine.findings().begin(), machine.findings().end(), [&](const model::Finding& seen) {
        return seen.same_fault(finding) && model::property_of(seen.code) == model::property_of(finding.code);
    });
}

/// Follows the counterexample on a fresh machine, and then again without each one of its events and what needs it.
void expect_shown_and_minimal(const model::Schedule& schedule, std::int32_t launches, const Counterexample& shown) {
    SCOPED_TRACE(model::number(shown.finding.code));
    model::Machine machine(schedule, launches);
    ASSERT_EQ(run_trace(machine, shown.trace), shown.trace.size());
    if (!shows(machine, shown.finding)) {
        EXPECT_TRUE(machine.enabled().empty()) << "not shown, and not at rest";
        machine.rest();
    }
    EXPECT_TRUE(shows(machine, shown.finding));
    if (!is_minimal_kind(shown.finding)) return;
    for (std::size_t left_out = 0; left_out < shown.trace.size(); ++left_out) {
        model::Machine shorter(schedule, launches);
        for (std::size_t i = 0; i < shown.trace.size(); ++i)
            if (i != left_out && shorter.enabled(shown.trace[i])) shorter.fire(shown.trace[i]);
        EXPECT_FALSE(shows(shorter, shown.finding))
            << "event " << left_out << " of " << shown.trace.size() << " is not needed";
    }
}

void expect_as_promised(const model::Kernel& kernel, std::int32_t launches) {
    bool refuted = false;
    each_size(kernel, [&](std::int64_t n, const model::Schedule& schedule) {
        const Verdict verdict = verdict_of(schedule, launches);
        EXPECT_EQ(word_of(verdict), expected_of(kernel, n, launches, ""));
        EXPECT_EQ(verdict.outcome == Outcome::counterexample, !verdict.counterexamples.empty());
        for (const Counterexample& shown : verdict.counterexamples) expect_shown_and_minimal(schedule, launches, shown);
        refuted = refuted || verdict.outcome == Outcome::counterexample;
    });
    // Of labs, and of what backends are tested with, some are right and some are wrong, as their lines say.
    const bool is_mixed = kernel.file.starts_with("labs/") || kernel.file.starts_with("conformance/");
    const bool is_gallery = kernel.file.starts_with("gallery/");
    // Some faults need two launches to show; a gallery file that promises so is looked at there.
    const bool proved_once = std::any_of(kernel.expectations.begin(), kernel.expectations.end(),
                                         [](const auto& e) { return e.verdict == "proved" && e.launches == 1; });
    if (is_mixed) return;
    if (!is_gallery) {
        EXPECT_FALSE(refuted) << "a kernel that is right";
    } else if (launches == 2 || !proved_once) {
        EXPECT_TRUE(refuted) << "nothing is wrong at any size";
    }
}

class Specs : public testing::TestWithParam<std::string> {};

TEST_P(Specs, MeetsItsExpectations) { expect_as_promised(kernel_at(GetParam()), 1); }

TEST_P(Specs, MeetsItsExpectationsOverTwoLaunches) { expect_as_promised(kernel_at(GetParam()), 2); }

TEST_P(Specs, MeetsItsExpectationsUnderOtherProfiles) {
    const model::Kernel kernel = kernel_at(GetParam());
    for (const model::Expectation& expectation : kernel.expectations) {
        if (expectation.profile.empty()) continue;
        each_size(kernel, [&](std::int64_t n, model::Schedule schedule) {
            const std::string expected = expected_of(kernel, n, 1, expectation.profile);
            if (expected.empty()) return;
            schedule.profile = model::find_profile(expectation.profile).value();
            EXPECT_EQ(word_of(verdict_of(schedule)), expected) << expectation.profile;
        });
    }
}

TEST_P(Specs, PrintsAsTheSameKernel) {
    const model::Kernel kernel = kernel_at(GetParam());
    const std::string text = print(kernel);
    const model::Kernel again = model::parse_kernel(text, kernel.file);
    EXPECT_EQ(print(again), text);
    const auto without_lines = [](model::Schedule schedule) {
        for (auto& agent : schedule.agents)
            for (auto& step : agent.steps) step.at = {};
        return schedule;
    };
    each_size(kernel, [&](std::int64_t n, const model::Schedule& schedule) {
        EXPECT_TRUE(model::equal(without_lines(schedule), without_lines(instantiate(again, n))));
    });
}

INSTANTIATE_TEST_SUITE_P(All, Specs, testing::ValuesIn(files()), name_of);

TEST(SpecsFolder, HasBothKinds) {
    const auto all = files();
    const auto kernels = std::count_if(all.begin(), all.end(), [](const auto& f) { return f.starts_with("kernels/"); });
    EXPECT_GE(kernels, 24);
    EXPECT_GE(static_cast<std::ptrdiff_t>(all.size()) - kernels, 35);
}

}  // namespace
}  // namespace ringproof::specs
