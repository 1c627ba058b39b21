#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/choose.h"
#include "model/diagnostic.h"
#include "model/import/mscclpp/mscclpp.h"
#include "model/monotone.h"
#include "tests/support/verdicts.h"

/// What plans become.
namespace ringproof::model {
namespace {

using testing::Contains;
using testing::HasSubstr;
using Names = std::vector<std::string>;

std::shared_ptr<const Plan> plan_of(const std::string& name, const Limits& limits = {}) {
    return mscclpp::read_plan(tests::text_of(tests::data("plans/mscclpp/" + name + ".json")), name + ".json", limits);
}

Schedule schedule_of(const std::string& name, std::size_t way = 0, const PlanOptions& options = {}) {
    return plan_of(name)->schedule(way, options, {});
}

Names agents_of(const Schedule& schedule, std::int32_t chip) {
    Names names;
    for (const Agent& agent : schedule.agents)
        if (agent.chip == chip) names.push_back(agent.name.text());
    std::sort(names.begin(), names.end());
    return names;
}

std::int32_t size_of(const Schedule& schedule, const std::string& buffer) {
    for (const Buffer& one : schedule.buffers)
        if (one.chip == 0 && one.name.text() == buffer) return one.size;
    return -1;
}

std::string with(std::string text, const std::string& what, const std::string& other) {
    const auto found = text.find(what);
    if (found == std::string::npos) throw std::logic_error("no " + what);
    return text.replace(found, what.size(), other);
}

TEST(MscclppLooks, LikeAPlan) {
    EXPECT_TRUE(mscclpp::looks_like_plan("\n { \"name\": \"x\", \"collective\": \"allreduce\", \"gpus\": [ {"));
    EXPECT_TRUE(mscclpp::looks_like_plan(R"({"gpus": [{"channels": [{"channel_type": "mem)"));
    EXPECT_FALSE(mscclpp::looks_like_plan(""));
    EXPECT_FALSE(mscclpp::looks_like_plan(R"({"format": "ringproof.schedule", "ensures": [{"collective": "x"}]})"));
    EXPECT_FALSE(mscclpp::looks_like_plan("kernel k(n) # \"gpus\" \"collective\""));
}

TEST(MscclppPlan, IsWhatItSays) {
    const auto plan = plan_of("gather_published");
    EXPECT_EQ(plan->format(), "MSCCL++ plan");
    EXPECT_EQ(plan->chips(), 2);
    EXPECT_EQ(plan->ways({}), (Names{"in time", "as published"}));
    EXPECT_EQ(plan_of("gather_strict")->ways({}), (Names{""}));
    EXPECT_TRUE(plan->facts(0, {}, {}).empty());
    EXPECT_THAT(plan->notes({}), testing::ElementsAre(testing::HasSubstr("Relaxed signals and waits (the first: ")));
    const Schedule schedule = plan->schedule(0, {}, {});
    EXPECT_EQ(schedule.name, "gather_published");
    EXPECT_EQ(schedule.launches, 2);
    EXPECT_EQ(schedule.profile.entry, Entry::none);
    EXPECT_EQ(schedule.profile.exit, Exit::any);
    EXPECT_EQ(schedule.profile.counter_life, Life::global);
    ASSERT_EQ(schedule.contracts.size(), 1u);
    EXPECT_EQ(schedule.contracts[0].collective.text(), "all_gather");
}

TEST(MscclppPlan, NamesTheLineOfEachOperation) {
    const std::string text = tests::text_of(tests::data("plans/mscclpp/gather_published.json"));
    const std::string before = text.substr(0, text.find("{\"name\": \"put\""));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    Names at;
    for (const Agent& agent : schedule_of("gather_published").agents)
        for (const Step& step : agent.steps)
            if (std::holds_alternative<Put<Concrete>>(step.operation)) at.push_back(step.at.text());
    EXPECT_THAT(at, Contains("gather_published.json:" + std::to_string(line) + " gpu=0 tb=0 op=3"));
    EXPECT_EQ(at.size(), 2u);
    at.clear();
    for (const Agent& agent : schedule_of("pipeline").agents)
        for (const Step& step : agent.steps) at.push_back(step.at.text());
    EXPECT_THAT(at, Contains(HasSubstr("gpu=1 tb=0 op=0.2 it=5")));
}

TEST(MscclppBlock, IsOneAgentForEachThingAtATime) {
    EXPECT_EQ(agents_of(schedule_of("gather_strict"), 0), (Names{"tb 0", "tb 0 thread 0"}));
    EXPECT_EQ(agents_of(schedule_of("channels"), 0), (Names{"tb 0", "tb 0 thread 0"}));
    EXPECT_EQ(agents_of(schedule_of("fused_put"), 0), (Names{"tb 0", "tb 0 data 1", "tb 0 thread 0"}));
    EXPECT_EQ(agents_of(schedule_of("copy_overlaps"), 0), (Names{"tb 0", "tb 0 data 1"}));
    EXPECT_EQ(agents_of(schedule_of("gather_published", 1), 0), (Names{"start", "tb 0", "tb 0 thread 0"}));
    EXPECT_THAT(agents_of(schedule_of("threads_in_turn"), 0), Contains("tb 0 from 1 memory 0 in turn"));
    EXPECT_THAT(agents_of(schedule_of("sendrecv"), 0), Contains("tb 0 queue to 1 0"));
    EXPECT_THAT(agents_of(schedule_of("packets_double"), 0), Contains("host"));
    EXPECT_THAT(agents_of(schedule_of("packets_single"), 0), testing::Not(Contains("host")));
    EXPECT_THAT(agents_of(schedule_of("packets_several_readers"), 0), Contains("packet 0"));
}

TEST(MscclppBlock, MeetsOnlyWithItsOwn) {
    for (const Agent& agent : schedule_of("barrier").agents)
        for (const Step& step : agent.steps)
            if (const auto* barrier = std::get_if<Barrier<Concrete>>(&step.operation)) {
                const std::string gpu = "gpu " + std::to_string(agent.chip);
                EXPECT_TRUE(barrier->name.text().starts_with(gpu)) << barrier->name.text();
            }
}

TEST(MscclppBuffers, AreOneInPlace) {
    EXPECT_EQ(size_of(schedule_of("scatter_in_place"), "inout"), 2);
    EXPECT_EQ(size_of(schedule_of("scatter_apart"), "input"), 2);
    EXPECT_EQ(size_of(schedule_of("scatter_apart"), "output"), 1);
    EXPECT_EQ(size_of(schedule_of("packets_double"), "packets"), 2);
    EXPECT_EQ(size_of(schedule_of("packets_single"), "packets"), 1);
    // The old format has halves for packets only, and always.
    EXPECT_EQ(size_of(schedule_of("old_packets"), "packets"), 2);
    EXPECT_EQ(size_of(schedule_of("old_packets"), "scratch"), 1);
    EXPECT_EQ(size_of(schedule_of("old_barrier"), "packets"), 2);
    EXPECT_THAT(agents_of(schedule_of("old_barrier"), 0), testing::Not(Contains("host")));
    EXPECT_EQ(size_of(schedule_of("group"), "inout"), -1);
    EXPECT_EQ(size_of(schedule_of("group"), "output"), 4);  // a chunk is divided in two
}

TEST(MscclppPipeline, IsAsLongAsTheMessage) {
    EXPECT_EQ(size_of(schedule_of("pipeline"), "scratch"), 4);
    EXPECT_EQ(size_of(schedule_of("pipeline"), "input"), 6);
    EXPECT_EQ(size_of(schedule_of("pipeline", 0, {.iterations = 5}), "input"), 9);
    // What fits uses no scratch twice.
    const PlanOptions small{.message_bytes = 2 * 3 * (std::int64_t{1} << 24)};
    EXPECT_EQ(size_of(schedule_of("pipeline", 0, small), "input"), 3);
    EXPECT_EQ(size_of(schedule_of("pipeline", 0, small), "scratch"), 3);
    const Schedule fits = schedule_of("pipeline_no_credits", 0, small);
    EXPECT_EQ(tests::word_of(checker::choose({fits, 2, {}}, checker::engines()).verdict), "proved");
    EXPECT_THAT(plan_of("pipeline")->notes({}), Contains(HasSubstr("6 units of a pipeline, of which scratch holds 4")));
    std::string text = tests::text_of(tests::data("plans/mscclpp/pipeline.json"));
    for (int block = 0; block < 4; ++block) text = with(text, "16777216", "16");
    const auto tiny = mscclpp::read_plan(text, "p.json");
    EXPECT_THAT(tiny->notes({}), Contains(HasSubstr("more than 256 units")));
}

TEST(MscclppNotes, TellWhatIsNotAsked) {
    EXPECT_THAT(plan_of("no_contract")->notes({}), Contains(HasSubstr("no collective is known as 'test'")));
    EXPECT_THAT(plan_of("packets_twice")->notes({}), Contains(HasSubstr("more than once in one launch")));
    EXPECT_THAT(plan_of("port_flushed")->notes({}), Contains(HasSubstr("'dst_buff', which flushes have not")));
    EXPECT_THAT(plan_of("reduce_send")->notes({}), Contains(HasSubstr("the executor adds whatever it says")));
    EXPECT_THAT(plan_of("get_published")->notes({}), Contains(HasSubstr("exchanges their offsets")));
    EXPECT_THAT(plan_of("old_dependency")->notes({}), Contains(HasSubstr("another thread block")));
}

TEST(MscclppSemaphore, ThatSeveralAcquireIsNotMonotone) {
    const std::string text = tests::text_of(tests::data("plans/mscclpp/semaphores.json"));
    const std::string other = R"({"name": "sem_acquire", "semaphore_ids": [0]}, )";
    const std::string first = R"({"name": "sem_release", "semaphore_ids": [1]})";
    const auto plan = mscclpp::read_plan(with(text, first, first + ", " + other + first), "p.json");
    EXPECT_EQ(why_not_monotone(plan->schedule(0, {}, {})), "");  // the same thread
    const std::string third = R"({"name": "signal", "channel_ids": [0], "channel_type": "memory"})";
    const auto contested = mscclpp::read_plan(with(text, third, other + third), "p.json");
    const Schedule schedule = contested->schedule(0, {}, {});
    EXPECT_NE(why_not_monotone(schedule), "");
    EXPECT_EQ(tests::word_of(checker::choose({schedule, 1, {}}, checker::engines()).verdict), "deadlock");
}

TEST(MscclppPlan, StaysWithinLimits) {
    const auto plan = plan_of("pipeline");
    EXPECT_THROW(plan->schedule(0, {}, Limits{.operations = 100}), Fault);
    EXPECT_THROW(plan->schedule(0, {}, Limits{.slots = 20}), Fault);
    EXPECT_THROW(plan->schedule(0, {}, Limits{.counters = 2}), Fault);
    EXPECT_THROW(plan->schedule(0, {.iterations = 2'000'000'000}, {}), Fault);
    EXPECT_THROW(plan->schedule(0, {.message_bytes = std::int64_t{1} << 62}, {}), Fault);
}

}  // namespace
}  // namespace ringproof::model
