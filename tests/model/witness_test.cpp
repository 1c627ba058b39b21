#include "model/witness.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/changes.h"
#include "model/json/witness_json.h"
#include "model/scheduler.h"
#include "tests/support/play.h"
#include "tests/support/verdicts.h"

namespace ringproof::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::schedule_of;

/// Chip 0 pushes a value to chip 1, which reads it without waiting.
const char* const hasty =
    "kernel k(n) requires n == 2 profile pallas-tpu buffer x in buffer y[2] buffer z "
    "sem sent, got if me == 0 { put x -> right.y[1] send sent recv got wait sent } "
    "if me == 1 { copy y[1] -> z wait got }";

/// The execution in which chip 1 opens its copy while the put is landing.
Witness race() {
    Witness witness;
    witness.schedule = schedule_of(hasty, 2);
    const auto agent = [&](Moment moment, std::int32_t who) { return Event{moment, who, 0, 0}; };
    witness.trace = {{Moment::fill, 0, 0, 0}, {Moment::fill, 1, 0, 0}, {Moment::enter, 0, 0, 0},
                     agent(Moment::issue, 0), agent(Moment::begin, 0), agent(Moment::start, 1)};
    Machine machine(witness.schedule, 1);
    for (const Event& event : witness.trace) machine.fire(event);
    witness.finding = machine.findings().at(0);
    witness.about = "it";
    witness.lines = {"first", "second \"line\""};
    return witness;
}

TEST(Witness, HoldsWhenTheLastEventMakesTheFinding) {
    const Replay replay = model::replay(race());
    EXPECT_EQ(replay.complaint, "");
    EXPECT_EQ(replay.fired, 6U);
    ASSERT_TRUE(replay.shown);
    EXPECT_EQ(number(replay.shown->code), "RP101");
}

TEST(Witness, DoesNotHoldWhenAnEventMayNotComeThere) {
    Witness witness = race();
    std::swap(witness.trace[3], witness.trace[4]);
    const Replay replay = model::replay(witness);
    EXPECT_EQ(replay.fired, 3U);
    EXPECT_THAT(replay.complaint, HasSubstr("event 3"));
    EXPECT_FALSE(replay.shown);
}

TEST(Witness, SaysWhatACounterWasWhenAWaitMayNotCome) {
    Witness witness = race();
    witness.trace.resize(4);
    witness.trace.push_back({Moment::wait, 0, 0, 1});
    EXPECT_THAT(model::replay(witness).complaint, HasSubstr("sent of chip 0 is 0"));
}

TEST(Witness, DoesNotHoldWhenTheFindingComesEarlier) {
    Witness witness = race();
    witness.trace.push_back({Moment::end, 1, 0, 0});
    EXPECT_THAT(model::replay(witness).complaint, HasSubstr("after 6 events already, and 1 follow"));
}

TEST(Witness, DoesNotHoldWhenTheFindingIsNotMade) {
    Witness witness = race();
    witness.trace.pop_back();
    EXPECT_THAT(model::replay(witness).complaint, HasSubstr("while more may come"));
    witness = race();
    witness.finding.place->index = 0;
    EXPECT_NE(model::replay(witness).complaint, "");
}

TEST(Witness, IsJudgedAtRestWhenNothingMayFollow) {
    Witness witness;
    witness.schedule = schedule_of("kernel k(n) requires n == 1 sem s wait s", 1);
    Machine machine(witness.schedule, 1);
    run_in_order(machine, [&](const Event& event) { witness.trace.push_back(event); });
    machine.rest();
    for (const Finding& finding : machine.findings())
        if (finding.code == Code::deadlock) witness.finding = finding;
    EXPECT_EQ(model::replay(witness).complaint, "");
    witness.trace.pop_back();
    EXPECT_THAT(model::replay(witness).complaint, HasSubstr("while more may come"));
}

TEST(Witness, ShowsWhatTheMachineFindsWhateverItSaysItself) {
    Witness witness = race();
    std::swap(witness.finding.first, witness.finding.second);
    witness.finding.code = Code::two_writers;
    witness.finding.first->mode = Mode::accumulate;
    const Replay replay = model::replay(witness);
    EXPECT_EQ(replay.complaint, "");
    ASSERT_TRUE(replay.shown);
    EXPECT_EQ(replay.shown->first->mode, Mode::read);  // in the order that was told
    EXPECT_EQ(replay.shown->second->mode, Mode::write);
    EXPECT_EQ(number(replay.shown->code), "RP102");
}

TEST(Witness, ComesBackFromItsText) {
    const Witness witness = race();
    const std::string text = write_witness(witness);
    const Witness read = read_witness(text, "t");
    EXPECT_EQ(read.about, "it");
    EXPECT_EQ(read.trace, witness.trace);
    EXPECT_EQ(read.lines, witness.lines);
    EXPECT_EQ(write_witness(read), text);
    EXPECT_TRUE(says_it_is_a_trace(text));
    EXPECT_EQ(model::replay(read).complaint, "");
}

