#include "generators/vectors/vector_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "generators/vectors/protocol.h"
#include "generators/vectors/vector_set.h"
#include "generators/vectors/waivers.h"
#include "model/diagnostic.h"
#include "model/json/witness_json.h"
#include "model/scheduler.h"
#include "tests/support/vector_named.h"

namespace ringproof::generators {
namespace {

using nlohmann::json;
using tests::vector_named;

/// What `call` refuses; nothing where it does not.
template <class Call>
std::optional<model::Code> refusal(const Call& call) {
    try {
        call();
        return std::nullopt;
    } catch (const model::Fault& fault) {
        return fault.code();
    }
}

TEST(VectorJson, HandsTheSameNumbersToABackend) {
    for (const Vector& vector : vectors()) {
        if (vector.of == VectorClass::checker || vector.chips > 3) continue;
        const Task task = vector.task();
        const Job job = read_asked(write_asked(vector, task));
        ASSERT_TRUE(job.same_numbers(task)) << vector.id;
        for (const Shown& shown : task.allowed())
            ASSERT_EQ(read_shown(write_shown(shown, job), task), shown) << vector.id;
    }
}

TEST(VectorJson, IsSaidWithoutTheAnswer) {
    const Vector& vector = vector_named("litmus-store_buffering-n2");
    const std::string asked = write_asked(vector, vector.task());
    EXPECT_EQ(asked.find("outcomes"), std::string::npos);
    EXPECT_EQ(asked.find("verdict"), std::string::npos);
    EXPECT_EQ(asked.find('\n'), std::string::npos);
    const json whole = json::parse(write_vector(vector));
    EXPECT_EQ(whole["outcomes"].size(), 4U);
    EXPECT_EQ(whole["verdict"]["property"], "race");
}

TEST(VectorJson, RefusesWhatIsNoAnswer) {
    const Vector& vector = vector_named("data-permute-copy-int32-n2");
    const Task task = vector.task();
    const json right = json::parse(write_shown(task.allowed().front(), task));
    const auto refused = [&](const auto& change) {
        json wrong = right;
        change(wrong);
        return refusal([&] { read_shown(wrong.dump(), task); });
    };
    EXPECT_EQ(refused([](json&) {}), std::nullopt);
    using model::Code;
    EXPECT_EQ(refused([](json& j) { j = 3; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j.erase("finished"); }), Code::json_missing_key);
    EXPECT_EQ(refused([](json& j) { j["finished"] = 1; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j.erase("outputs"); }), Code::json_missing_key);
    EXPECT_EQ(refused([](json& j) { j["outputs"] = "none"; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"].erase(0); }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"][0] = 7; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"][0]["slots"] = json::array(); }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"][0]["slots"][0].erase(0); }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"][0]["slots"][0][0] = "1"; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"][0]["slots"][0][0] = 1.5; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"][0]["slots"][0][0] = 1e300; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"][0]["chip"] = "*"; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["counters"][0]["values"] = {1, 2}; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["counters"][0]["values"][0] = 0.5; }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["positions"] = json::array(); }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["outputs"].push_back(j["outputs"][0]); }), Code::json_type);
    EXPECT_EQ(refused([](json& j) { j["counters"].push_back(j["counters"][0]); }), Code::json_type);
    EXPECT_EQ(refused([](json& j) {
                  j["outputs"].push_back({{"chip", 5}, {"buffer", "zz"}, {"launch", 0}, {"slots", {}}});
              }),
              Code::json_type);
    EXPECT_EQ(refusal([&] { read_shown("{", task); }), Code::json_syntax);
    // What walks it later recurses.
    EXPECT_EQ(refusal([&] { read_shown(std::string(2'000'000, '['), task); }), Code::too_large);
    EXPECT_EQ(refusal([&] { read_asked(R"({"element": )" + std::string(500, '[') + std::string(500, ']') + "}"); }),
              Code::too_large);
}

TEST(VectorJson, RefusesWhatIsNoJob) {
    const Vector& vector = vector_named("data-permute-copy-int32-n2");
    const json right = json::parse(write_asked(vector, vector.task()));
    for (const char* key : {"element", "lanes", "nothing", "memory", "named", "schedule"}) {
        json wrong = right;
        wrong.erase(key);
        EXPECT_EQ(refusal([&] { read_asked(wrong.dump()); }), model::Code::json_missing_key) << key;
        wrong[key] = json{{"no", "such"}};
        EXPECT_NE(refusal([&] { read_asked(wrong.dump()); }), std::nullopt) << key;
    }
    json large = right;
    large["lanes"] = 4'000'000'000U;
    EXPECT_EQ(refusal([&] { read_asked(large.dump()); }), model::Code::json_type);
}

// ---- Complaints ----------------------------------------------------------------------------------------------------

