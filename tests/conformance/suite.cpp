#include "conformance/suite.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "checker/choose.h"
#include "conformance/check.h"
#include "conformance/tally.h"
#include "generators/ring/plans.h"
#include "generators/vectors/protocol.h"
#include "generators/vectors/vectors.h"
#include "generators/vectors/waivers.h"
#include "model/json/json.h"
#include "model/source.h"

namespace ringproof::conformance {
namespace {

using generators::Ends;
using generators::Task;
using generators::Vector;
using generators::VectorClass;

constexpr int runs_of_litmus = 30;
constexpr int runs_delayed = 4;
constexpr int stress_tests = 10, schedules_a_stress_test = 10, most_draws_a_stress_test = 2'000;

std::uint64_t seed() {
    const char* const text = std::getenv("RINGPROOF_SEED");
    return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

const generators::Waivers& waivers() {
    static const generators::Waivers all = [] {
        const char* const file = std::getenv("RINGPROOF_WAIVERS");
        return file == nullptr ? generators::Waivers{} : generators::read_waivers(model::read_text(file), file);
    }();
    return all;
}

/// One kind under test.
struct Subject {
    Kind kind;
    Tally tally;
    bool was_blocked = false;  ///< where it should not have been
};

double patience(const Subject& subject) {
    const char* const text = std::getenv("RINGPROOF_PATIENCE");
    const double seconds = text == nullptr ? 0 : std::strtod(text, nullptr);
    return (seconds > 0 ? seconds : 10) * (subject.was_blocked ? 0.1 : 1);
}

/// One run; `seed` 0: without delays.
Checked check_run(Subject& subject, const Task& task, std::uint64_t seed) {
    Manner manner = manner_for(task, seed);
    manner.patience = std::min(manner.patience, patience(subject));
    Checked checked = check(subject.kind, task, manner);
    subject.was_blocked = subject.was_blocked || checked.blocked;
    return checked;
}

class Suite : public testing::Test {
public:
    Suite(Subject& subject, std::function<void(Subject&)> body) : subject_(subject), body_(std::move(body)) {}
    void TestBody() override {
        try {
            body_(subject_);
        } catch (const std::exception& error) {
            ADD_FAILURE() << error.what();
        }
        if (IsSkipped()) return;
        HasFailure() ? ++subject_.tally.failed : ++subject_.tally.passed;
    }

private:
    Subject& subject_;
    std::function<void(Subject&)> body_;
};

/// Prints the report when all tests have run.
class Report : public testing::Environment {
public:
    explicit Report(std::shared_ptr<Subject> subject) : subject_(std::move(subject)) {}
    void TearDown() override {
        const Tally& tally = subject_->tally;
        if (tally.passed + tally.failed + tally.lacking.size() + tally.waived.size() > 0)
            fmt::print("{}", tally.text());
    }

private:
    std::shared_ptr<Subject> subject_;
};

/// The seed of run number `k` of several: the first without delays.
std::uint64_t seed_of_run(int k) {
    return k == 0 ? 0 : seed() * generators::seeds_apart + static_cast<std::uint64_t>(k);
}

void run_vector(Subject& subject, const Vector& vector, int first, int runs) {
    if (const auto waived = waivers().find(vector.id); waived != waivers().end()) {
        subject.tally.waived[vector.id] = waived->second;
        GTEST_SKIP() << "waived: " << waived->second;
    }
    const model::Schedule schedule = vector.schedule();
    if (const std::string missing = lacks(subject.kind, schedule); !missing.empty()) {
        ++subject.tally.lacking[missing];
        GTEST_SKIP() << "it lacks " << missing;
    }
    const Task task = vector.task();
    for (int k = first; k < first + runs; ++k) {
        const Checked checked = check_run(subject, task, seed_of_run(k));
        if (!checked.complaint.empty()) {
            ADD_FAILURE() << checked.complaint << "\nvector " << vector.id << ": " << vector.about();
            return;
        }
        if (vector.of != VectorClass::litmus) continue;
        Tally::Seen& seen = subject.tally.litmus[vector.id];
        seen.allowed = task.allowed().size();
        seen.outcomes.insert(*checked.outcome);
        // Being blocked takes its time each time.
        const bool may_block = std::ranges::any_of(task.allowed(), [](const auto& shown) { return !shown.finished; });
        if (may_block && seen.outcomes.size() == seen.allowed) return;
    }
}

/// Ring collectives that are right, that the backend can execute, and that have been proved.
void stress(Subject& subject, std::uint64_t number) {
    generators::Draws draws(rc::Random(seed() * generators::seeds_apart + number));
    int left = schedules_a_stress_test;
    // A backend may be able to execute few of them, or none.
    for (int drawn = 0; left > 0 && drawn < most_draws_a_stress_test; ++drawn) {
        const generators::RingPlan plan = generators::draw_ring_plan(draws);
        const model::Schedule schedule = generators::schedule_of(plan);
        if (!plan.right() || !schedule.has_launches() || !lacks(subject.kind, schedule).empty()) continue;
        if (checker::choose_without_record({schedule, schedule.launches, {}}).outcome != checker::Outcome::proved)
            continue;
        --left;
        // Bytes of which any sum is exact: what is added atomically has no order.
        const Task task(schedule, *generators::find_element("uint8"), 8, Ends::alike);
        for (const int k : {0, left})
            if (const Checked checked = check_run(subject, task, seed_of_run(k)); !checked.complaint.empty()) {
                ADD_FAILURE() << checked.complaint << "\nthe schedule:\n" << model::write_schedule(schedule);
                return;
            }
    }
    if (left < schedules_a_stress_test) return;
    ++subject.tally.lacking["what any random schedule needs"];
    GTEST_SKIP() << "it can execute none of " << most_draws_a_stress_test << " random schedules";
}

void add(const std::shared_ptr<Subject>& subject, std::string_view group, const std::string& name,
         const std::function<void(Subject&)>& body) {
    testing::RegisterTest(fmt::format("{}_{}", subject->kind.name, group).c_str(), name.c_str(), nullptr, nullptr,
                          __FILE__, __LINE__, [subject, body]() -> Suite* { return new Suite(*subject, body); });
}

}  // namespace

void register_suite(const Kind& kind) {
    const auto subject = std::make_shared<Subject>(Subject{kind, {}, false});
    subject->tally.name = kind.name;
    for (const Vector& vector : generators::vectors()) {
        if (vector.of == VectorClass::checker) continue;
        const int runs = vector.of == VectorClass::litmus ? runs_of_litmus : 1;
        add(subject, model::word(vector.of), vector.id,
            [&vector, runs](Subject& tested) { run_vector(tested, vector, 0, runs); });
        if (vector.quick && (vector.of == VectorClass::data || vector.of == VectorClass::launches))
            add(subject, "delayed", vector.id,
                [&vector](Subject& tested) { run_vector(tested, vector, 1, runs_delayed); });
    }
    for (int k = 0; k < stress_tests; ++k)
        add(subject, "stress", fmt::format("random_{}", k),
            [k](Subject& tested) { stress(tested, static_cast<std::uint64_t>(k)); });
    testing::AddGlobalTestEnvironment(new Report(subject));
}

}  // namespace ringproof::conformance
