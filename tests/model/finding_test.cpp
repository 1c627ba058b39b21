#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/machine.h"
#include "tests/support/play.h"

// Every fault that the machine reports, in an execution written by hand, and beside it the nearest one without fault.
namespace ringproof::model {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::event_of;
using tests::Play;
using tests::text_of;

const std::string bare = "kernel k(n) profile equality ";
const std::string alone = "kernel k(n) profile default, entry none, exit any ";
const std::string in_global_memory = "kernel k(n) profile default, entry none, exit any, counter_life global ";

void expect_race(const Finding& finding, Code code, const char* first, const char* second, Place place) {
    EXPECT_EQ(number(finding.code), number(code));
    ASSERT_TRUE(finding.first && finding.second && finding.place);
    EXPECT_EQ(text_of(finding.first->opened), first);
    EXPECT_EQ(text_of(finding.second->opened), second);
    EXPECT_EQ(text_of(finding.event), second);
    EXPECT_EQ(*finding.place, place);
    EXPECT_EQ(finding.first->place, place);
    EXPECT_EQ(finding.second->place, place);
}

const std::string put_and_read =
    "buffer x in buffer y inout sem s if me == 0 { put x -> chip(1).y recv s } else { wait s copy y -> x }";

TEST(Finding, ReadBeforeLanding) {
    Schedule schedule = tests::schedule_of(bare + put_and_read, 2);
    schedule.semaphores[1].init = 1;  // so the wait does not wait
    Play play(schedule);
    play.go({"issue 0.0", "wait 1.0", "begin 0.0", "start 1.1"});
    ASSERT_THAT(play.codes(), ElementsAre("RP101"));
    expect_race(play.finding(), Code::read_before_landing, "begin 0.0", "start 1.1", play.place(1, "y"));
    EXPECT_EQ(play.finding().first->mode, Mode::write);
    EXPECT_EQ(play.finding().second->mode, Mode::read);

    Play clean(bare + put_and_read, 2);
    clean.go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0", "wait 1.0", "start 1.1", "end 1.1"});
    EXPECT_THAT(clean.finish().codes(), IsEmpty());
    Play before(schedule);  // the read has ended when the first byte may arrive: no clash in this execution
    before.go({"issue 0.0", "wait 1.0", "start 1.1", "end 1.1", "begin 0.0", "read 0.0", "land 0.0"});
    EXPECT_THAT(before.codes(), IsEmpty());
}

TEST(Finding, OverwriteBeforeRead) {
    const std::string text = bare + "buffer x in buffer y inout if me == 0 { put x -> chip(1).y } else { copy y -> x }";
    Play play(text, 2);
    play.go({"issue 0.0", "start 1.0", "begin 0.0"});
    ASSERT_THAT(play.codes(), ElementsAre("RP102"));
    expect_race(play.finding(), Code::overwrite_before_read, "start 1.0", "begin 0.0", play.place(1, "y"));
    Play clean(text, 2);
    EXPECT_THAT(clean.go({"issue 0.0", "start 1.0", "end 1.0", "begin 0.0"}).codes(), IsEmpty());
}

TEST(Finding, TwoWriters) {
    const std::string text = bare + "buffer x in buffer y inout put x -> chip(0).y";
    Play play(text, 2);
    play.go({"issue 0.0", "issue 1.0", "begin 1.0", "begin 0.0"});
    ASSERT_THAT(play.codes(), ElementsAre("RP103"));
    expect_race(play.finding(), Code::two_writers, "begin 1.0", "begin 0.0", play.place(0, "y"));
    Play clean(text, 2);
    clean.go({"issue 0.0", "issue 1.0", "begin 1.0", "read 1.0", "land 1.0", "begin 0.0"});
    EXPECT_THAT(clean.codes(), IsEmpty());
    EXPECT_THAT(Play(text + " accumulate", 2).go({"issue 0.0", "issue 1.0", "begin 1.0", "begin 0.0"}).codes(),
                IsEmpty());
}

TEST(Finding, AccumulateClashesWithReadsAndPlainWrites) {
    const std::string text = bare +
                             "buffer x in buffer y inout if me == 0 { put x -> chip(1).y accumulate } "
                             "else { if me == 1 { copy y -> x } else { put x -> chip(1).y } }";
    EXPECT_THAT(Play(text, 3).go({"issue 0.0", "begin 0.0", "start 1.0"}).codes(), ElementsAre("RP101"));
    EXPECT_THAT(Play(text, 3).go({"issue 0.0", "start 1.0", "begin 0.0"}).codes(), ElementsAre("RP102"));
    EXPECT_THAT(Play(text, 3).go({"issue 0.0", "issue 2.0", "begin 0.0", "begin 2.0"}).codes(), ElementsAre("RP103"));
}

TEST(Finding, SourceReused) {
    const std::string text = bare + "buffer x in buffer y sem s if me == 0 { put x -> chip(1).y send s write x \"a\" }";
    Play play(text, 2);
    play.go({"issue 0.0", "start 0.1"});
    ASSERT_THAT(play.codes(), ElementsAre("RP104"));
    expect_race(play.finding(), Code::source_reused, "issue 0.0", "start 0.1", play.place(0, "x"));
    EXPECT_THAT(Play(text, 2).go({"issue 0.0", "read 0.0", "start 0.1"}).codes(), IsEmpty());
}

// A get's source is only read once it has begun, and its target is taken from the issue on.
TEST(Finding, GetHoldsItsTargetFromItsIssue) {
    const std::string text =
        bare + "buffer x in buffer y inout if me == 0 { get chip(1).x -> y copy y -> x } else { write x \"a\" }";
    EXPECT_THAT(Play(text, 2).go({"issue 0.0", "start 0.1"}).codes(), ElementsAre("RP101"));
    EXPECT_THAT(Play(text, 2).go({"issue 0.0", "start 1.0"}).codes(), IsEmpty());
    EXPECT_THAT(Play(text, 2).go({"issue 0.0", "begin 0.0", "start 1.0"}).codes(), ElementsAre("RP102"));
    EXPECT_THAT(Play(text, 2).go({"issue 0.0", "begin 0.0", "read 0.0", "start 1.0"}).codes(), IsEmpty());
}

TEST(Finding, OneOperationDoesNotClashWithItselfButWithItsNextLaunch) {
    const std::string text = bare + "buffer x in put x -> me.x";
    Play play(text, 1, 2);
    play.go({"issue 0.0", "begin 0.0"});
    EXPECT_THAT(play.codes(), IsEmpty());
    play.go({"issue 0.0#1"});
    EXPECT_THAT(play.codes(), ElementsAre("RP101"));
}

TEST(Finding, PollDoesNotClash) {
    Play play(bare + "buffer x in buffer y inout if me == 0 { put x -> chip(1).y } else { poll y }", 2);
    EXPECT_THAT(play.go({"issue 0.0", "begin 0.0", "poll 1.0"}).codes(), IsEmpty());
}

// The kernel returned before the data landed: a race with who reads the output.
TEST(Finding, OutputIsCollectedBeforeTheLanding) {
    const std::string text = in_global_memory + "buffer x in buffer y out if me == 0 { put x -> chip(1).y }";
    Play play(text, 2);
    play.enter().go({"issue 0.0", "begin 0.0", "exit 1"});
    ASSERT_THAT(play.codes(), ElementsAre("RP101"));
    expect_race(play.finding(), Code::read_before_landing, "begin 0.0", "exit 1", play.place(1, "y"));
    Play during(text, 2);
    during.enter().go({"issue 0.0", "exit 1", "begin 0.0"});
    ASSERT_THAT(during.codes(), ElementsAre("RP102"));
    expect_race(during.finding(), Code::overwrite_before_read, "exit 1", "begin 0.0", during.place(1, "y"));
    Play clean(text, 2);
    clean.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0", "exit 1"});
    EXPECT_THAT(clean.codes(), IsEmpty());
}

// A peer still reads the input when the next launch fills it.
TEST(Finding, InputIsFilledWhileItIsRead) {
    const std::string text = in_global_memory + "buffer x in buffer y if me == 0 { get chip(1).x -> y }";
    Play play(text, 2, 2);
    play.enter().go({"issue 0.0", "begin 0.0", "exit 1", "collect 1", "fill 1#1"});
    ASSERT_THAT(play.codes(), ElementsAre("RP102"));
    expect_race(play.finding(), Code::overwrite_before_read, "begin 0.0", "fill 1#1", play.place(1, "x"));
    Play clean(text, 2, 2);
    clean.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "exit 1", "collect 1", "fill 1#1"});
    EXPECT_THAT(clean.codes(), IsEmpty());
}