TEST(Task, SaysWhichChipAndOperationAndWhatTheModelExpects) {
    const Task task = vector_named("data-all_reduce-add-int32-n3").task();
    Shown wrong = task.allowed().front();
    ASSERT_TRUE(wrong.outputs[4]);
    (*wrong.outputs[4])[0] ^= std::byte{1};
    const std::string complaint = task.complaint(wrong);
    for (const char* part : {"'all_reduce' on 3 chips: ", "x[1] of chip 1 at the end of launch 0", "\n  expected [",
                             "which is (x[1]@1#0 + x[1]@2#0) + x[1]@0#0", "\n  found    [",
                             "last written in the model by chip 1, agent main, operation ", "all_reduce.ring:"})
        EXPECT_NE(complaint.find(part), std::string::npos) << part << " is not in\n" << complaint;
    EXPECT_EQ(task.complaint(task.allowed().front()), "");
}

TEST(Task, SaysWhatAValueIsThatIsNotExpected) {
    const Task task = vector_named("data-permute-copy-int32-n3").task();
    Shown wrong = task.allowed().front();
    const auto& buffers = task.schedule().buffers;
    for (std::size_t id = 0; id < buffers.size(); ++id)
        if (buffers[id].chip == 1 && buffers[id].name.text() == "x")
            wrong.outputs[1] = task.at_start({static_cast<std::int32_t>(id), 0}, 0);
    EXPECT_NE(task.complaint(wrong).find("found    "), std::string::npos);
    EXPECT_NE(task.complaint(wrong).find("which is x[0]@1#0"), std::string::npos) << task.complaint(wrong);
    wrong.outputs[1] = task.nothing();
    EXPECT_NE(task.complaint(wrong).find("which is nothing"), std::string::npos) << task.complaint(wrong);
}

TEST(Task, SaysWhereItIsBlockedAndWhichCounterIsLeft) {
    const Task task = vector_named("counters-over_satisfied-n2").task();
    Shown blocked = task.allowed().front();
    blocked.finished = false;
    blocked.positions[1] = 1;
    EXPECT_NE(task.complaint(blocked).find(
                  "it is blocked at chip 1, agent main, launch 0, operation 1 (over_satisfied.ring:"),
              std::string::npos)
        << task.complaint(blocked);
    Shown left = task.allowed().front();
    left.counters[1] = 2;
    EXPECT_NE(task.complaint(left).find("flag of chip 1 at the end\n  expected 0\n  found    2"), std::string::npos)
        << task.complaint(left);
    const Task fault = vector_named("fault-missing_signal-n2").task();
    Shown goes_on = fault.allowed().front();
    goes_on.finished = true;
    goes_on.positions[1] = 1;
    EXPECT_NE(fault.complaint(goes_on).find("it has gone on at chip 1"), std::string::npos) << fault.complaint(goes_on);
}

// ---- The protocol --------------------------------------------------------------------------------------------------

KeptVector kept(const std::string& id) {
    const Vector& vector = vector_named(id);
    KeptVector kept;
    kept.id = id;
    kept.of = vector.of;
    kept.verdict = "race";
    kept.task = std::make_shared<Task>(vector.task());
    kept.asked = write_asked(vector, *kept.task);
    kept.schedule = "{}";
    return kept;
}

TEST(Protocol, IsUnderstoodOnBothSides) {
    EXPECT_EQ(read_asked_line(hello_line("x")).what, Asked::What::hello);
    EXPECT_EQ(read_asked_line(bye_line()).what, Asked::What::bye);
    const Hello hello = read_hello(hello_answer("me", {"get", "covers-link"}));
    EXPECT_EQ(hello.name, "me");
    EXPECT_TRUE(hello.features.contains("covers-channel"));
    EXPECT_FALSE(hello.judges);
    const KeptVector vector = kept("litmus-store_buffering-n2");
    const Asked asked = read_asked_line(run_line(vector, 3, 17, 2.5));
    EXPECT_EQ(asked.what, Asked::What::run);
    EXPECT_EQ(asked.id, vector.id);
    EXPECT_EQ(asked.seed, 17U);
    EXPECT_EQ(asked.seconds, 2.5);
    EXPECT_TRUE(read_asked(asked.vector).same_numbers(*vector.task));
    for (std::size_t k = 0; k < vector.task->allowed().size(); ++k) {
        const Heard heard = read_ran(ran_answer(asked, *vector.task, vector.task->allowed()[k]), vector, 3);
        EXPECT_EQ(heard.what, Heard::What::passed);
        EXPECT_EQ(heard.outcome, k);
    }
    EXPECT_TRUE(read_ran(ran_answer(asked, *vector.task, vector.task->allowed()[0]), vector, 4).out_of_step);
}

