#include "model/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/json/json.h"
#include "tests/support/play.h"

// Events, memory and counters of every operation of specs/semantics.md section 2. Unless a test says otherwise, agents
// are the lists of operations of entry `together`, so that nothing but the operation itself happens.
namespace ringproof::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::Play;

const std::string bare = "kernel k(n) profile equality ";

std::string bare_with(const std::string& options) {
    return "kernel k(n) profile default, entry together, exit any, " + options + " ";
}

TEST(Machine, PutReadsAndLandsByItself) {
    Play play(bare +
                  "buffer x[2] in buffer y[2] sem sent, got if me == 0 "
                  "{ put x -> chip(1).y len 2 send sent add 2 recv got add 3 fence }",
              2);
    EXPECT_FALSE(play.can("begin 0.0"));
    EXPECT_FALSE(play.can("read 0.0"));
    play.go({"issue 0.0"});
    EXPECT_FALSE(play.can("issue 0.0"));
    EXPECT_FALSE(play.can("land 0.0"));
    EXPECT_TRUE(play.can("begin 0.0"));
    EXPECT_TRUE(play.can("fence 0.1")) << "the agent goes on";
    play.go({"read 0.0"});
    EXPECT_EQ(play.counts(0, "sent"), 2);
    EXPECT_EQ(play.counts(1, "got"), 0);
    EXPECT_FALSE(play.can("read 0.0")) << "once only";
    EXPECT_FALSE(play.can("land 0.0")) << "not before begin";
    play.go({"begin 0.0"});
    EXPECT_EQ(play.holds(1, "y"), "nothing");
    EXPECT_FALSE(play.can("credit 0.0"));
    EXPECT_FALSE(play.can("raise 0.0"));
    EXPECT_FALSE(play.can("deliver 0.0"));
    play.go({"land 0.0"});
    EXPECT_EQ(play.holds(1, "y"), "x[0]@0#0");
    EXPECT_EQ(play.holds(1, "y", 1), "x[1]@0#0");
    EXPECT_EQ(play.counts(1, "got"), 3);
    EXPECT_FALSE(play.can("land 0.0"));
    EXPECT_FALSE(play.machine().finished());
    play.go({"fence 0.1"});
    EXPECT_TRUE(play.machine().finished());
}

TEST(Machine, PutBeginsBeforeItReadsOrAfter) {
    Play play(bare + "buffer x in buffer y if me == 0 { put x -> chip(1).y }", 2);
    play.go({"issue 0.0", "begin 0.0"});
    EXPECT_FALSE(play.can("land 0.0")) << "not before read";
    play.go({"read 0.0", "land 0.0"});
    EXPECT_EQ(play.holds(1, "y"), "x[0]@0#0");
}

// The value that lands is the one found at read, whatever has happened to the source since.
TEST(Machine, PutCarriesWhatItRead) {
    Play play(bare + R"(buffer x in buffer y if me == 0 { put x -> chip(1).y write x "later" })", 2);
    play.go({"issue 0.0", "begin 0.0", "read 0.0", "start 0.1", "end 0.1", "land 0.0"});
    EXPECT_EQ(play.holds(1, "y"), "x[0]@0#0");
    EXPECT_EQ(play.holds(0, "x"), "later");
    EXPECT_THAT(play.codes(), IsEmpty());
}

TEST(Machine, AccumulatesCommute) {
    Play play(bare + "buffer x in buffer y inout put x -> chip(0).y accumulate", 2);
    play.go({"issue 0.0", "issue 1.0", "begin 0.0", "begin 1.0", "read 0.0", "read 1.0", "land 1.0", "land 0.0"});
    EXPECT_THAT(play.codes(), IsEmpty());
    EXPECT_EQ(play.holds(0, "y"), "x[0]@0#0 + (x[0]@1#0 + y[0]@0#0)");
}