TEST(Finding, Deadlock) {
    const std::string text = bare + "sem s if me == 0 { wait s 2 } else { signal chip(0).s }";
    Play play(text, 2);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP110"));
    ASSERT_EQ(play.finding().blocked.size(), 1U);
    const Blocked& blocked = play.finding().blocked.front();
    EXPECT_EQ(text_of(blocked.next), "wait 0.0");
    EXPECT_EQ(blocked.counter, play.counter(0, "s"));
    EXPECT_EQ(blocked.value, 1);
    EXPECT_EQ(blocked.need, 2);
    EXPECT_THAT(Play(text, 3).finish().codes(), IsEmpty());
}

TEST(Finding, DeadlockNamesEveryBlockedAgent) {
    Play play(bare + "sem s signal me.s snapshot s if me == 0 { wait s equals 3 } else { wait s above_snapshot 2 }", 2);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP110"));
    ASSERT_EQ(play.finding().blocked.size(), 2U);
    EXPECT_EQ(play.finding().blocked[0].need, 3);
    EXPECT_EQ(play.finding().blocked[1].need, 3) << "snapshot of 1 and 2";
}

TEST(Finding, Uninitialised) {
    const std::string text = bare + "buffer x in buffer y, z inout if me == 0 { copy y -> z put y -> chip(1).y }";
    Play play(text, 2);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP120", "RP120"));
    EXPECT_EQ(*play.finding().place, play.place(0, "y"));
    EXPECT_EQ(text_of(play.finding(0).event), "end 0.0");
    EXPECT_EQ(text_of(play.finding(1).event), "read 0.1");
    EXPECT_THAT(Play(bare + "buffer y inout, z inout copy y -> z put y -> me.y", 2).finish().codes(), IsEmpty());
}

