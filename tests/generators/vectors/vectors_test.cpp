#include "generators/vectors/vectors.h"

#include <fstream>
#include <map>
#include <set>

#include <boost/hana/for_each.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "checker/choose.h"
#include "generators/vectors/features.h"
#include "model/collectives.h"
#include "model/rules.h"
#include "tests/support/places.h"
#include "tests/support/quick_verdict.h"

namespace ringproof::generators {
namespace {

TEST(Vectors, HavePermanentIds) {
    std::set<std::string> ids;
    for (const Vector& vector : vectors()) EXPECT_TRUE(ids.insert(vector.id).second) << vector.id << " is there twice";
    std::ifstream known(tests::data("vectors/ids.txt"));
    std::set<std::string> permanent;
    for (std::string id; known >> id;) permanent.insert(id);
    EXPECT_GT(permanent.size(), 1000U);
    for (const std::string& id : permanent) EXPECT_TRUE(ids.contains(id)) << id << " is gone";
    for (const std::string& id : ids) EXPECT_TRUE(permanent.contains(id)) << id << " is new: add it to ids.txt";
}

/// The matrix is whole: each collective has a kernel, and each kernel each rule that fits and each type that has the
/// rule.
TEST(Vectors, CoverTheMatrix) {
    std::set<std::string> ids;
    for (const Vector& vector : vectors()) ids.insert(vector.id);
    std::size_t cells = 0;
    boost::hana::for_each(model::collective::list, [&](auto collective) {
        std::size_t kernels = 0;
        for (const LibraryKernel& from : library()) {
            if (from.folder != "kernels" || from.kernel.contracts.empty() ||
                from.kernel.contracts.front().collective.text() != collective.info.name)
                continue;
            ++kernels;
            model::RuleId id = 0;
            boost::hana::for_each(model::rule::list, [&](auto rule) {
                const model::RuleId own = id++;
                if (rule.info.reduces != collective.info.reduces) return;
                for (const Element& element : elements()) {
                    const std::string name =
                        fmt::format("data-{}-{}-{}-n4", from.kernel.name, rule.info.name, element.name);
                    EXPECT_EQ(ids.contains(name), element.has_rule(own)) << name;
                    ++cells;
                }
            });
        }
        EXPECT_GT(kernels, 0U) << collective.info.name;
    });
    EXPECT_GT(cells, 150U);
}

/// What a class promises is what the engines say.
TEST(Vectors, AreWhatTheirClassSays) {
    std::map<VectorClass, std::size_t> seen;
    for (const Vector& vector : vectors()) {
        if (!vector.quick) continue;
        ++seen[vector.of];
        const model::Schedule schedule = vector.schedule();
        const checker::Verdict verdict = tests::quick_verdict(schedule);
        const bool proved = verdict.outcome == checker::Outcome::proved;
        switch (vector.of) {
            case VectorClass::data:
                // What does not commute comes out otherwise than the contract says where a ring goes round; it comes
                // out.
                if (vector.rule == "compose" && !proved)
                    EXPECT_EQ(verdict.counterexamples.front().finding.code, model::Code::wrong_result) << vector.id;
                else
                    EXPECT_TRUE(proved) << vector.id;
                break;
            case VectorClass::launches:
                // What is left by a launch before is looked at by programs that are not right: their files say so.
                if (vector.from->folder == "kernels") {
                    EXPECT_TRUE(proved) << vector.id;
                }
                break;
            case VectorClass::counters:
                EXPECT_TRUE(proved) << vector.id;
                break;
            case VectorClass::litmus:
                break;
            case VectorClass::fault:
                ASSERT_EQ(verdict.outcome, checker::Outcome::counterexample) << vector.id;
                EXPECT_EQ(verdict.counterexamples.front().finding.code, model::Code::deadlock) << vector.id;
                EXPECT_NE(vector.fault(), "") << vector.id;
                break;
            case VectorClass::checker:
                EXPECT_EQ(verdict.outcome, checker::Outcome::counterexample) << vector.id;
                EXPECT_NE(vector.fault(), "") << vector.id;
        }
        EXPECT_FALSE(vector.about().empty()) << vector.id;
    }
    EXPECT_EQ(seen.size(), 6U);
}

/// A backend is asked for the rule of the vector, not for that of the kernel.
TEST(Vectors, ReduceByTheirRule) {
    for (const Vector& vector : vectors()) {
        if (vector.rule.empty() || vector.chips != 2) continue;
        const model::Schedule schedule = vector.schedule();
        EXPECT_EQ(schedule.contracts.front().rule.text(), vector.rule) << vector.id;
        for (const model::Agent& agent : schedule.agents)
            for (const model::Step& step : agent.steps)
                if (const auto* const reduce = std::get_if<model::Reduce<model::Concrete>>(&step.operation)) {
                    EXPECT_EQ(reduce->rule.text(), vector.rule) << vector.id;
                }
    }
}

TEST(Vectors, EachAskForFeaturesThatAreListed) {
    std::set<std::string_view> listed, asked;
    for (const Feature& feature : features()) EXPECT_TRUE(listed.insert(feature.name).second);
    for (const Vector& vector : vectors())
        for (const std::string_view feature : features_of(vector.schedule())) asked.insert(feature);
    EXPECT_EQ(asked, listed) << "a feature that nothing asks for, or that is not listed";
}

}  // namespace
}  // namespace ringproof::generators