TEST(Machine, GradualCreditRisesBeforeTheLanding) {
    // floor(5 * 2 / 3) = 3 of 5 units may come early.
    Play play(bare_with("credit gradual") +
                  "buffer x[3] in buffer y[3] sem got "
                  "if me == 0 { put x -> chip(1).y len 3 recv got add 5 } else { wait got 3 }",
              2);
    play.go({"issue 0.0"});
    EXPECT_FALSE(play.can("credit 0.0")) << "not before begin";
    play.go({"begin 0.0", "credit 0.0"});
    EXPECT_EQ(play.counts(1, "got"), 1);
    play.go({"credit 0.0"});
    EXPECT_FALSE(play.can("wait 1.0"));
    play.go({"credit 0.0"});
    EXPECT_FALSE(play.can("credit 0.0")) << "no more than three";
    EXPECT_TRUE(play.can("wait 1.0")) << "before the data";
    play.go({"read 0.0", "land 0.0"});
    EXPECT_EQ(play.counts(1, "got"), 5);
}

TEST(Machine, LandingRaisesWhatCreditHasNot) {
    Play play(bare_with("credit gradual") +
                  "buffer x[3] in buffer y[3] sem got if me == 0 { put x -> chip(1).y len 3 recv got add 5 }",
              2);
    play.go({"issue 0.0", "begin 0.0", "read 0.0", "credit 0.0", "land 0.0"});
    EXPECT_EQ(play.counts(1, "got"), 5);
    EXPECT_FALSE(play.can("credit 0.0"));
}

TEST(Machine, OneSlotOrWholeCreditGivesNothingEarly) {
    Play one(
        bare_with("credit gradual") + "buffer x in buffer y sem got if me == 0 { put x -> chip(1).y recv got add 5 }",
        2);
    one.go({"issue 0.0", "begin 0.0"});
    EXPECT_FALSE(one.can("credit 0.0"));
    Play whole(bare_with("credit whole") +
                   "buffer x[3] in buffer y[3] sem got if me == 0 { put x -> chip(1).y len 3 recv got add 5 }",
               2);
    whole.go({"issue 0.0", "begin 0.0"});
    EXPECT_FALSE(whole.can("credit 0.0"));
}

TEST(Machine, CoversNoneRaisesApartFromTheData) {
    const std::string text =
        bare_with("signal_covers none, credit gradual") +
        "buffer x[2] in buffer y[2] sem got if me == 0 { put x -> chip(1).y len 2 recv got add 2 quiet }";
    Play early(text, 2);
    early.go({"issue 0.0"});
    EXPECT_FALSE(early.can("raise 0.0"));
    early.go({"begin 0.0"});
    EXPECT_FALSE(early.can("credit 0.0")) << "no credits: raise allows all that they would";
    early.go({"raise 0.0"});
    EXPECT_EQ(early.counts(1, "got"), 2);
    EXPECT_FALSE(early.can("raise 0.0"));
    EXPECT_FALSE(early.can("quiet 0.1"));
    early.go({"read 0.0", "land 0.0"});
    EXPECT_EQ(early.counts(1, "got"), 2);

    Play late(text, 2);
    late.go({"issue 0.0", "begin 0.0", "read 0.0", "land 0.0"});
    EXPECT_EQ(late.counts(1, "got"), 0);
    EXPECT_TRUE(late.can("quiet 0.1")) << "quiet waits for data, not for the counter";
    late.go({"quiet 0.1"});
    EXPECT_FALSE(late.machine().finished());
    late.go({"raise 0.0"});
    EXPECT_TRUE(late.machine().finished());
}

TEST(Machine, GetPulls) {
    Play play(bare + "buffer x[2] in buffer y[2] sem done if me == 0 { get chip(1).x -> y len 2 done done add 2 }", 2);
    EXPECT_FALSE(play.can("begin 0.0"));
    play.go({"issue 0.0"});
    EXPECT_FALSE(play.can("read 0.0"));
    play.go({"begin 0.0"});
    EXPECT_FALSE(play.can("land 0.0"));
    play.go({"read 0.0"});
    EXPECT_EQ(play.counts(0, "done"), 0);
    play.go({"land 0.0"});
    EXPECT_EQ(play.counts(0, "done"), 2);
    EXPECT_EQ(play.holds(0, "y", 1), "x[1]@1#0");
}