TEST(Finding, AccumulatingIntoNothingIsUninitialised) {
    const std::string text = bare + "buffer x in buffer y BEFORE put x -> me.y accumulate";
    const auto with = [&](const std::string& before) {
        std::string changed = text;
        return changed.replace(changed.find("BEFORE"), 6, before);
    };
    EXPECT_THAT(Play(with(""), 1).finish().codes(), ElementsAre("RP120"));
    EXPECT_THAT(Play(with("write y \"zero\""), 1).finish().codes(), IsEmpty());
}

TEST(Finding, EveryOperationThatReadsSeesNothing) {
    for (const char* const operation : {"reduce y into z", "reduce x, y -> z", "compute f reads y writes z",
                                        "read y expect \"a\"", "get me.y -> z", "reduce x into y"})
        EXPECT_THAT(Play(bare + "buffer x in buffer y buffer z inout " + operation, 1).finish().codes(),
                    Contains("RP120"))
            << operation;
}

TEST(Finding, MemoryOfALaunchThatIsNotEntered) {
    const std::string text = alone + "buffer x in buffer y if me == 0 { put x -> chip(1).y }";
    Play play(text, 2);
    play.go({"fill 0", "enter 0", "issue 0.0", "begin 0.0", "read 0.0"});
    ASSERT_THAT(play.codes(), ElementsAre("RP130"));
    EXPECT_EQ(text_of(play.finding().event), "begin 0.0");
    EXPECT_EQ(play.finding().value, 1) << "the chip";
    EXPECT_FALSE(play.finding().counter);
    Play clean(text, 2);
    clean.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0"});
    EXPECT_THAT(clean.codes(), IsEmpty());
    Play global(in_global_memory + "buffer x in buffer y if me == 0 { put x -> chip(1).y }", 2);
    EXPECT_THAT(global.go({"fill 0", "enter 0", "issue 0.0", "begin 0.0"}).codes(), IsEmpty());
}

