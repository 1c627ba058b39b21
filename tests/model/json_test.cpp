#include "model/json/json.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "model/compare.h"
#include "model/json/json_keys.h"
#include "tests/support/places.h"

namespace ringproof::model {
namespace {

namespace fs = std::filesystem;

const fs::path cases = tests::data("cases");
const fs::path schema_samples = tests::data("../schema");

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<fs::path> json_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

Schedule every_operation() { return read_schedule(content(schema_samples / "valid/every_operation.json"), "every"); }

void expect_round_trip(const Schedule& schedule) {
    const std::string written = write_schedule(schedule);
    const Schedule again = read_schedule(written, "written");
    EXPECT_TRUE(equal(schedule, again)) << written;
    EXPECT_EQ(hash_of(schedule), hash_of(again));
    EXPECT_EQ(written, write_schedule(again));
}

// --- round trips

TEST(Json, EveryCaseRoundTrips) {
    const auto files = json_files(cases);
    EXPECT_EQ(files.size(), 54u);
    for (const fs::path& path : files) {
        SCOPED_TRACE(path);
        const Schedule schedule = read_schedule(content(path), path.string());
        EXPECT_FALSE(schedule.agents.empty());
        expect_round_trip(schedule);
    }
}

TEST(Json, EveryOperationAndOptionRoundTrips) {
    const Schedule schedule = every_operation();
    std::set<std::size_t> seen;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps) seen.insert(step.operation.index());
    EXPECT_EQ(seen.size(), std::variant_size_v<Operation>) << "an operation is missing in every_operation.json";
    expect_round_trip(schedule);
}

TEST(Json, MembersArriveWhereTheyBelong) {
    const Schedule schedule = every_operation();
    EXPECT_EQ(schedule.about,
              "each operation with each of its members, \"quoted\", in more than one line\n"
              "and more than ASCII: ⊕");
    EXPECT_EQ(schedule.launches, 2);
    const Profile expected{Covers::channel, Credit::gradual, Entry::none, Exit::drained, 64, Life::global};
    EXPECT_EQ(schedule.profile, expected);
    EXPECT_EQ(schedule.buffers.size(), 10u);
    EXPECT_EQ(schedule.semaphores.size(), 4u);

    const Step& step = schedule.agents[0].steps[0];
    EXPECT_EQ(step.at.text(), "kernel.ring:3 s=0");
    const auto& put = std::get<Put<Concrete>>(step.operation);
    EXPECT_EQ(schedule.text(put.src), "x[1] of chip 0");
    EXPECT_EQ(schedule.text(put.dst), "y[2] of chip 1");
    EXPECT_EQ(put.len, 2);
    EXPECT_EQ(schedule.text(put.send->counter), "s[1] of chip 0");
    EXPECT_EQ(put.send->add, 2);
    EXPECT_EQ(schedule.text(put.recv->counter), "s[2] of chip 1");
    EXPECT_EQ(put.recv->add, 3);
    EXPECT_TRUE(put.accumulate);

    const auto& bare = std::get<Put<Concrete>>(schedule.agents[0].steps[1].operation);
    EXPECT_EQ(schedule.text(bare.src), "x[0] of chip 0");
    EXPECT_EQ(bare.len, 1);
    EXPECT_FALSE(bare.send || bare.recv || bare.accumulate);

    const auto& wait = std::get<Wait<Concrete>>(schedule.agents[0].steps[5].operation);
    const auto& until = std::get<AtLeast<Concrete>>(wait.until);
    EXPECT_EQ(until.at_least, 3);
    EXPECT_EQ(std::get<std::int32_t>(until.take), 2);
    ASSERT_EQ(schedule.contracts.size(), 3u);
    EXPECT_EQ(schedule.contracts[1].distance, -1);
}

TEST(Json, TheExampleOfTheFormatPageRoundTrips) {
    const std::string page = content(tests::specs("schedule.md"));
    const std::string fence = "```json\n";
    const auto start = page.find(fence) + fence.size();
    const Schedule schedule = read_schedule(page.substr(start, page.find("```", start) - start), "schedule.md");
    EXPECT_EQ(schedule.name, "swap");
    EXPECT_EQ(schedule.claims.size(), 2u);
    expect_round_trip(schedule);
}

TEST(Json, ProfileIsNamedAndOverridden) {
    const auto profile_of = [](const std::string& profile) {
        return read_schedule(R"({"format": "ringproof.schedule", "version": 1, "chips": 1, "agents": [], "profile": )" +
                                 profile + "}",
                             "p")
            .profile;
    };
    EXPECT_EQ(profile_of("{}"), Profile{});
    for (const NamedProfile& named : named_profiles())
        EXPECT_EQ(profile_of(R"({"use": ")" + std::string(named.name) + "\"}"), named.profile);
    Profile expected = *find_profile("pallas-tpu");
    expected.exit = Exit::any;
    EXPECT_EQ(profile_of(R"({"exit": "any", "use": "pallas-tpu"})"), expected);
    EXPECT_EQ(profile_of(R"({"counter_values": null})").counter_values, std::nullopt);
    EXPECT_EQ(profile_of(R"({"counter_values": 4})").counter_values, 4);
}