TEST(Machine, SignalsAddOrSet) {
    Play play(bare + "sem s if me == 0 { signal chip(1).s add 3 signal chip(1).s set 2 signal chip(1).s }", 2);
    play.go({"issue 0.0", "issue 0.1", "issue 0.2"});
    EXPECT_EQ(play.counts(1, "s"), 0);
    play.go({"deliver 0.2"});
    EXPECT_EQ(play.counts(1, "s"), 1) << "in any order";
    play.go({"deliver 0.0"});
    EXPECT_EQ(play.counts(1, "s"), 4);
    play.go({"deliver 0.1"});
    EXPECT_EQ(play.counts(1, "s"), 2);
    EXPECT_FALSE(play.can("deliver 0.1"));
}

Schedule with_counter(const std::string& statements, std::int32_t init) {
    Schedule schedule = tests::schedule_of(bare + "sem s " + statements, 1);
    schedule.semaphores[0].init = init;
    return schedule;
}

TEST(Machine, WaitsTakeWhatTheySay) {
    Play play(with_counter("wait s at_least 3 wait s at_least 3 take 2 wait s 3 wait s at_least 1 take all", 5));
    play.go({"wait 0.0"});
    EXPECT_EQ(play.counts(0, "s"), 5);
    play.go({"wait 0.1"});
    EXPECT_EQ(play.counts(0, "s"), 3);
    play.go({"wait 0.2"});
    EXPECT_EQ(play.counts(0, "s"), 0);
    EXPECT_FALSE(play.can("wait 0.3"));

    Play all(with_counter("wait s at_least 2 take all", 5));
    all.go({"wait 0.0"});
    EXPECT_EQ(all.counts(0, "s"), 0);
}

TEST(Machine, WaitsAreExactAboutTheirBounds) {
    EXPECT_TRUE(Play(with_counter("wait s at_least 2", 2)).can("wait 0.0"));
    EXPECT_FALSE(Play(with_counter("wait s at_least 3", 2)).can("wait 0.0"));
    EXPECT_TRUE(Play(with_counter("wait s at_least 0", 0)).can("wait 0.0"));
    EXPECT_TRUE(Play(with_counter("wait s equals 2", 2)).can("wait 0.0"));
    EXPECT_FALSE(Play(with_counter("wait s equals 2", 1)).can("wait 0.0"));
    EXPECT_FALSE(Play(with_counter("wait s equals 2", 3)).can("wait 0.0")) << "passed";
    EXPECT_EQ(Play(with_counter("wait s equals 2", 2)).go({"wait 0.0"}).counts(0, "s"), 2);
}

TEST(Machine, SnapshotsAreRemembered) {
    Play play(
        with_counter("snapshot s signal me.s add 2 wait s above_snapshot 2 snapshot s wait s above_snapshot 1", 4));
    play.go({"snapshot 0.0", "issue 0.1"});
    EXPECT_FALSE(play.can("wait 0.2")) << "4 is not 4 + 2";
    play.go({"deliver 0.1"});
    EXPECT_TRUE(play.can("wait 0.2"));
    play.go({"wait 0.2", "snapshot 0.3"});
    EXPECT_EQ(play.counts(0, "s"), 6);
    EXPECT_FALSE(play.can("wait 0.4"));
    EXPECT_TRUE(Play(with_counter("wait s above_snapshot 2", 2)).can("wait 0.0")) << "none yet counts as 0";
}

TEST(Machine, SetWipesOutWhatCameBefore) {
    Play play(bare + "sem s if me == 0 { set s 1 } else { signal chip(0).s }", 2);
    play.go({"issue 1.0", "deliver 1.0", "set 0.0"});
    EXPECT_EQ(play.counts(0, "s"), 1);
    Play late(bare + "sem s if me == 0 { set s 1 } else { signal chip(0).s }", 2);
    late.go({"issue 1.0", "set 0.0", "deliver 1.0"});
    EXPECT_EQ(late.counts(0, "s"), 2);
}