TEST(Finding, CounterOfALaunchThatIsNotEntered) {
    const std::string text = alone + "sem s if me == 0 { signal chip(1).s }";
    Play play(text, 2);
    play.go({"fill 0", "enter 0", "issue 0.0", "deliver 0.0"});
    ASSERT_THAT(play.codes(), ElementsAre("RP130"));
    EXPECT_EQ(play.finding().counter, play.counter(1, "s"));
    EXPECT_THAT(Play(text, 2).enter().go({"issue 0.0", "deliver 0.0"}).codes(), IsEmpty());
    Play global(alone + "sem s global if me == 0 { signal chip(1).s }", 2);
    EXPECT_THAT(global.go({"fill 0", "enter 0", "issue 0.0", "deliver 0.0"}).codes(), IsEmpty());
}

TEST(Finding, LoadsAndGetsMustFindTheirTargetInside) {
    const std::string load = alone + "buffer x in buffer y if me == 0 { copy chip(1).x -> y }";
    EXPECT_THAT(Play(load, 2).go({"fill 0", "enter 0", "start 0.0"}).codes(), ElementsAre("RP130"));
    EXPECT_THAT(Play(load, 2).enter().go({"start 0.0", "exit 1", "end 0.0"}).codes(), ElementsAre("RP131"));
    EXPECT_THAT(Play(load, 2).enter().go({"start 0.0", "end 0.0", "exit 1"}).codes(), IsEmpty());
    const std::string get = alone + "buffer x in buffer y if me == 0 { get chip(1).x -> y }";
    EXPECT_THAT(Play(get, 2).go({"fill 0", "enter 0", "issue 0.0", "begin 0.0"}).codes(), ElementsAre("RP130"));
    EXPECT_THAT(Play(get, 2).enter().go({"issue 0.0", "begin 0.0", "exit 1", "read 0.0"}).codes(),
                ElementsAre("RP131"));
    EXPECT_THAT(Play(get, 2).enter().go({"issue 0.0", "begin 0.0", "read 0.0", "exit 1", "land 0.0"}).codes(),
                IsEmpty());
    EXPECT_THAT(Play(get, 2).enter().go({"issue 0.0", "begin 0.0", "read 0.0", "exit 0", "land 0.0"}).codes(),
                ElementsAre("RP131"))
        << "its own chip has left";
}

TEST(Finding, LeftAlready) {
    const std::string text = alone + "buffer x in buffer y sem s if me == 0 { put x -> chip(1).y recv s }";
    Play play(text, 2);
    play.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "exit 1", "land 0.0"});
    ASSERT_THAT(play.codes(), ElementsAre("RP131", "RP131"));
    EXPECT_EQ(text_of(play.finding(0).event), "land 0.0");
    EXPECT_EQ(play.finding(0).value, 1);
    EXPECT_FALSE(play.finding(0).counter) << "the memory";
    EXPECT_EQ(play.finding(1).counter, play.counter(1, "s"));
    Play clean(text, 2);
    EXPECT_THAT(clean.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0", "exit 1"}).codes(), IsEmpty());
    Play next(text, 2, 2);  // in its next launch the chip has left this one as well
    next.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "exit 1", "collect 1", "fill 1#1", "enter 1#1", "land 0.0"});
    EXPECT_THAT(next.codes(), ElementsAre("RP131", "RP131"));
}

// A put must have read scratch and out memory before its own chip leaves; late reads of an input are left to the race
// with the next fill.
TEST(Finding, OwnSourceMustBeReadBeforeTheExit) {
    const std::string text = alone + "buffer x ROLE write x \"a\" if me == 0 { put x -> chip(1).x }";
    const std::vector<std::string> late{"start 0.0", "end 0.0", "issue 0.1", "exit 0", "read 0.1"};
    const auto with = [&](const std::string& role) {
        std::string changed = text;
        return changed.replace(changed.find("ROLE"), 4, role);
    };
    EXPECT_THAT(Play(with("scratch"), 2).enter().go(late).codes(), ElementsAre("RP131"));
    EXPECT_THAT(Play(with("out"), 2).enter().go(late).codes(), ElementsAre("RP131"));
    EXPECT_THAT(Play(with("in"), 2).enter().go(late).codes(), IsEmpty());
    EXPECT_THAT(Play(with("inout"), 2).enter().go(late).codes(), IsEmpty());
    Play filled(with("in"), 2, 2);
    filled.enter().go({"start 0.0", "end 0.0", "issue 0.1", "exit 0", "collect 0", "fill 0#1"});
    EXPECT_THAT(filled.codes(), ElementsAre("RP104"));
}

