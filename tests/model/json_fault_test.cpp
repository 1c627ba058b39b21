#include <string>

#include <gtest/gtest.h>

#include "model/json/json.h"

/// Each way in which a text can be wrong, with the place that the fault names.
namespace ringproof::model {
namespace {

/// A text that is right, apart from what the caller puts in.
struct Text {
    std::string head = R"("format": "ringproof.schedule", "version": 1)";
    std::string chips = R"("chips": 2)";
    std::string profile = "{}";
    std::string launches = "1";
    std::string buffers =
        R"([{"chip": "*", "name": "x", "size": 4, "role": "inout"}, {"chip": 0, "name": "t", "size": 2}])";
    std::string semaphores = R"([{"chip": "*", "name": "s", "size": 2}])";
    std::string agents = "";  ///< empty: one with `op`
    std::string op = R"({"op": "fence"})";
    std::string ensures = "[]";

    std::string all() const {
        const std::string one = R"([{"chip": 0, "name": "main", "ops": [{"op": "fence"}, )" + op + "]}]";
        return "{" + head + ", " + chips + R"(, "profile": )" + profile + R"(, "launches": )" + launches +
               R"(, "buffers": )" + buffers + R"(, "semaphores": )" + semaphores + R"(, "agents": )" +
               (agents.empty() ? one : agents) + R"(, "ensures": )" + ensures + "}";
    }
};

Fault fault_of(const std::string& text, const Limits& limits = {}) {
    try {
        read_schedule(text, "file.json", limits);
    } catch (const Fault& fault) {
        return fault;
    }
    throw std::logic_error("no fault in " + text.substr(0, 2000));
}

void expect_fault(const std::string& text, Code code, const std::string& path, const std::string& part,
                  const Limits& limits = {}) {
    SCOPED_TRACE(text.substr(0, 2000));
    const Fault fault = fault_of(text, limits);
    EXPECT_EQ(number(fault.code()), number(code)) << fault.message();
    EXPECT_EQ(fault.location().path, path) << fault.message();
    EXPECT_EQ(fault.location().file, "file.json");
    EXPECT_NE(fault.message().find(part), std::string::npos) << fault.message();
}

void expect_op_fault(const std::string& op, Code code, const std::string& member, const std::string& part) {
    expect_fault(Text{.op = op}.all(), code, "$.agents[0].ops[1]" + member, part);
}

TEST(JsonFault, TheTextItselfIsRight) { EXPECT_NO_THROW(read_schedule(Text{}.all(), "file.json")); }

void expect_syntax(const std::string& text, int line, int column) {
    SCOPED_TRACE(text.substr(0, 200));
    const Fault fault = fault_of(text);
    EXPECT_EQ(number(fault.code()), number(Code::json_syntax));
    EXPECT_EQ(fault.location().line, line) << fault.message();
    EXPECT_EQ(fault.location().column, column) << fault.message();
    EXPECT_LT(fault.message().size(), 300u);
    EXPECT_EQ(fault.message().find("json.exception"), std::string::npos) << fault.message();
}

TEST(JsonFault, Syntax) {
    expect_syntax("", 1, 1);
    expect_syntax("{\n  \"a\": 1,\n  x}", 3, 3);
    expect_syntax("{\"a\": 1", 1, 8);
    expect_syntax("{\"a\": NaN}", 1, 7);
    expect_syntax("[1, 2] 3", 1, 8);
    expect_syntax("\n\x01\x02\xff", 2, 1);
    expect_syntax("[\"\xff\"]", 1, 3);
    expect_syntax("{\"format\": \"" + std::string(100'000, 'a'), 1, 100'013);
    EXPECT_EQ(fault_of("[1,\n oops]").location().excerpt, " oops]");
}

TEST(JsonFault, Nesting) {
    expect_fault(std::string(1'000'000, '['), Code::too_large, "", "nested");
    std::string deep = "[\"a\"]";
    for (int i = 0; i < 400; ++i) deep = "[" + deep + "]";
    EXPECT_NO_THROW(
        read_schedule(Text{.op = R"({"op": "read", "src": {"buffer": "t"}, "expect": )" + deep + "}"}.all(), ""));
}

TEST(JsonFault, Version) {
    expect_fault("[]", Code::json_type, "$", "expected an object, found a list");
    expect_fault("7", Code::json_type, "$", "expected an object, found an integer");
    expect_fault("{}", Code::json_missing_key, "$", "'format'");
    expect_fault(Text{.head = R"("format": "other", "version": 1)"}.all(), Code::unknown_format, "$.format",
                 "ringproof.schedule");
    expect_fault(Text{.head = R"("format": "ringproof.schedule")"}.all(), Code::json_missing_key, "$", "'version'");
    // Said before anything else, so that a later format is not called faulty.
    expect_fault(R"({"new": 1, "format": "ringproof.schedule", "version": 2})", Code::json_version, "$.version",
                 "version 2");
}

TEST(JsonFault, Keys) {
    expect_fault(Text{.chips = R"("chips": 2, "chip": 2)"}.all(), Code::json_unknown_key, "$.chip", "'chips'");
    expect_fault(Text{.chips = R"("chips": 2, "chips": 2)"}.all(), Code::duplicate_name, "$.chips", "given twice");
    expect_fault(Text{.chips = R"("name": "n")"}.all(), Code::json_missing_key, "$", "'chips'");
    expect_fault(Text{.profile = R"({"exits": "any"})"}.all(), Code::json_unknown_key, "$.profile.exits", "'exit'");
    expect_fault(Text{.buffers = R"([{"chip": 0, "name": "x", "length": 3}])"}.all(), Code::json_unknown_key,
                 "$.buffers[0].length", "'size'");
    expect_fault(Text{.buffers = R"([{"chip": 0}])"}.all(), Code::json_missing_key, "$.buffers[0]", "'name'");
    expect_fault(Text{.buffers = R"([{"name": "x"}])"}.all(), Code::json_missing_key, "$.buffers[0]", "'chip'");
    expect_fault(Text{.agents = R"([{"chip": 0, "name": "a"}])"}.all(), Code::json_missing_key, "$.agents[0]", "'ops'");
    expect_op_fault(R"({"op": "put", "src": {"buffer": "x"}, "dest": {"buffer": "x"}})", Code::json_unknown_key,
                    ".dest", "'op', 'src', 'dst', 'len', 'send', 'recv', 'channel', 'accumulate' or 'at'");
    expect_op_fault(R"({"op": "put", "src": {"buffer": "x"}})", Code::json_missing_key, "", "'dst'");
    expect_op_fault(R"({"op": "poll", "src": {"buffer": "x", "slot": 1}})", Code::json_unknown_key, ".src.slot",
                    "'index'");
    expect_op_fault(R"({"op": "poll", "src": {"index": 1}})", Code::json_missing_key, ".src", "'buffer'");
    expect_op_fault(R"({"op": "set", "value": 1})", Code::json_missing_key, "", "'semaphore'");
    expect_op_fault(R"({"op": "write", "dst": {"buffer": "x"}})", Code::json_missing_key, "", "'value'");
    expect_op_fault(R"({"len": 1})", Code::json_missing_key, "", "'op'");
    expect_op_fault(R"({"op": "send"})", Code::unknown_name, ".op", "'put'");
    expect_op_fault(R"({"op": "fence", "op": "fence"})", Code::duplicate_name, ".op", "given twice");
}

TEST(JsonFault, Choices) {
    expect_op_fault(R"({"op": "wait", "semaphore": "s"})", Code::json_missing_key, "",
                    "'at_least', 'equals' or 'above_snapshot'");
    expect_op_fault(R"({"op": "wait", "semaphore": "s", "at_least": 1, "equals": 1})", Code::json_unknown_key,
                    ".equals", "exclude each other");
    expect_op_fault(R"({"op": "wait", "semaphore": "s", "equals": 1, "take": 1})", Code::json_unknown_key, ".take",
                    "goes with 'at_least'");
    expect_op_fault(R"({"op": "signal", "semaphore": "s"})", Code::json_missing_key, "", "'add' or 'set'");
    expect_op_fault(R"({"op": "signal", "semaphore": "s", "add": 1, "set": 1})", Code::json_unknown_key, ".set",
                    "exclude each other");
}

TEST(JsonFault, Types) {
    expect_fault(Text{.chips = R"("chips": "2")"}.all(), Code::json_type, "$.chips",
                 "expected an integer, found a string");
    expect_fault(Text{.chips = R"("chips": 2.0)"}.all(), Code::json_type, "$.chips", "no integer");
    expect_fault(Text{.chips = R"("chips": 1e9)"}.all(), Code::json_type, "$.chips", "no integer");
    expect_fault(Text{.chips = R"("chips": 4294967298)"}.all(), Code::json_type, "$.chips", "32 bits");
    expect_fault(Text{.chips = R"("chips": 18446744073709551615)"}.all(), Code::json_type, "$.chips", "32 bits");
    expect_fault(Text{.chips = R"("chips": -9223372036854775808)"}.all(), Code::json_type, "$.chips", "32 bits");
    expect_fault(Text{.profile = R"("nccl")"}.all(), Code::json_type, "$.profile", "an object");
    expect_fault(Text{.profile = R"({"exit": "clean"})"}.all(), Code::json_type, "$.profile.exit",
                 "'zero', 'drained' or 'any'");
    expect_fault(Text{.profile = R"({"exit": null})"}.all(), Code::json_type, "$.profile.exit", "found null");
    expect_fault(Text{.profile = R"({"use": "tpu"})"}.all(), Code::unknown_name, "$.profile.use", "'pallas-tpu'");
    expect_fault(Text{.buffers = "{}"}.all(), Code::json_type, "$.buffers", "a list");
    expect_fault(Text{.buffers = R"([{"chip": "all", "name": "x"}])"}.all(), Code::json_type, "$.buffers[0].chip",
                 "\"*\"");
    expect_fault(Text{.agents = R"([{"chip": "*", "name": "a", "ops": []}])"}.all(), Code::json_type,
                 "$.agents[0].chip", "an integer");
    expect_fault(Text{.agents = R"([{"chip": 0, "name": "a", "ops": {}}])"}.all(), Code::json_type, "$.agents[0].ops",
                 "a list");
    expect_fault(Text{.agents = R"([{"chip": 0, "name": "a", "ops": [null]}])"}.all(), Code::json_type,
                 "$.agents[0].ops[0]", "an object");
    expect_op_fault(R"({"op": 3})", Code::json_type, ".op", "a string");
    expect_op_fault(R"({"op": "poll", "src": "x"})", Code::json_type, ".src", "an object");
    expect_op_fault(R"({"op": "wait", "semaphore": "s", "at_least": 1, "take": "some"})", Code::json_type, ".take",
                    "\"all\"");
    expect_op_fault(R"({"op": "put", "src": {"buffer": "x"}, "dst": {"buffer": "x"}, "accumulate": 1})",
                    Code::json_type, ".accumulate", "true or false");
    expect_op_fault(R"({"op": "fence", "at": 14})", Code::json_type, ".at", "a string");
}

TEST(JsonFault, Values) {
    const auto expect_value_fault = [](const std::string& value, Code code, const std::string& member,
                                       const std::string& part) {
        expect_op_fault(R"({"op": "write", "dst": {"buffer": "t"}, "value": )" + value + "}", code, ".value" + member,
                        part);
    };
    expect_value_fault(R"("a")", Code::json_type, "", "null or a list");
    expect_value_fault("[]", Code::json_type, "", "at least one");
    expect_value_fault("[\"a\", 1]", Code::json_type, "[1]", "a string, a list or an object");
    expect_value_fault("[null]", Code::json_type, "[0]", "found null");
    expect_value_fault(R"([{"rule": "max"}])", Code::json_missing_key, "[0]", "'of'");
    expect_value_fault(R"([{"rule": "max", "of": []}])", Code::json_type, "[0].of", "at least one");
    expect_value_fault(R"([{"rule": "max", "apply": "f", "of": ["a"]}])", Code::json_unknown_key, "[0].rule",
                       "'apply'");
    expect_value_fault(R"([{"output": 1, "of": ["a"]}])", Code::json_unknown_key, "[0].output", "'apply'");
    expect_value_fault(R"([{"args": ["a"]}])", Code::json_unknown_key, "[0].args", "'of'");
    expect_value_fault(R"([{"rule": "best", "of": ["a"]}])", Code::unknown_name, "", "'best'");
    expect_value_fault(R"(["x[4]@1"])", Code::index_range, "[0]", "4 slots");
}

TEST(JsonFault, Names) {
    expect_op_fault(R"({"op": "poll", "src": {"buffer": "y"}})", Code::unknown_name, ".src.buffer",
                    "chip 0 has no buffer 'y'");
    expect_op_fault(R"({"op": "copy", "src": {"buffer": "t", "chip": 1}, "dst": {"buffer": "x"}})", Code::unknown_name,
                    ".src.buffer", "chip 1 has no buffer 't'");
    expect_op_fault(R"({"op": "snapshot", "semaphore": "x"})", Code::unknown_name, ".semaphore", "no semaphore 'x'");
    expect_op_fault(R"({"op": "poll", "src": {"buffer": "x", "chip": 2}})", Code::index_range, ".src.chip",
                    "chips are 0 to 1");
    expect_op_fault(R"({"op": "poll", "src": {"buffer": "x", "chip": -1}})", Code::index_range, ".src.chip", "chip -1");
}

TEST(JsonFault, WhatValidityFindsHasThePathOfTheMember) {
    expect_op_fault(R"({"op": "wait", "semaphore": "s", "chip": 1, "at_least": 1})", Code::foreign, ".semaphore",
                    "s[0] of chip 1");
    expect_op_fault(
        R"({"op": "put", "src": {"buffer": "x"}, "dst": {"buffer": "x", "chip": 1}, "recv": {"semaphore": "s"}})",
        Code::foreign, ".recv", "chip of dst");
    expect_op_fault(
        R"({"op": "put", "src": {"buffer": "x"}, "dst": {"buffer": "x", "chip": 1}, "send": {"semaphore": "s", "add": 0}})",
        Code::amount_range, ".send.add", "at least 1");
    expect_op_fault(R"({"op": "copy", "src": {"buffer": "x", "index": 3}, "dst": {"buffer": "x"}, "len": 2})",
                    Code::index_range, ".src", "indices 0 to 3");
    expect_op_fault(R"({"op": "compute", "label": "f", "reads": [{"buffer": "x"}, {"buffer": "x", "index": 4}]})",
                    Code::index_range, ".reads[1]", "x[4] of chip 0");
}

TEST(JsonFault, Declarations) {
    expect_fault(Text{.chips = R"("chips": 0)"}.all(), Code::size_range, "$.chips", "at least 1");
    expect_fault(Text{.chips = R"("chips": -2147483648)"}.all(), Code::size_range, "$.chips", "at least 1");
    expect_fault(Text{.launches = "0"}.all(), Code::size_range, "$.launches", "at least 1");
    expect_fault(Text{.profile = R"({"counter_values": 1})"}.all(), Code::amount_range, "$.profile.counter_values",
                 "at least 2");
    expect_fault(Text{.buffers = R"([{"chip": 2, "name": "x"}])"}.all(), Code::index_range, "$.buffers[0].chip",
                 "chips are 0 to 1");
    expect_fault(Text{.buffers = R"([{"chip": 1, "name": "x", "size": 0}])"}.all(), Code::size_range,
                 "$.buffers[0].size", "chip 1");
    expect_fault(Text{.buffers = R"([{"chip": 0, "name": ""}])"}.all(), Code::unknown_name, "$.buffers[0].name",
                 "without a name");
    expect_fault(Text{.buffers = R"([{"chip": "*", "name": "x"}, {"chip": 1, "name": "x"}])"}.all(),
                 Code::duplicate_name, "$.buffers[1].name", "'x' of chip 1");
    expect_fault(
        Text{.buffers = R"([{"chip": "*", "name": "x"}, {"chip": 0, "name": "t", "size": 2, "init": [null]}])"}.all(),
        Code::size_range, "$.buffers[1].init", "size 2, but init has 1");
    expect_fault(Text{.buffers = R"([{"chip": 0, "name": "t", "init": []}])"}.all(), Code::size_range,
                 "$.buffers[0].init", "no values");
    expect_fault(Text{.buffers = R"([{"chip": 0, "name": "t", "size": 2, "init": [null, [1]]}])"}.all(),
                 Code::json_type, "$.buffers[0].init[1][0]", "found an integer");
    expect_fault(Text{.semaphores = R"([{"chip": 0, "name": "s", "init": -1}])"}.all(), Code::amount_range,
                 "$.semaphores[0].init", "at least 0");
    expect_fault(
        Text{.profile = R"({"counter_values": 4})", .semaphores = R"([{"chip": 0, "name": "s", "init": 4}])"}.all(),
        Code::amount_range, "$.semaphores[0].init", "only 4 values");
    expect_fault(Text{.agents = R"([{"chip": 5, "name": "a", "ops": []}])"}.all(), Code::index_range,
                 "$.agents[0].chip", "no chip 5");
    expect_fault(Text{.agents = R"([{"chip": 0, "name": "a", "ops": []}, {"chip": 0, "name": "a", "ops": []}])"}.all(),
                 Code::duplicate_name, "$.agents[1].name", "'a' of chip 0");
}

TEST(JsonFault, Ensures) {
    const auto expect_ensures = [](const std::string& ensures, Code code, const std::string& member,
                                   const std::string& part) {
        expect_fault(Text{.ensures = "[" + ensures + "]"}.all(), code, "$.ensures[0]" + member, part);
    };
    expect_ensures(R"({"buffer": "x", "value": ["a"]})", Code::json_missing_key, "", "'chip'");
    expect_ensures(R"({"chip": 0, "buffer": "x"})", Code::json_missing_key, "", "'value'");
    expect_ensures(R"({"chip": 0, "buffer": "x", "index": 4, "value": ["a"]})", Code::index_range, ".index",
                   "x[4] of chip 0");
    expect_ensures(R"({"collective": "all_reduce", "input": "x"})", Code::json_unknown_key, ".input", "'in'");
    expect_ensures(R"({"collective": "all_reduce", "in": "y", "out": "y", "rule": "add"})", Code::bad_contract, "",
                   "'y'");
    expect_ensures(R"({"collective": "all_gossip", "in": "x", "out": "x"})", Code::bad_contract, "", "all_gossip");
}

TEST(JsonFault, Limits) {
    expect_fault(Text{.chips = R"("chips": 1000000000)"}.all(), Code::too_large, "$.chips", "65536");
    expect_fault(Text{.launches = "1000000000"}.all(), Code::too_large, "$.launches", "1000");
    expect_fault(Text{.buffers = R"([{"chip": 0, "name": "x", "size": 1000000000}])"}.all(), Code::too_large,
                 "$.buffers[0].size", "slots");
    expect_fault(Text{.semaphores = R"([{"chip": "*", "name": "s", "size": 2147483647}])"}.all(), Code::too_large,
                 "$.semaphores[0].size", "counters");
    Limits limits;
    limits.operations = 5;
    const std::string one = R"({"chip": 0, "name": "a", "ops": [{"op": "fence"}, {"op": "fence"}]})";
    const std::string two = R"({"chip": 1, "name": "a", "ops": [{"op": "fence"}]})";
    expect_fault(Text{.launches = "2", .agents = "[" + one + ", " + two + "]"}.all(), Code::too_large,
                 "$.agents[1].ops", "5 operations", limits);
    // What is declared on all chips at once counts for each of them.
    expect_fault(Text{.chips = R"("chips": 6)"}.all(), Code::too_large, "$.buffers[0]", "more than 5 of these", limits);
    limits.operations = 7;
    const std::string init = R"([{"chip": "*", "name": "x", "role": "inout", "init": [["a", "b"]]}])";
    expect_fault(Text{.buffers = init}.all(), Code::too_large, "$.buffers[0].init", "7 terms", limits);
    const std::string contract = R"({"collective": "all_reduce", "in": "x", "out": "x", "rule": "add"})";
    std::string contracts = contract;
    for (int i = 0; i < 3; ++i) contracts += ", " + contract;
    expect_fault(Text{.ensures = "[" + contracts + "]"}.all(), Code::too_large, "$.ensures[3]",
                 "more than 3 contracts on 2 chips", limits);
    limits.operations = 8;
    read_schedule(Text{.buffers = init, .ensures = "[" + contracts + "]"}.all(), "file.json", limits);
}

}  // namespace
}  // namespace ringproof::model