TEST(Machine, CopiesLocalAndOverTheLink) {
    Play play(bare + "buffer x[2] in buffer y[2] if me == 0 { copy x -> y[1] copy chip(1).x[1] -> y }", 2);
    play.go({"start 0.0"});
    EXPECT_EQ(play.holds(0, "y", 1), "nothing");
    EXPECT_FALSE(play.can("start 0.1"));
    play.go({"end 0.0"});
    EXPECT_EQ(play.holds(0, "y", 1), "x[0]@0#0");
    play.go({"start 0.1", "end 0.1"});
    EXPECT_EQ(play.holds(0, "y"), "x[1]@1#0");
}

// A run that overlaps itself reads all before it writes any.
TEST(Machine, OverlappingCopyReadsFirst) {
    Play play(bare + "buffer x[3] inout copy x -> x[1] len 2", 1);
    play.finish();
    EXPECT_EQ(play.holds(0, "x", 0), "x[0]@0#0");
    EXPECT_EQ(play.holds(0, "x", 1), "x[0]@0#0");
    EXPECT_EQ(play.holds(0, "x", 2), "x[1]@0#0");
    EXPECT_THAT(play.codes(), IsEmpty());
}

TEST(Machine, ReducesWithTheSourceOnTheLeft) {
    Play play(bare +
                  "buffer a[2] in buffer b[2] inout buffer c[2] if me == 0 { reduce a into b len 2 by max "
                  "reduce a, b -> c len 2 by compose reduce chip(1).a into c }",
              2);
    play.go({"start 0.0", "end 0.0"});
    EXPECT_EQ(play.holds(0, "b", 1), "max(a[1]@0#0, b[1]@0#0)");
    play.go({"start 0.1", "end 0.1"});
    EXPECT_EQ(play.holds(0, "c", 1), "compose(a[1]@0#0, max(a[1]@0#0, b[1]@0#0))");
    EXPECT_EQ(play.holds(0, "b", 1), "max(a[1]@0#0, b[1]@0#0)") << "is left alone";
    play.go({"start 0.2", "end 0.2"});
    EXPECT_EQ(play.holds(0, "c"), "a[0]@1#0 + compose(a[0]@0#0, max(a[0]@0#0, b[0]@0#0))");
    EXPECT_THAT(play.codes(), IsEmpty());
}

TEST(Machine, ComputesEachOutputOfItsOwn) {
    Play play(bare + "buffer x[2] inout compute f reads x, x[1] writes x, x[1] cost 7", 1);
    play.go({"start 0.0", "end 0.0"});
    EXPECT_EQ(play.holds(0, "x"), "f(x[0]@0#0, x[1]@0#0)");
    EXPECT_EQ(play.holds(0, "x", 1), "f#1(x[0]@0#0, x[1]@0#0)");
}

TEST(Machine, WritesAndReadsValues) {
    Play play(bare + R"(buffer x[2] in write x "a" "b" read x expect "a" "b" write x nothing read x expect nothing
                        read x[1] expect x[1])",
              1);
    play.go({"start 0.0", "end 0.0"});
    EXPECT_EQ(play.holds(0, "x"), "a + b");
    play.finish();
    EXPECT_EQ(play.holds(0, "x"), "nothing");
    EXPECT_THAT(play.codes(), IsEmpty());
}

TEST(Machine, PollWaitsForDataAndIsArmedAgain) {
    Play play(bare + "buffer x in buffer y if me == 0 { poll y write y nothing poll y } else { put x -> chip(0).y }",
              2);
    EXPECT_FALSE(play.can("poll 0.0"));
    play.go({"issue 1.0", "begin 1.0", "read 1.0"});
    EXPECT_FALSE(play.can("poll 0.0"));
    play.go({"land 1.0", "poll 0.0", "start 0.1", "end 0.1"});
    EXPECT_FALSE(play.can("poll 0.2"));
    EXPECT_THAT(play.codes(), IsEmpty());
}

// ---- Order of remote operations ----------------------------------------------------------------------------------

const std::string two_puts =
    "buffer x[2] in buffer y[2] sem s if me == 0 { put x -> chip(1).y recv s PUT BETWEEN put x -> chip(1).y[1] SECOND "
    "signal chip(1).s SIGNAL }";

