#include <string>

#include <gtest/gtest.h>

#include "tests/support/play.h"

// What a machine says of its state, and what it keeps of what is over.
namespace ringproof::model {
namespace {

using tests::event_of;
using tests::schedule_of;

std::string key_of(const Machine& machine) {
    std::string key;
    machine.append_state(key);
    return key;
}

Machine after(Machine machine, const std::vector<std::string>& events) {
    for (const std::string& event : events) {
        EXPECT_TRUE(machine.enabled(event_of(event))) << event;
        machine.fire(event_of(event));
    }
    return machine;
}

const std::string two_puts =
    "kernel k(n) profile default, entry together, exit any, signal_covers link buffer x[2] in buffer y[2] sem a "
    "put x -> right.y recv a put x[1] -> right.y[1] recv a wait a at_least 2";

TEST(MachineState, TheOrderOfWhatCommutesIsForgotten) {
    const Schedule schedule = schedule_of(two_puts, 2);
    const Machine start(schedule, 1);
    const Machine one = after(start, {"issue 0.0", "issue 1.0", "begin 0.0", "read 0.0", "begin 1.0"});
    const Machine other = after(start, {"issue 1.0", "begin 1.0", "issue 0.0", "read 0.0", "begin 0.0"});
    EXPECT_EQ(key_of(one), key_of(other));
    EXPECT_NE(key_of(one), key_of(after(one, {"land 0.0"})));
    EXPECT_NE(key_of(one), key_of(after(one, {"issue 0.1"})));
    EXPECT_NE(key_of(after(one, {"read 1.0"})), key_of(after(one, {"issue 1.1"})));
}

TEST(MachineState, AnOrderThatIsFulfilledIsForgotten) {
    const Schedule schedule = schedule_of(two_puts, 2);
    const Machine start(schedule, 1);
    // The second put has to follow the first, but only while that is in flight.
    const Machine held = after(start, {"issue 0.0", "issue 0.1", "begin 0.0", "read 0.0"});
    EXPECT_FALSE(held.enabled(event_of("begin 0.1")));
    const Machine landed = after(held, {"land 0.0"});
    EXPECT_TRUE(landed.enabled(event_of("begin 0.1")));
    EXPECT_EQ(key_of(landed), key_of(after(start, {"issue 0.0", "begin 0.0", "read 0.0", "land 0.0", "issue 0.1"})));
}

TEST(MachineState, WhatIsOverTakesNoRoom) {
    const Schedule schedule = schedule_of(
        "kernel k(n) profile equality buffer x in buffer y sem a for i in 0 .. 500 { put x -> right.y recv a wait a }",
        1);
    Machine machine(schedule, 1);
    std::size_t longest = 0;
    for (auto enabled = machine.enabled(); !enabled.empty(); enabled = machine.enabled()) {
        machine.fire(enabled.front());
        longest = std::max(longest, key_of(machine).size());
    }
    EXPECT_TRUE(machine.finished());
    EXPECT_LT(longest, key_of(machine).size() + 200);
}

TEST(MachineState, ValuesAndOpenAccessesCount) {
    const Schedule schedule = schedule_of(
        "kernel k(n) profile equality buffer x buffer y if me == 0 { write x \"a\" } if me == 1 { write x \"b\" } copy "
        "x -> y",
        2);
    const Machine start(schedule, 1);
    EXPECT_NE(key_of(start), key_of(after(start, {"start 0.0"})));
    const Machine written = after(start, {"start 0.0", "end 0.0"});
    EXPECT_NE(key_of(start), key_of(written));
    EXPECT_EQ(key_of(after(written, {"start 1.0", "end 1.0"})),
              key_of(after(start, {"start 1.0", "start 0.0", "end 1.0", "end 0.0"})));
}

TEST(MachineState, ACopyGoesItsOwnWay) {
    const Schedule schedule = schedule_of(
        "kernel k(n) contract permute(x -> y) profile default, exit any buffer x in buffer y out sem a "
        "put x -> right.y recv a wait a",
        2);
    Machine machine(schedule, 1);
    Machine copy = machine;
    run_in_order(copy);
    EXPECT_TRUE(copy.finished());
    EXPECT_EQ(copy.results().claims, 2);
    EXPECT_EQ(machine.results().claims, 0);
    run_in_order(machine);
    EXPECT_EQ(key_of(machine), key_of(copy));
    EXPECT_EQ(machine.results().claims, 2);
    EXPECT_TRUE(machine.take_findings().empty());
}

TEST(MachineState, FindingsAreHandedOver) {
    const Schedule schedule = schedule_of("kernel k(n) profile equality buffer x buffer y copy x -> y", 1);
    Machine machine(schedule, 1);
    machine = after(machine, {"start 0.0", "end 0.0"});
    const auto findings = machine.take_findings();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].code, Code::uninitialised);
    EXPECT_TRUE(machine.findings().empty());
}

}  // namespace
}  // namespace ringproof::model