TEST(Witness, OfAnEarlierBuildStillHolds) {
    int seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(tests::data("traces"))) {
        if (entry.path().extension() != ".json") continue;
        SCOPED_TRACE(entry.path().filename().string());
        const Witness witness = read_witness(tests::text_of(entry.path().string()), "trace");
        EXPECT_EQ(model::replay(witness).complaint, "");
        ++seen;
    }
    EXPECT_GE(seen, 11);
}

/// The text with its first `from` replaced; the fault that reading it ends in.
Fault fault_of(const std::string& from, const std::string& to) {
    std::string text = write_witness(race());
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error("no " + from + " in " + text);
    text.replace(at, from.size(), to);
    try {
        read_witness(text, "file.json");
    } catch (const Fault& fault) {
        return fault;
    }
    throw std::logic_error("no fault in " + text);
}

void expect_fault(const std::string& from, const std::string& to, Code code, const std::string& path) {
    SCOPED_TRACE(from + " -> " + to);
    const Fault fault = fault_of(from, to);
    EXPECT_EQ(number(fault.code()), number(code)) << fault.message();
    EXPECT_EQ(fault.location().path, path) << fault.message();
    EXPECT_EQ(fault.location().file, "file.json");
}

TEST(Witness, FaultsOfItsTextNameTheirPlace) {
    expect_fault("ringproof.trace", "ringproof.schedule", Code::unknown_format, "$.format");
    expect_fault("\"version\": 1", "\"version\": 2", Code::json_version, "$.version");
    expect_fault("\"version\": 1,", "", Code::json_missing_key, "$");
    expect_fault("\"events\"", "\"event\"", Code::json_unknown_key, "$.event");
    expect_fault("RP101", "RP018", Code::json_type, "$.finding.code");
    expect_fault("RP101", "RP201", Code::json_type, "$.finding.code");
    expect_fault("\"event\":\"fill\"", "\"event\":\"fall\"", Code::json_type, "$.events[0].event");
    expect_fault("\"event\":\"fill\",\"chip\":0", "\"event\":\"fill\",\"chip\":2", Code::index_range,
                 "$.events[0].chip");
    expect_fault("\"event\":\"fill\",\"chip\":0", "\"event\":\"fill\",\"chip\":0,\"launch\":1", Code::index_range,
                 "$.events[0].launch");
    expect_fault("\"event\":\"fill\",\"chip\":0", "\"event\":\"fill\",\"chip\":0,\"step\":1", Code::json_unknown_key,
                 "$.events[0].step");
    expect_fault("\"event\":\"issue\",\"chip\":0,\"agent\":\"main\",\"step\":0",
                 "\"event\":\"issue\",\"chip\":0,\"agent\":\"main\",\"step\":2", Code::index_range, "$.events[3].step");
    expect_fault("\"event\":\"issue\",\"chip\":0,\"agent\":\"main\",\"step\":0",
                 "\"event\":\"issue\",\"chip\":0,\"agent\":\"main\",\"step\":-1", Code::index_range,
                 "$.events[3].step");
    expect_fault("\"event\":\"issue\",\"chip\":0,\"agent\":\"main\"",
                 "\"event\":\"issue\",\"chip\":0,\"agent\":\"other\"", Code::unknown_name, "$.events[3].agent");
    expect_fault("\"buffer\":\"y\",\"index\":1", "\"buffer\":\"y\",\"index\":2", Code::index_range,
                 "$.finding.place.index");
    expect_fault("\"buffer\":\"y\",\"index\":1", "\"buffer\":\"y\",\"index\":-1", Code::index_range,
                 "$.finding.place.index");
    expect_fault("\"access\":\"write\"", "\"access\":\"wrote\"", Code::json_type, "$.finding.first.access");
    expect_fault("\"second\"", "\"third\"", Code::json_unknown_key, "$.finding.third");
    expect_fault("\"chips\": 2", "\"chips\": 0", Code::size_range, "$.schedule.chips");
}

TEST(ChangeLog, TellsWhatEachEventChanges) {
    const Schedule schedule =
        schedule_of("kernel k(n) requires n == 1 buffer x in buffer y sem s copy x -> y signal me.s wait s", 1);
    Machine machine(schedule, 1);
    ChangeLog log(machine);
    std::vector<std::string> texts;
    for (auto enabled = machine.enabled(); !enabled.empty(); enabled = machine.enabled()) {
        machine.fire(enabled.front());
        for (const Change& change : log.after(machine, enabled.front())) texts.push_back(change.text(schedule));
    }
    EXPECT_THAT(texts, ElementsAre("x of chip 0: nothing -> x[0]@0#0", "y of chip 0: nothing -> x[0]@0#0",
                                   "s of chip 0: 0 -> 1", "s of chip 0: 1 -> 0"));
}

}  // namespace
}  // namespace ringproof::model
