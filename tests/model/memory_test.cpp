#include "model/memory.h"

#include <gtest/gtest.h>

#include "model/footprint.h"
#include "tests/support/play.h"

namespace ringproof::model {
namespace {

using tests::event_of;
using tests::schedule_of;

struct MemoryOf : testing::Test {
    MemoryOf() {
        schedule.buffers[0].init = {Term{Atom{Symbol("a")}}, std::nullopt};
        memory.emplace(schedule, values);
    }
    /// How many open accesses the new one clashes with.
    int open(const char* event, Place place, Mode mode) {
        int clashes = 0;
        memory->open({event_of(event), place, mode}, [&](const Access& other) {
            EXPECT_EQ(other.place, place);
            ++clashes;
        });
        return clashes;
    }

    Schedule schedule = schedule_of("kernel k(n) buffer x[2], y[3]", 2);
    Values values;
    std::optional<Memory> memory;
};

TEST_F(MemoryOf, StartsWithItsInit) {
    EXPECT_EQ((*memory)[Place({0, 0})], values.atom(Symbol("a")));
    EXPECT_EQ((*memory)[Place({0, 1})], nothing);
    EXPECT_EQ((*memory)[Place({3, 2})], nothing);
}

TEST_F(MemoryOf, SlotsAreApart) {
    std::vector<Place> places;
    for (std::int32_t buffer = 0; buffer < 4; ++buffer)
        for (std::int32_t k = 0; k < schedule.buffers[buffer].size; ++k) places.push_back({buffer, k});
    for (std::size_t i = 0; i < places.size(); ++i) memory->store(places[i], static_cast<Value>(i + 10));
    for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ((*memory)[places[i]], i + 10);
    memory->renew({0, 0}, values);
    EXPECT_EQ((*memory)[Place({0, 0})], values.atom(Symbol("a")));
    memory->renew({3, 2}, values);
    EXPECT_EQ((*memory)[Place({3, 2})], nothing);
}

TEST_F(MemoryOf, ModesConflictUnlessBothReadOrBothAccumulate) {
    for (const Mode one : {Mode::read, Mode::write, Mode::accumulate})
        for (const Mode other : {Mode::read, Mode::write, Mode::accumulate}) {
            Memory fresh(schedule, values);
            *memory = fresh;
            EXPECT_EQ(open("start 0.0", {0, 0}, one), 0);
            const bool clash = one != other || one == Mode::write;
            EXPECT_EQ(open("start 1.0", {0, 0}, other), clash);
            EXPECT_EQ(open("start 1.0", {0, 1}, other), 0) << "another slot";
        }
}

TEST_F(MemoryOf, CloseEndsTheOperationsOwnAccess) {
    open("start 0.0", {0, 0}, Mode::read);
    EXPECT_EQ(open("start 0.0", {0, 0}, Mode::write), 0) << "the same operation";
    memory->close({0, 0}, Mode::read, event_of("end 0.0"));
    EXPECT_EQ(open("start 1.0", {0, 0}, Mode::write), 1) << "its write is open yet";
    memory->close({0, 0}, Mode::write, event_of("end 2.0"));
    EXPECT_EQ(open("start 3.0", {0, 0}, Mode::write), 2) << "somebody else's end closes nothing";
    memory->close({0, 0}, Mode::write, event_of("end 0.0"));
    memory->close({0, 0}, Mode::write, event_of("end 1.0"));
    memory->close({0, 0}, Mode::write, event_of("end 3.0"));
    EXPECT_EQ(open("start 0.0#1", {0, 0}, Mode::write), 0);
    EXPECT_EQ(open("start 0.0", {0, 0}, Mode::write), 1) << "another launch is another operation";
}

TEST(Footprint, TellsEverySlotOfAnOperation) {
    const Schedule schedule = schedule_of(
        "kernel k(n) buffer x[4], y[4] put x[1] -> right.y[2] len 2 accumulate get right.x -> y "
        "reduce x, y -> x[3] reduce x into y compute f reads x, y writes y fence poll x",
        2);
    std::vector<std::string> told;
    for (const Step& step : schedule.agents[0].steps) {
        std::string text;
        each_access(step.operation, [&](Place place, Mode mode, End end) {
            constexpr const char* modes = "RWA";
            text += std::string(end == End::source ? "s" : "t") + modes[static_cast<int>(mode)] + " " +
                    schedule.text(place) + "; ";
        });
        told.push_back(text);
    }
    EXPECT_EQ(told,
              (std::vector<std::string>{"sR x[1] of chip 0; sR x[2] of chip 0; tA y[2] of chip 1; tA y[3] of chip 1; ",
                                        "sR x[0] of chip 1; tW y[0] of chip 0; ",
                                        "sR x[0] of chip 0; sR y[0] of chip 0; tW x[3] of chip 0; ",
                                        "sR x[0] of chip 0; sR y[0] of chip 0; tW y[0] of chip 0; ",
                                        "sR x[0] of chip 0; sR y[0] of chip 0; tW y[0] of chip 0; ", "", ""}));
}

TEST(Footprint, EarlyUnitsAreRoundedDown) {
    Put<Concrete> put{};
    EXPECT_EQ(early_units(put), 0) << "no counter";
    put.recv = Raise<Concrete>{{0, 0}, 5};
    EXPECT_EQ(early_units(put), 0) << "one slot";
    put.len = 3;
    EXPECT_EQ(early_units(put), 3);
    put.len = 2;
    EXPECT_EQ(early_units(put), 2);
    put.recv->add = 2'000'000'000;
    put.len = 1'000'000'000;
    EXPECT_EQ(early_units(put), 1'999'999'998);
}

}  // namespace
}  // namespace ringproof::model