std::string two(std::string put, std::string between, std::string second, std::string signal) {
    std::string text = two_puts;
    for (const auto& [word, by] : {std::pair{"PUT", put}, {"BETWEEN", between}, {"SECOND", second}, {"SIGNAL", signal}})
        text.replace(text.find(word), std::string(word).size(), by);
    return text;
}

TEST(Machine, CoversOwnOrdersNothing) {
    Play play(bare_with("signal_covers own") + two("", "", "", ""), 2);
    play.go({"issue 0.0", "issue 0.1", "issue 0.2", "deliver 0.2", "begin 0.1", "read 0.1", "land 0.1"});
    EXPECT_TRUE(play.can("begin 0.0"));
}

TEST(Machine, CoversChannelOrdersLandings) {
    Play play(bare_with("signal_covers channel") + two("channel a", "", "channel a", "channel b"), 2);
    play.go({"issue 0.0", "issue 0.1", "issue 0.2"});
    EXPECT_TRUE(play.can("deliver 0.2")) << "another channel";
    play.go({"begin 0.1", "read 0.1"});
    EXPECT_FALSE(play.can("land 0.1"));
    play.go({"begin 0.0", "read 0.0"});
    EXPECT_FALSE(play.can("land 0.1"));
    play.go({"land 0.0"});
    EXPECT_TRUE(play.can("land 0.1"));
}

TEST(Machine, TheNamelessChannelIsAChannel) {
    Play play(bare_with("signal_covers channel") + two("", "", "", ""), 2);
    play.go({"issue 0.0", "issue 0.1", "issue 0.2", "begin 0.0", "read 0.0", "begin 0.1", "read 0.1"});
    EXPECT_FALSE(play.can("land 0.1"));
    EXPECT_FALSE(play.can("deliver 0.2"));
    play.go({"land 0.0"});
    EXPECT_FALSE(play.can("deliver 0.2"));
    play.go({"land 0.1"});
    EXPECT_TRUE(play.can("deliver 0.2"));
}

TEST(Machine, CoversLinkOrdersBegins) {
    Play play(bare_with("signal_covers link") + two("channel a", "", "channel b", ""), 2);
    play.go({"issue 0.0", "issue 0.1", "issue 0.2"});
    EXPECT_FALSE(play.can("begin 0.1"));
    EXPECT_TRUE(play.can("read 0.1")) << "its own side is free";
    EXPECT_FALSE(play.can("deliver 0.2"));
    play.go({"begin 0.0", "read 0.0"});
    EXPECT_FALSE(play.can("begin 0.1"));
    play.go({"land 0.0"});
    EXPECT_TRUE(play.can("begin 0.1"));
    EXPECT_FALSE(play.can("deliver 0.2"));
}

TEST(Machine, LinkOrderIsForEachTargetAndEachAgent) {
    Play play(
        "kernel k(n) profile default, entry together, exit any, signal_covers link sem s "
        "agent a { if me == 0 { signal chip(1).s signal chip(2).s } } agent b { if me == 0 { signal chip(1).s } }",
        3);
    play.go({"issue 0.0", "issue 0.1", "issue 1.0"});
    EXPECT_TRUE(play.can("deliver 0.1"));
    EXPECT_TRUE(play.can("deliver 1.0"));
}

TEST(Machine, ASignalsOwnCoversIsWhatItFollows) {
    Play strong(bare_with("signal_covers own") + two("", "", "", "covers link"), 2);
    strong.go({"issue 0.0", "issue 0.1", "issue 0.2", "begin 0.0", "read 0.0", "land 0.0"});
    EXPECT_FALSE(strong.can("deliver 0.2"));
    strong.go({"begin 0.1", "read 0.1", "land 0.1"});
    EXPECT_TRUE(strong.can("deliver 0.2"));
    Play weak(bare_with("signal_covers link") + two("", "", "", "covers own"), 2);
    weak.go({"issue 0.0", "issue 0.1", "issue 0.2"});
    EXPECT_TRUE(weak.can("deliver 0.2"));
    Play followed(bare_with("signal_covers link") + "sem s if me == 0 { signal chip(1).s covers own signal chip(1).s }",
                  2);
    followed.go({"issue 0.0", "issue 0.1"});
    EXPECT_FALSE(followed.can("deliver 0.1")) << "others still follow it";
}

