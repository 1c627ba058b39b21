#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "checker/ask.h"
#include "checker/picture/recording.h"
#include "checker/picture/svg.h"
#include "checker/picture/svg_text.h"
#include "generators/ring_schedules.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "model/source.h"
#include "model/timeline.h"
#include "tests/support/output.h"
#include "tests/support/places.h"
#include "tests/support/play.h"
#include "tests/support/verdicts.h"

namespace ringproof::checker::picture {
namespace {

using namespace model;
using tests::contains;
using tests::schedule_of;

Schedule kernel(const std::string& name, std::int32_t chips, const Settings& settings = {}) {
    const Source source = read_source(tests::specs(name + ".ring"));
    return instantiate(std::get<Kernel>(source.content), chips, settings);
}

Recording timed(const Schedule& schedule, const Costs& costs) {
    const Timeline timeline = run_timed(schedule, schedule.launches, costs, Ring{});
    Recording recording = record(schedule, schedule.launches, timeline.trace, timeline.times, timeline.findings);
    recording.critical = timeline.critical();
    return recording;
}

/// A run of the machine that stops after so many events.
Recording some_events(const Schedule& schedule, std::uint64_t seed, std::size_t events) {
    Machine machine(schedule, schedule.launches);
    Trace trace;
    run_random(machine, seed, [&](const Event& event) { trace.push_back(event); });
    trace.resize(std::min(trace.size(), events));
    return record(schedule, schedule.launches, trace);
}

const Span& span_at(const Recording& recording, std::int32_t agent, std::int32_t step) {
    for (const Span& span : recording.spans)
        if (span.agent == agent && span.step == step) return span;
    throw std::out_of_range("no such span");
}

// ---- Recordings --------------------------------------------------------------------------------------------------

TEST(Record, TellsSpansFlightsAndWhatMetThem) {
    const Schedule schedule = kernel("kernels/all_gather_matmul_naive", 3);
    const Recording recording = timed(schedule, {1, 3, 0});
    EXPECT_TRUE(recording.timed);
    EXPECT_EQ(recording.title, "all_gather_matmul_naive, 3 chips");
    EXPECT_EQ(recording.end, 4 + 2 * 8);

    const Span& work = span_at(recording, 1, 1);
    EXPECT_EQ(work.kind, Kind::work);
    EXPECT_EQ(work.begin, 0);
    EXPECT_EQ(work.end, 4);
    // The agent waits from its put, at 4, until its last slot has left, and then until the other's has landed.
    const Span& sent = span_at(recording, 1, 3);
    EXPECT_EQ(sent.kind, Kind::wait);
    EXPECT_EQ(sent.begin, 4);
    EXPECT_EQ(sent.end, 7);
    const Span& arrived = span_at(recording, 1, 4);
    EXPECT_EQ(arrived.begin, 7);
    EXPECT_EQ(arrived.end, 8);
    EXPECT_EQ(recording.place(1, 4), "line 18 s=0");
    EXPECT_EQ(recording.who(1, 1), "chip 1");

    ASSERT_EQ(recording.flights.size(), 6U);
    const Flight& flight = *std::find_if(recording.flights.begin(), recording.flights.end(),
                                         [](const Flight& one) { return one.agent == 0 && one.step == 2; });
    EXPECT_EQ(flight.kind, Flight::Kind::put);
    EXPECT_EQ(flight.from, 0);
    EXPECT_EQ(flight.to, 1);
    EXPECT_EQ(flight.slots, 1);
    EXPECT_EQ(flight.begin_time, 4);
    EXPECT_EQ(flight.end_time, 8);
    EXPECT_EQ(recording.times[*flight.read], 7);
    // Its landing is what chip 1 waited for.
    const auto met = std::find_if(recording.met.begin(), recording.met.end(),
                                  [&](const Met& one) { return one.wait == *arrived.last; });
    ASSERT_NE(met, recording.met.end());
    EXPECT_EQ(met->raise, *flight.land);
    EXPECT_EQ(schedule.text(met->counter), "arrived[0] of chip 1");
}

TEST(Record, NamesTheRaiseWithoutWhichAWaitIsNotMet) {
    const Schedule schedule = schedule_of(
        "kernel k(n)\nprofile default, exit any\nsem s\n"
        "signal me.s add 2\nsignal me.s\nsignal me.s add 4\nquiet\nwait s at_least 3 take 1\nwait s 6\n",
        1);
    const Recording recording = timed(schedule, {1, 1, 0});
    ASSERT_EQ(recording.met.size(), 2U);
    const auto step_of = [&](std::size_t event) { return recording.trace[event].step; };
    EXPECT_EQ(step_of(recording.met[0].raise), 1);  // 2 + 1
    EXPECT_EQ(step_of(recording.met[1].raise), 2);  // of the first 2 one is left: 1 + 1 + 4
}

TEST(Record, KeepsWhatIsNotOver) {
    const Schedule schedule = kernel("gallery/wait_before_signal", 2);
    const Recording recording = some_events(schedule, 1, 1'000);
    EXPECT_FALSE(recording.timed);
    std::size_t open = 0;
    for (const Span& span : recording.spans)
        if (!span.last) {
            ++open;
            EXPECT_EQ(span.kind, Kind::wait);
            EXPECT_FALSE(span.first.has_value());
            EXPECT_EQ(span.end, recording.end);
        }
    EXPECT_EQ(open, 2U);
}

TEST(Record, MarksWhatClashes) {
    Schedule schedule = kernel("gallery/all_gather_last_receive_wait_missing", 3);
    const Verdict verdict = tests::verdict_of(schedule);
    ASSERT_FALSE(verdict.counterexamples.empty());
    const Counterexample& shown = verdict.counterexamples.front();
    const Recording recording = record(schedule, 1, shown.trace, {}, std::span(&shown.finding, 1));
    ASSERT_FALSE(recording.clash.empty());
    for (const std::size_t event : recording.clash) {
        const Event& marked = recording.trace[event];
        EXPECT_TRUE(marked == shown.finding.event || marked == shown.finding.first->opened ||
                    marked == shown.finding.second->opened);
    }
}

RC_GTEST_PROP(Record, GivesEachEventToASpanOrAFlight, (std::uint64_t seed)) {
    const Schedule schedule = *generators::ring_schedules();
    const Recording recording = some_events(schedule, seed, *rc::gen::inRange<std::size_t>(0, 200));
    std::multiset<std::size_t> in_spans, in_flights;
    for (const Span& span : recording.spans) {
        RC_ASSERT(span.begin <= span.end);
        if (span.first) in_spans.insert(*span.first);
        if (span.last && span.last != span.first) in_spans.insert(*span.last);
    }
    for (const Flight& flight : recording.flights) {
        RC_ASSERT(flight.begin_time <= flight.end_time);
        for (const auto& event : {std::optional(flight.issue), flight.begin, flight.read, flight.raise, flight.land})
            if (event) in_flights.insert(*event);
    }
    for (std::size_t i = 0; i < recording.trace.size(); ++i) {
        const Moment moment = recording.trace[i].moment;
        if (moment == Moment::credit) continue;
        RC_ASSERT(in_spans.count(i) == (is_asynchronous(moment) ? 0U : 1U));
        RC_ASSERT(in_flights.count(i) == (is_asynchronous(moment) || moment == Moment::issue ? 1U : 0U));
    }
    for (const Met& met : recording.met) {
        RC_ASSERT(recording.trace[met.wait].moment == Moment::wait);
        RC_ASSERT(met.raise < met.wait);
    }
}

// ---- SVG ---------------------------------------------------------------------------------------------------------

TEST(SvgText, EscapesWhatXmlMeansOrForbids) {
    EXPECT_EQ(escaped("a<b>&\"c\"\x01"), "a&lt;b&gt;&amp;&quot;c&quot;\xEF\xBF\xBD");
    EXPECT_EQ(px(12.50), "12.5");
    EXPECT_EQ(px(-0.001), "0");
    EXPECT_EQ(px(100), "100");
    EXPECT_EQ(time_text(0.1 + 0.2), "0.3");
}

TEST(SvgText, TicksAreRoundAndFew) {
    for (const double end : {0.003, 0.9, 1.0, 7.0, 28.0, 99.0, 101.0, 12'345.0, 3e9}) {
        const double size = tick(end, 16);
        EXPECT_LE(end / size, 16) << end;
        EXPECT_GT(end / size, 3) << end;
    }
    EXPECT_DOUBLE_EQ(tick(28, 16), 2);
    EXPECT_DOUBLE_EQ(tick(100, 16), 10);
    EXPECT_GT(tick(0, 16), 0);
}

/// How often an event is named by `data-` attributes.
std::map<std::size_t, int> named_events(const std::string& svg) {
    std::map<std::size_t, int> named;
    for (const std::string name : {"event", "first", "begin", "read", "last"}) {
        const std::string start = " data-" + name + "=\"";
        for (std::size_t at = svg.find(start); at != std::string::npos; at = svg.find(start, at + 1))
            ++named[std::stoul(svg.substr(at + start.size()))];
    }
    return named;
}

TEST(Svg, NamesEveryEvent) {
    for (const char* const name :
         {"kernels/all_gather_matmul", "kernels/permute_pull", "kernels/all_reduce_bidirectional"}) {
        const Schedule schedule = kernel(name, 4);
        const Recording recording = timed(schedule, {1, 2, 1});
        const auto named = named_events(svg(std::span(&recording, 1)));
        for (std::size_t i = 0; i < recording.trace.size(); ++i) EXPECT_TRUE(named.contains(i)) << name << " " << i;
        EXPECT_LT(named.rbegin()->first, recording.trace.size());
    }
}

TEST(Svg, TellsWhatEachThingIs) {
    const Schedule schedule = kernel("kernels/all_gather_matmul", 3);
    const Recording recording = timed(schedule, {1, 3, 0});
    const std::string text = svg(std::span(&recording, 1));
    EXPECT_TRUE(contains(text,
                         "<title>chip 1, line 20 s=0\nput chunk[0] -&gt; chip 2 chunk[1] send sent recv arrived\n"
                         "issued 0, left 3, landed 4</title>"));
    EXPECT_TRUE(contains(text, ">matmul</text>"));
    EXPECT_TRUE(contains(text, "class=\"work critical\""));
    EXPECT_FALSE(contains(text, "class=\"clash\""));
}

TEST(Svg, MarksAClash) {
    const Schedule schedule = kernel("gallery/all_gather_last_receive_wait_missing", 3);
    const Verdict verdict = tests::verdict_of(schedule);
    const Counterexample& shown = verdict.counterexamples.front();
    const Recording recording = record(schedule, 1, shown.trace, {}, std::span(&shown.finding, 1));
    const std::string text = svg(std::span(&recording, 1));
    EXPECT_TRUE(contains(text, " clash\""));
    EXPECT_TRUE(contains(text, ">what clashes, or never goes on</text>"));
}

RC_GTEST_PROP(Svg, IsWellFormed, (std::uint64_t seed)) {
    const Schedule schedule = *generators::ring_schedules();
    const std::vector<Recording> recordings{some_events(schedule, seed, *rc::gen::inRange<std::size_t>(0, 100))};
    const std::string text = svg(recordings);
    RC_ASSERT(!contains(text, "nan") && !contains(text, "inf"));
    // Each tag that opens also closes, in order.
    std::vector<std::string> open;
    for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
        const std::size_t end = text.find('>', at);
        RC_ASSERT(end != std::string::npos);
        const std::string tag = text.substr(at + 1, end - at - 1);
        const std::string name =
            tag.substr(tag.front() == '/' ? 1 : 0, tag.find_first_of(" /\n", 1) - (tag.front() == '/' ? 1 : 0));
        if (tag.front() == '/') {
            RC_ASSERT(!open.empty() && "/" + open.back() == tag);
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
    }
    RC_ASSERT(open.empty());
}

}  // namespace
}  // namespace ringproof::checker::picture