TEST(Json, WhatIsLeftOutOfAContractIsTheCollectivesDefault) {
    const std::string head =
        R"({"format": "ringproof.schedule", "version": 1, "chips": 2, "agents": [],
            "buffers": [{"chip": "*", "name": "x", "role": "in"}, {"chip": "*", "name": "y", "role": "out"}],
            "ensures": [{"collective": "permute", "in": "x", "out": "y")";
    EXPECT_EQ(read_schedule(head + "}]}", "p").contracts[0].distance, 1);
    const Schedule still = read_schedule(head + R"(, "distance": 0}]})", "p");
    EXPECT_EQ(still.contracts[0].distance, 0);
    expect_round_trip(still);
}

// --- values

Concrete::Value value_of(const std::string& value) {
    const Schedule schedule = read_schedule(
        R"({"format": "ringproof.schedule", "version": 1, "chips": 2,
            "buffers": [{"chip": "*", "name": "x", "size": 4, "role": "in"}, {"chip": 0, "name": "t"}],
            "agents": [{"chip": 0, "name": "a", "ops": [{"op": "write", "dst": {"buffer": "t"}, "value": )" +
            value + "}]}]}",
        "v");
    expect_round_trip(schedule);
    return std::get<Write<Concrete>>(schedule.agents[0].steps[0].operation).value;
}

Term atom(std::string_view name) { return Term{Atom{Symbol(name)}}; }

TEST(Json, Values) {
    EXPECT_EQ(value_of("null"), std::nullopt);
    EXPECT_EQ(value_of(R"(["a"])"), atom("a"));
    EXPECT_EQ(value_of(R"(["a", "b"])"), (Term{Reduction{Symbol(), {atom("a"), atom("b")}}}));
    EXPECT_EQ(value_of(R"([["a", "b"]])"), (Term{Reduction{Symbol(), {atom("a"), atom("b")}}}));
    EXPECT_EQ(value_of(R"([{"of": ["a"]}])"), (Term{Reduction{Symbol(), {atom("a")}}}));
    EXPECT_EQ(value_of(R"([{"rule": "max", "of": ["a", ["b", "c"]]}])"),
              (Term{Reduction{Symbol("max"), {atom("a"), Term{Reduction{Symbol(), {atom("b"), atom("c")}}}}}}));
    EXPECT_EQ(value_of(R"([{"apply": "f", "output": 2, "of": ["a"]}])"),
              (Term{Application{Symbol("f"), 2, {atom("a")}}}));
    EXPECT_EQ(value_of(R"([{"apply": "f", "of": []}])"), (Term{Application{Symbol("f"), 0, {}}}));
}

TEST(Json, InputsAreNamesOfSlotsThatExist) {
    EXPECT_EQ(value_of(R"(["x[3]@1"])"), (Term{Input{1, Symbol("x"), 3}}));
    // Another launch, no in-buffer, no such chip, not the spelling: plain symbols.
    for (const std::string name : {"x[3]@1#0", "t[0]@0", "y[0]@0", "x[0]@7", "x[0]", "[0]@1", "x[-1]@0", "x[ 1]@0",
                                   "x[1]@0 ", "x[99999999999]@0", "x]@[1", "x[1]@"})
        EXPECT_EQ(value_of("[\"" + name + "\"]"), atom(name)) << name;
}

TEST(Json, TextSurvivesEscaping) {
    Schedule schedule;
    schedule.chips = 1;
    schedule.name = std::string("quote \" slash \\ bell \a null ") + '\0' + " umlaut ü";
    schedule.semaphores.push_back(Semaphore{0, Symbol("s \"1\"\n"), 1, 0, {}});
    expect_round_trip(schedule);
}

TEST(Json, BrokenUtf8BecomesJsonAllTheSame) {
    Schedule schedule;
    schedule.chips = 1;
    schedule.about = "\xff";
    EXPECT_EQ(read_schedule(write_schedule(schedule), "b").about, "\xEF\xBF\xBD");
}

TEST(Json, RunsOverAllChipsAreWrittenOnce) {
    const std::string text = write_schedule(every_operation());
    EXPECT_NE(text.find(R"({"chip": "*", "name": "x", "size": 4, "role": "in"})"), std::string::npos) << text;
    EXPECT_NE(text.find(R"({"chip": 0, "name": "r", "size": 1})"), std::string::npos) << text;
    EXPECT_NE(text.find(R"(      {"op": "put", "src": {"buffer": "x"}, "dst": {"buffer": "y", "chip": 2}},)"),
              std::string::npos)
        << text;
}

// --- the schema says the same

std::set<std::string> properties(const nlohmann::json& schema) {
    std::set<std::string> keys;
    for (const auto& [key, value] : schema.at("properties").items()) keys.insert(key);
    return keys;
}
std::set<std::string> as_set(const std::vector<std::string_view>& keys) { return {keys.begin(), keys.end()}; }

TEST(JsonSchema, HasTheMembersOfTheDescription) {
    const auto schema = nlohmann::json::parse(content(tests::specs("schedule.schema.json")));
    const auto& definitions = schema.at("$defs");
    std::vector<std::string> names;
    each_operation([&]<class Op>() {
        const std::string name(operation_name<Op>);
        names.push_back(name);
        EXPECT_EQ(properties(definitions.at(name)), as_set(operation_keys<Op>())) << name;
    });
    EXPECT_EQ(definitions.at("operation").at("properties").at("op").at("enum"), names);
    EXPECT_EQ(definitions.at("operation").at("allOf").size(), names.size());

    EXPECT_EQ(properties(definitions.at("raise")), as_set(keys_of<Raise<Concrete>>()));
    EXPECT_EQ(properties(definitions.at("buffer")), as_set(keys_of<Buffer>()));
    EXPECT_EQ(properties(definitions.at("semaphore")), as_set(keys_of<Semaphore>()));
    EXPECT_EQ(properties(definitions.at("contract")), as_set(keys_of<Contract>()));
    auto profile = as_set(keys_of<Profile>());
    profile.insert("use");
    EXPECT_EQ(properties(definitions.at("profile")), profile);
}

TEST(JsonSchema, HasTheWordsOfTheEnumerations) {
    const auto schema = nlohmann::json::parse(content(tests::specs("schedule.schema.json")));
    const auto& definitions = schema.at("$defs");
    const auto expect_words = [](const nlohmann::json& found, auto words) {
        EXPECT_EQ(found.at("enum"), std::vector<std::string>(words.begin(), words.end()));
    };
    const auto& profile = definitions.at("profile").at("properties");
    expect_words(definitions.at("covers"), words<Covers>);
    expect_words(profile.at("credit"), words<Credit>);
    expect_words(profile.at("entry"), words<Entry>);
    expect_words(profile.at("exit"), words<Exit>);
    expect_words(profile.at("counter_life"), words<Life>);
    expect_words(definitions.at("semaphore").at("properties").at("life"), words<Life>);
    expect_words(definitions.at("buffer").at("properties").at("role"), words<Role>);
    expect_words(definitions.at("quiet").at("properties").at("until"), words<Until>);
}

TEST(JsonSchema, SamplesThatTheSchemaRefusesAreRefused) {
    const auto files = json_files(schema_samples / "invalid");
    EXPECT_GT(files.size(), 30u);
    for (const fs::path& path : files) EXPECT_THROW(read_schedule(content(path), path.string()), Fault) << path;
    for (const fs::path& path : json_files(schema_samples / "valid"))
        EXPECT_NO_THROW(read_schedule(content(path), path.string())) << path;
}

// --- nothing crashes the reader

/// Reading ends in a schedule that can be written and read, or in a Fault that names the file.
void read_whatever(const std::string& text) {
    Limits limits;
    limits.slots = limits.counters = limits.operations = 100'000;
    limits.chips = 1'000;
    try {
        const Schedule schedule = read_schedule(text, "fuzz", limits);
        RC_ASSERT(equal(schedule, read_schedule(write_schedule(schedule), "again", limits)));
    } catch (const Fault& fault) {
        RC_ASSERT(fault.location().file == "fuzz");
        RC_ASSERT(!fault.message().empty());
    }
}

RC_GTEST_PROP(Json, SurvivesMutatedBytes, ()) {
    static const std::vector<std::string> originals = [] {
        std::vector<std::string> texts{write_schedule(every_operation())};
        for (const fs::path& path : json_files(cases))
            texts.push_back(write_schedule(read_schedule(content(path), "")));
        return texts;
    }();
    std::string text = *rc::gen::elementOf(originals);
    const int edits = *rc::gen::inRange(1, 6);
    for (int i = 0; i < edits && !text.empty(); ++i) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        const auto length = *rc::gen::inRange<std::size_t>(0, 8);
        switch (*rc::gen::inRange(0, 4)) {
            case 0:
                text[at] = *rc::gen::arbitrary<char>();
                break;
            case 1:
                text[at] = *rc::gen::elementOf(std::string("0123456789-{}[]\",:e.@# ntf"));
                break;
            case 2:
                text.erase(at, length);
                break;
            default:
                text.insert(*rc::gen::inRange<std::size_t>(0, text.size()), text.substr(at, length));
                break;
        }
    }
    read_whatever(text);
}

RC_GTEST_PROP(Json, SurvivesTruncation, ()) {
    static const std::string original = write_schedule(every_operation());
    read_whatever(original.substr(0, *rc::gen::inRange<std::size_t>(0, original.size())));
}

}  // namespace
}  // namespace ringproof::model