TEST(Machine, FenceOrdersLaterBegins) {
    Play play(bare + two("", "fence", "", ""), 2);
    play.go({"issue 0.0"});
    EXPECT_TRUE(play.can("fence 0.1")) << "the agent does not stop";
    play.go({"fence 0.1", "issue 0.2", "issue 0.3"});
    EXPECT_FALSE(play.can("begin 0.2"));
    EXPECT_FALSE(play.can("deliver 0.3"));
    EXPECT_TRUE(play.can("read 0.2"));
    play.go({"begin 0.0", "read 0.0", "land 0.0"});
    EXPECT_TRUE(play.can("begin 0.2"));
    EXPECT_TRUE(play.can("deliver 0.3")) << "no fence between it and the second put";
}

TEST(Machine, FenceOrdersGetsByTheirReads) {
    Play play(
        bare + "buffer x in buffer y sem s if me == 0 { get chip(1).x -> y fence signal chip(1).s signal chip(2).s }",
        3);
    play.go({"issue 0.0", "fence 0.1", "issue 0.2", "issue 0.3", "begin 0.0"});
    EXPECT_FALSE(play.can("deliver 0.2"));
    EXPECT_TRUE(play.can("deliver 0.3")) << "another chip";
    play.go({"read 0.0"});
    EXPECT_TRUE(play.can("deliver 0.2")) << "before it has landed";
}

TEST(Machine, FenceHoldsBackGets) {
    Play play(bare + "buffer x in buffer y sem s if me == 0 { signal chip(1).s fence get chip(1).x -> y }", 2);
    play.go({"issue 0.0", "fence 0.1", "issue 0.2"});
    EXPECT_FALSE(play.can("begin 0.2"));
    play.go({"deliver 0.0"});
    EXPECT_TRUE(play.can("begin 0.2"));
}

TEST(Machine, QuietUntilLanded) {
    Play play(bare +
                  "buffer x in buffer y, z sem s if me == 0 "
                  "{ put x -> chip(1).y get chip(1).x -> z signal chip(1).s quiet }",
              2);
    play.go({"issue 0.0", "issue 0.1", "issue 0.2", "begin 0.0", "read 0.0", "begin 0.1", "read 0.1", "land 0.1",
             "deliver 0.2"});
    EXPECT_FALSE(play.can("quiet 0.3"));
    play.go({"land 0.0"});
    EXPECT_TRUE(play.can("quiet 0.3"));
}

TEST(Machine, QuietUntilRead) {
    const std::string text = bare +
                             "buffer x in buffer y, z sem s if me == 0 "
                             "{ put x -> chip(1).y get chip(1).x -> z signal chip(1).s quiet until read }";
    Play play(text, 2);
    play.go({"issue 0.0", "issue 0.1", "issue 0.2", "begin 0.1", "read 0.1", "land 0.1", "deliver 0.2"});
    EXPECT_FALSE(play.can("quiet 0.3"));
    play.go({"read 0.0"});
    EXPECT_TRUE(play.can("quiet 0.3")) << "the put has not even begun";
    Play get(text, 2);
    get.go({"issue 0.0", "issue 0.1", "issue 0.2", "read 0.0", "deliver 0.2", "begin 0.1", "read 0.1"});
    EXPECT_FALSE(get.can("quiet 0.3")) << "a get must have landed";
    Play signal(text, 2);
    signal.go({"issue 0.0", "issue 0.1", "issue 0.2", "read 0.0", "begin 0.1", "read 0.1", "land 0.1"});
    EXPECT_FALSE(signal.can("quiet 0.3")) << "a signal must be delivered";
}