TEST(Protocol, RefusesAnotherVersion) {
    EXPECT_EQ(refusal([] { read_hello(R"({"hello": 2})"); }), model::Code::json_version);
    EXPECT_EQ(refusal([] { read_hello(R"({"hi": 1})"); }), model::Code::json_missing_key);
    EXPECT_EQ(refusal([] { read_hello("hello"); }), model::Code::json_syntax);
    EXPECT_EQ(refusal([] { read_hello(R"({"hello": 1, "features": [1]})"); }), model::Code::json_type);
    EXPECT_EQ(refusal([] { read_hello(R"({"hello": 1, "features": ["gets"]})"); }), model::Code::unknown_name);
    EXPECT_EQ(refusal([] { read_hello(R"({"hello": 1})"); }), model::Code::json_missing_key);
    EXPECT_EQ(refusal([] { read_hello(R"({"hello": 1, "judges": true})"); }), std::nullopt);
}

TEST(Protocol, HearsSkipsErrorsAndNonsense) {
    const KeptVector vector = kept("litmus-store_buffering-n2");
    const auto what = [&](const std::string& line) { return read_ran(line, vector).what; };
    EXPECT_EQ(what(R"({"skip": "litmus-store_buffering-n2", "why": "tired"})"), Heard::What::skipped);
    EXPECT_EQ(what(R"({"skip": "another"})"), Heard::What::failed);
    EXPECT_EQ(what(error_answer(vector.id, "broken")), Heard::What::failed);
    EXPECT_NE(read_ran(error_answer(vector.id, "broken"), vector).story.find("broken"), std::string::npos);
    for (const char* line :
         {"", "null", "[]", "{}", "\xff\xfe", R"({"ran": 3})", R"({"ran": "litmus-store_buffering-n2"})"})
        EXPECT_EQ(what(line), Heard::What::failed) << line;
}

TEST(Protocol, JudgesVerdicts) {
    const KeptVector vector = kept("litmus-store_buffering-n2");
    const auto what = [&](const std::string& verdict) {
        return read_judged(R"({"judged": "litmus-store_buffering-n2", "verdict": ")" + verdict + "\"}", vector).what;
    };
    EXPECT_EQ(what("race"), Heard::What::passed);
    EXPECT_EQ(what("proved"), Heard::What::failed);
    EXPECT_EQ(what("undecided"), Heard::What::undecided);
    EXPECT_NE(read_judged(R"({"judged": "litmus-store_buffering-n2", "verdict": "Race"})", vector)
                  .story.find("no verdict 'Race'"),
              std::string::npos);
}

TEST(Protocol, HoldsTracesAgainstTheModel) {
    const KeptVector vector = kept("data-permute-copy-int32-n2");
    const model::Schedule& schedule = vector.task->schedule();
    model::Machine machine(schedule, 1);
    json trace = json::array();
    model::run_random(machine, 5, [&](const model::Event& event) {
        json told{{"event", model::word(event.moment)}, {"chip", model::chip_of(schedule, event)}};
        if (!is_environment(event.moment)) {
            told["agent"] = schedule.agents[event.who].name.text();
            told["step"] = event.step;
        }
        trace.push_back(told);
    });
    Asked asked;
    asked.id = vector.id;
    const auto heard = [&](const json& told) {
        json answer = json::parse(ran_answer(asked, *vector.task, vector.task->allowed().front()));
        answer["trace"] = told;
        return read_ran(answer.dump(), vector);
    };
    EXPECT_EQ(heard(trace).what, Heard::What::passed) << heard(trace).story;
    EXPECT_NE(heard(json::array()).story.find("the trace is empty"), std::string::npos);
    json short_trace = trace;
    for (int k = 0; k < 6; ++k) short_trace.erase(short_trace.size() - 1);
    EXPECT_NE(heard(short_trace).story.find("its trace is no execution"), std::string::npos)
        << heard(short_trace).story;
    EXPECT_EQ(heard("all of it").what, Heard::What::failed);
    trace[3]["chip"] = 77;
    EXPECT_NE(heard(trace).story.find("$.trace[3]"), std::string::npos) << heard(trace).story;
}

// ---- Waivers -------------------------------------------------------------------------------------------------------

TEST(Waivers, HaveAReason) {
    const Waivers waivers = read_waivers("# why\n\nlitmus-message_recv-n2   not yet: issue 7\n", "w.txt");
    EXPECT_EQ(waivers.at("litmus-message_recv-n2"), "not yet: issue 7");
    for (const char* text : {"litmus-message_recv-n2\n", "no-such-vector because\n",
                             "litmus-message_recv-n2 a\nlitmus-message_recv-n2 b\n"})
        EXPECT_EQ(refusal([&] { read_waivers(text, "w"); }), model::Code::usage) << text;
}

}  // namespace
}  // namespace ringproof::generators