TEST(Finding, DirtyCounterAtExit) {
    const std::string text = "kernel k(n) sem s, free if me == 0 { signal chip(1).s } else { wait s at_least 1 TAKE }";
    const auto with = [&](const std::string& take) {
        std::string changed = text;
        return changed.replace(changed.find("TAKE"), 4, take);
    };
    Play play(with(""), 2);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP140"));
    EXPECT_EQ(text_of(play.finding().event), "exit 1");
    EXPECT_EQ(play.finding().counter, play.counter(1, "s"));
    EXPECT_EQ(play.finding().value, 1);
    EXPECT_THAT(Play(with("take 1"), 2).finish().codes(), IsEmpty());
}

TEST(Finding, DirtyGlobalCounterAtRest) {
    const std::string text = "kernel k(n) sem s global if me == 0 { signal chip(1).s } else { wait s at_least 1 }";
    Play play(text, 2, 2);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP140"));
    EXPECT_EQ(text_of(play.finding().event), "collect 1#1");
    EXPECT_EQ(play.finding().value, 2);
    EXPECT_THAT(Play("kernel k(n) sem s global if me == 0 { signal chip(1).s } else { wait s }", 2, 2).finish().codes(),
                IsEmpty());
    EXPECT_THAT(Play("kernel k(n) profile default, exit any sem s global signal me.s", 1).finish().codes(), IsEmpty());
}

TEST(Finding, StillInFlightAtExit) {
    const std::string text =
        "kernel k(n) profile default, exit drained, counter_life global buffer x in buffer y "
        "if me == 0 { put x -> chip(1).y }";
    for (const std::string chip : {"0", "1"}) {
        Play play(text, 2);
        play.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "exit " + chip});
        ASSERT_THAT(play.codes(), ElementsAre("RP141")) << chip;
        EXPECT_EQ(text_of(play.finding().event), "issue 0.0");
    }
    EXPECT_THAT(Play(text, 3).enter().go({"issue 0.0", "exit 2"}).codes(), IsEmpty()) << "a third chip";
    EXPECT_THAT(
        Play(text, 2).enter().go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0", "exit 0", "exit 1"}).codes(),
        IsEmpty());
}

TEST(Finding, DrainedWaitsForTheRaiseToo) {
    const std::string text =
        "kernel k(n) profile default, exit drained, counter_life global, signal_covers none "
        "buffer x in buffer y sem s if me == 0 { put x -> chip(1).y recv s }";
    Play play(text, 2);
    EXPECT_THAT(play.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0", "exit 1"}).codes(),
                ElementsAre("RP141"));
    Play clean(text, 2);
    clean.enter().go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0", "raise 0.0", "exit 1"});
    EXPECT_THAT(clean.codes(), IsEmpty());
}

TEST(Finding, CounterOutOfItsRange) {
    const auto text = [](int add) {
        return "kernel k(n) profile equality, counter_values 4 sem s[2] signal me.s[1] add " + std::to_string(add);
    };
    Play play(text(4), 1);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP150"));
    EXPECT_EQ(play.finding().counter, play.counter(0, "s", 1));
    EXPECT_EQ(play.finding().value, 4);
    EXPECT_EQ(text_of(play.finding().event), "deliver 0.0");
    EXPECT_THAT(Play(text(3), 1).finish().codes(), IsEmpty());
    // A value that is set is no narrower.
    for (const char* const set : {"set s 4", "signal me.s set 4"})
        EXPECT_THAT(
            Play("kernel k(n) profile equality, counter_values 4 sem s " + std::string(set), 1).finish().codes(),
            ElementsAre("RP150"));
    EXPECT_THAT(Play("kernel k(n) profile equality, counter_values 4 sem s set s 3", 1).finish().codes(), IsEmpty());
    EXPECT_THAT(Play("kernel k(n) profile equality, counter_values 4 sem s wait s at_least 4", 1).finish().codes(),
                ElementsAre("RP110"))
        << "a value that no counter can have";
    for (const std::string assigning : {"set s 4", "signal me.s set 4"})
        EXPECT_THAT(Play("kernel k(n) profile equality, counter_values 4 sem s " + assigning, 1).finish().codes(),
                    ElementsAre("RP150"))
            << assigning;
    EXPECT_THAT(Play("kernel k(n) profile equality, counter_values 4 sem s set s 3", 1).finish().codes(), IsEmpty());
}