TEST(Machine, BarrierGoesRoundByRound) {
    Play play(bare + "barrier b barrier b", 2);
    play.go({"arrive 0.0"});
    EXPECT_FALSE(play.can("leave 0.0"));
    play.go({"arrive 1.0", "leave 0.0", "arrive 0.1"});
    EXPECT_FALSE(play.can("leave 0.1"));
    play.go({"leave 1.0", "arrive 1.1", "leave 0.1", "leave 1.1"});
    EXPECT_TRUE(play.machine().finished());
}

TEST(Machine, AnAgentThatComesLessOftenHoldsAllOthers) {
    Play play(bare + "barrier b if me == 0 { barrier b } barrier other", 2);
    play.finish();
    EXPECT_THAT(play.codes(), ElementsAre("RP110"));
    EXPECT_EQ(tests::text_of(play.finding().blocked.at(0).next), "leave 0.1");
    Play twice(bare + "barrier b if me == 0 { barrier b }", 2, 2);
    twice.go({"arrive 0.0", "arrive 1.0", "leave 0.0", "leave 1.0", "arrive 1.0#1", "arrive 0.1"});
    EXPECT_TRUE(twice.can("leave 0.1")) << "rounds are counted over all launches";
}

// ---- Launches ----------------------------------------------------------------------------------------------------

TEST(Machine, EntryBarrierIsOneEventAfterAllFills) {
    Play play("kernel k(n) buffer x in sem s fence", 2);
    EXPECT_FALSE(play.can("fence 0.0"));
    play.go({"fill 0"});
    EXPECT_FALSE(play.can("enter 0"));
    EXPECT_FALSE(play.can("fill 0"));
    play.go({"fill 1"});
    EXPECT_FALSE(play.can("enter 1")) << "it goes by the name of chip 0";
    play.go({"enter 0"});
    EXPECT_TRUE(play.can("fence 0.0"));
    EXPECT_TRUE(play.can("fence 1.0"));
    EXPECT_FALSE(play.can("exit 0")) << "its agent has not ended";
    play.go({"fence 0.0", "exit 0", "collect 0"});
    EXPECT_FALSE(play.can("fill 0#1")) << "there is no other launch";
    EXPECT_FALSE(play.can("exit 1"));
}

TEST(Machine, EntryNoneLetsEachChipEnter) {
    Play play("kernel k(n) profile default, entry none buffer x in fence", 2, 2);
    play.go({"fill 0", "enter 0"});
    EXPECT_FALSE(play.can("fence 1.0"));
    play.go({"fence 0.0", "exit 0"});
    EXPECT_FALSE(play.can("fill 0#1"));
    play.go({"collect 0", "fill 0#1", "enter 0#1", "fence 0.0#1"});
    EXPECT_TRUE(play.can("fill 1")) << "still in launch 0";
}

TEST(Machine, ExitWaitsForAllAgentsOfTheChip) {
    Play play("kernel k(n) agent a { fence } agent b { fence fence }", 1);
    play.enter().go({"fence 0.0", "fence 1.0"});
    EXPECT_FALSE(play.can("exit 0"));
    play.go({"fence 1.1"});
    EXPECT_TRUE(play.can("exit 0"));
}

TEST(Machine, TogetherRepeatsAgentsWithoutEnvironment) {
    Play play(bare + "buffer x in buffer y sem s copy x -> y signal me.s", 1, 2);
    EXPECT_FALSE(play.can("fill 0"));
    EXPECT_EQ(play.holds(0, "x"), "x[0]@0#0") << "inputs are there from the start";
    play.go({"start 0.0", "end 0.0", "issue 0.1", "start 0.0#1", "end 0.0#1", "issue 0.1#1", "deliver 0.1#1",
             "deliver 0.1"});
    EXPECT_EQ(play.counts(0, "s"), 2) << "one counter for all launches";
    EXPECT_EQ(play.holds(0, "y"), "x[0]@0#0");
    EXPECT_TRUE(play.machine().finished());
}

TEST(Machine, LaunchCountersAreOneALaunch) {
    Play play("kernel k(n) sem s, g global signal me.s signal me.g", 1, 2);
    play.enter().go({"issue 0.0", "issue 0.1", "deliver 0.1", "exit 0", "collect 0"}).enter(1);
    EXPECT_EQ(play.counts(0, "s", 0, 1), 0);
    EXPECT_EQ(play.counts(0, "g", 0, 1), 1);
    play.go({"deliver 0.0"});
    EXPECT_EQ(play.counts(0, "s", 0, 0), 1) << "a raise belongs to the launch of its sender";
    EXPECT_EQ(play.counts(0, "s", 0, 1), 0);
}

TEST(Machine, LaunchScopedMemoryIsMadeAnew) {
    const std::string rest = " buffer x in buffer w, y out write w \"a\" copy x -> y";
    Play anew("kernel k(n)" + rest, 1, 2);
    anew.enter();
    EXPECT_EQ(anew.holds(0, "x"), "x[0]@0#0");
    anew.go({"start 0.0", "end 0.0", "start 0.1", "end 0.1", "exit 0", "collect 0"}).enter(1);
    EXPECT_EQ(anew.holds(0, "w"), "nothing");
    EXPECT_EQ(anew.holds(0, "y"), "nothing");
    EXPECT_EQ(anew.holds(0, "x"), "x[0]@0#1");
    Play lives("kernel k(n) profile openshmem" + rest, 1, 2);
    lives.enter().go({"start 0.0", "end 0.0", "start 0.1", "end 0.1", "exit 0", "collect 0"}).enter(1);
    EXPECT_EQ(lives.holds(0, "w"), "a");
    EXPECT_EQ(lives.holds(0, "y"), "x[0]@0#0");
    EXPECT_EQ(lives.holds(0, "x"), "x[0]@0#1");
}

TEST(Machine, InitIsWhatMemoryHolds) {
    Schedule schedule = tests::schedule_of("kernel k(n) buffer x in buffer w write w \"b\"", 1);
    schedule.buffers[0].init = {Term{Atom{Symbol("i")}}};
    schedule.buffers[1].init = {Term{Atom{Symbol("a")}}};
    Play play(schedule, 2);
    play.enter();
    EXPECT_EQ(play.holds(0, "x"), "i");
    EXPECT_EQ(play.holds(0, "w"), "a");
    play.go({"start 0.0", "end 0.0", "exit 0", "collect 0"}).enter(1);
    EXPECT_EQ(play.holds(0, "w"), "a");
}

TEST(Machine, RefusesEventsThatDoNotExist) {
    Play play(bare + "fence", 1);
    for (const char* const event :
         {"fill 7", "fence 7.0", "fence 0.1", "fence 0.0#1", "wait 0.0", "begin 0.0", "end 0.0"})
        EXPECT_FALSE(play.can(event)) << event;
    EXPECT_FALSE(play.machine().enabled(Event{Moment::fence, -1, 0, 0}));
    EXPECT_FALSE(play.machine().enabled(Event{Moment::fill, -1, 0, 0}));
}

// What an input slot holds at the start of a launch is its init, where it has one: contracts and terms mean just that.
TEST(Machine, AnInputWithInitIsWhatContractsSpeakOf) {
    const Schedule schedule = read_schedule(R"({"format": "ringproof.schedule", "version": 1, "chips": 1,
        "buffers": [{"chip": 0, "name": "x", "role": "in", "init": [["a"]]}, {"chip": 0, "name": "o", "role": "out"}],
        "agents": [{"chip": 0, "name": "m", "ops": [{"op": "copy", "src": {"buffer": "x"}, "dst": {"buffer": "o"}},
                                                    {"op": "read", "src": {"buffer": "o"}, "expect": ["a"]}]}],
        "ensures": [{"collective": "all_gather", "in": "x", "out": "o"},
                    {"chip": 0, "buffer": "o", "value": ["x[0]@0"]}]})",
                                            "init.json");
    Machine machine(schedule, 2);
    run_in_order(machine);
    EXPECT_TRUE(machine.finished());
    EXPECT_TRUE(machine.findings().empty());
    EXPECT_EQ(machine.results().claims, 4);
}

}  // namespace
}  // namespace ringproof::model