TEST(Finding, WrongResultOfAContract) {
    const auto text = [](const std::string& from) {
        return "kernel k(n) contract permute(x -> y) buffer x in buffer y out copy " + from + ".x -> y";
    };
    Play play(text("right"), 3);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP160", "RP160", "RP160"));
    EXPECT_EQ(text_of(play.finding().event), "collect 0");
    EXPECT_EQ(*play.finding().place, play.place(0, "y"));
    EXPECT_EQ(play.finding().expected, "x[0]@2#0");
    EXPECT_EQ(play.finding().found, "x[0]@1#0");
    EXPECT_THAT(Play(text("left"), 3, 2).finish().codes(), IsEmpty());
}

TEST(Finding, WrongResultWithoutLaunchesIsFoundAtRest) {
    Play play(bare + "ensures y == \"a\" if me == 1 buffer y write y \"b\"", 2);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP160"));
    EXPECT_EQ(text_of(play.finding().event), "collect 1");
    EXPECT_THAT(Play(bare + "ensures y == \"b\" buffer y write y \"b\"", 2).finish().codes(), IsEmpty());
}

TEST(Finding, ReadFindsSomethingElse) {
    Play play(bare + "buffer x in read x expect x@chip(1)", 2);
    play.finish();
    ASSERT_THAT(play.codes(), ElementsAre("RP160"));
    EXPECT_EQ(text_of(play.finding().event), "end 0.0");
    EXPECT_EQ(play.finding().expected, "x[0]@1#0");
    EXPECT_EQ(play.finding().found, "x[0]@0#0");
    EXPECT_THAT(Play(bare + "buffer x in read x expect nothing", 1).finish().codes(), ElementsAre("RP160"));
    EXPECT_THAT(Play(bare + "buffer x read x expect nothing", 1).finish().codes(), IsEmpty());
}

TEST(Finding, LeavesBeforeAnotherHasEntered) {
    const std::string text = "kernel k(n) contract barrier(DISTANCE) profile default, entry none";
    const auto with = [&](const std::string& distance) {
        std::string changed = text;
        return changed.replace(changed.find("DISTANCE"), 8, distance);
    };
    Play play(with(""), 4);
    play.go({"fill 0", "enter 0", "fill 1", "enter 1", "fill 3", "enter 3", "exit 0"});
    ASSERT_THAT(play.codes(), ElementsAre("RP161"));
    EXPECT_EQ(text_of(play.finding().event), "exit 0");
    EXPECT_EQ(play.finding().value, 2);
    Play near(with("distance = 1"), 4);
    near.go({"fill 0", "enter 0", "fill 1", "enter 1", "fill 3", "enter 3", "exit 0"});
    EXPECT_THAT(near.codes(), IsEmpty());
    near.go({"exit 1"});
    EXPECT_THAT(near.codes(), ElementsAre("RP161")) << "chip 2 is its neighbour";
    Play clean(with(""), 4);
    EXPECT_THAT(clean.enter().finish().codes(), IsEmpty());
}

TEST(Finding, IsTheSameFaultWhateverTheOrder) {
    const std::string text = bare + "buffer x in buffer y inout put x -> chip(0).y";
    Play one(text, 2), other(text, 2);
    one.go({"issue 0.0", "issue 1.0", "begin 1.0", "begin 0.0"});
    other.go({"issue 0.0", "issue 1.0", "begin 0.0", "begin 1.0"});
    EXPECT_TRUE(one.finding().same_fault(other.finding()));
    Finding elsewhere = other.finding();
    elsewhere.place->index = 1;
    EXPECT_FALSE(one.finding().same_fault(elsewhere));
    Finding another = other.finding();
    another.first->opened.launch = 1;
    EXPECT_FALSE(one.finding().same_fault(another));
}

}  // namespace
}  // namespace ringproof::model
