#include "model/event_graph.h"

#include <random>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators/unstructured.h"
#include "model/cut.h"
#include "model/footprint.h"
#include "model/json/json.h"
#include "model/monotone.h"
#include "tests/support/check_often.h"
#include "tests/support/play.h"

// The event graph and the machine are two readings of specs/semantics.md, made independently. Here random monotone
// schedules are run on both.
namespace ringproof::model {
namespace {

using tests::text_of;

/// The part of a graph that has been executed, straight from its definition.
class Progress {
public:
    explicit Progress(const EventGraph& graph)
        : graph_(graph), done_(graph.size(), 0), raised_(graph.counters().size(), 0), values_(graph.counters().size()) {
        for (EventId id = 0; id < graph.size(); ++id) ids_[graph.event(id)] = id;
        effects_.resize(graph.size());
        for (std::size_t c = 0; c < graph.counters().size(); ++c) {
            const auto& counter = graph.counters()[c];
            values_[c] = counter.init;
            for (const auto& raise : counter.raises) effects_[raise.event].emplace_back(c, raise.units);
            for (std::size_t k = 0; k < counter.waits.size(); ++k) {
                const std::int64_t next = k + 1 < counter.waits.size() ? counter.taken[k + 1] : counter.takes;
                takes_[counter.waits[k]] = next - counter.taken[k];
            }
        }
    }

    /// no_event if the graph does not have it.
    EventId id(const Event& event) const {
        const auto found = ids_.find(event);
        return found == ids_.end() ? no_event : found->second;
    }
    bool done(EventId id) const { return done_[id]; }
    bool done(const Event& event) const { return id(event) != no_event && done(id(event)); }
    bool enabled(EventId id) const {
        if (done_[id]) return false;
        for (const EventId before : graph_.predecessors(id))
            if (!done_[before]) return false;
        return graph_.counter_of(id) < 0 || raised_[graph_.counter_of(id)] >= graph_.need(id);
    }
    std::set<std::string> enabled() const {
        std::set<std::string> all;
        for (EventId id = 0; id < graph_.size(); ++id)
            if (enabled(id)) all.insert(text_of(graph_.event(id)));
        return all;
    }
    void execute(EventId id) {
        done_[id] = 1;
        for (const auto& [counter, units] : effects_[id]) {
            raised_[counter] += units;
            values_[counter] += units;
        }
        if (const auto take = takes_.find(id); take != takes_.end()) values_[graph_.counter_of(id)] -= take->second;
    }
    std::int64_t value(std::size_t counter) const { return values_[counter]; }
    const std::vector<char>& all() const { return done_; }
    bool complete() const { return std::count(done_.begin(), done_.end(), 1) == graph_.size(); }

private:
    const EventGraph& graph_;
    std::vector<char> done_;
    std::vector<std::int64_t> raised_, values_;
    std::map<Event, EventId> ids_;
    std::map<EventId, std::int64_t> takes_;
    std::vector<std::vector<std::pair<std::size_t, std::int64_t>>> effects_;
};

bool found(const Machine& machine, Code code) {
    return std::any_of(machine.findings().begin(), machine.findings().end(),
                       [&](const Finding& finding) { return finding.code == code; });
}

Event with(const Event& event, Moment moment) { return {moment, event.who, event.launch, event.step}; }

/// A schedule, logged so that a failure shows it.
Schedule any_schedule() {
    const Schedule schedule = *generators::unstructured_schedules();
    RC_LOG() << write_schedule(schedule);
    return schedule;
}

// ---- What a run does, told from the graph alone ------------------------------------------------------------------

using Work = std::tuple<bool, std::int32_t, std::int32_t, std::int32_t>;

Work work_of(const Event& event) { return {is_environment(event.moment), event.who, event.launch, event.step}; }

std::string text_of(const Work& work) {
    const auto& [environment, who, launch, step] = work;
    return (environment ? "chip " : "agent ") + std::to_string(who) + "." + std::to_string(step) + "#" +
           std::to_string(launch);
}

std::string race_text(const Place& place, const Event& a, const Event& b) {
    const auto [first, second] = std::minmax({work_of(a), work_of(b)});
    return "race at " + std::to_string(place.buffer) + "[" + std::to_string(place.index) + "] " + text_of(first) + " " +
           text_of(second);
}

/// The faults that event `id`, which comes next, shows.
void faults(const EventGraph& graph, const Progress& progress, EventId id, std::set<std::string>& all) {
    const Schedule& schedule = graph.schedule();
    const std::string event = text_of(graph.event(id));
    for (const auto& mine : graph.accesses())
        for (const auto& other : graph.accesses())
            if (mine.opens == id && other.slot == mine.slot && progress.done(other.opens) &&
                !progress.done(other.closes) && conflict(mine.access.mode, other.access.mode) &&
                !same_operation(mine.access.opened, other.access.opened))
                all.insert(race_text(mine.access.place, mine.access.opened, other.access.opened));
    if (!schedule.has_launches()) return;
    const std::int32_t launch = graph.event(id).launch;
    for (const auto& touch : graph.touches())
        if (touch.first == id || touch.last == id) {
            if (!progress.done(graph.enter(touch.chip, launch)))
                all.insert(event + " before enter of " + std::to_string(touch.chip));
            else if (progress.done(graph.exit(touch.chip, launch)))
                all.insert(event + " after exit of " + std::to_string(touch.chip));
        }
    if (graph.event(id).moment != Moment::exit) return;
    if (schedule.profile.exit == Exit::drained)
        for (const auto& flight : graph.flights()) {
            const Event over = graph.event(flight.over);
            if (over.launch == launch &&
                (flight.owner == graph.event(id).who || flight.target == graph.event(id).who) &&
                progress.done(with(over, Moment::issue)) && !progress.done(flight.over))
                all.insert(text_of(with(over, Moment::issue)) + " in flight at exit");
        }
    for (std::size_t c = 0; c < graph.counters().size() && schedule.profile.exit == Exit::zero; ++c)
        if (const auto& node = graph.counters()[c];
            node.counter && node.launch == launch && schedule.life_of(node.counter->semaphore) == Life::launch &&
            schedule.chip_of(*node.counter) == graph.event(id).who && progress.value(c) != 0)
            all.insert(event + " with " + schedule.text(*node.counter) + " = " + std::to_string(progress.value(c)));
}

/// The same faults, as the machine found them.
std::set<std::string> faults(const Machine& machine) {
    std::set<std::string> all;
    for (const Finding& finding : machine.findings()) {
        const std::string event = text_of(finding.event);
        switch (finding.code) {
            case Code::not_entered:
                all.insert(event + " before enter of " + std::to_string(finding.value));
                break;
            case Code::left_already:
                all.insert(event + " after exit of " + std::to_string(finding.value));
                break;
            case Code::still_in_flight:
                all.insert(event + " in flight at exit");
                break;
            case Code::dirty_counter:
                if (finding.event.moment == Moment::exit)
                    all.insert(event + " with " + machine.schedule().text(*finding.counter) + " = " +
                               std::to_string(finding.value));
                break;
            default:
                if (finding.first) all.insert(race_text(*finding.place, finding.first->opened, finding.second->opened));
        }
    }
    return all;
}

// ---- Properties --------------------------------------------------------------------------------------------------

RC_GTEST_PROP(EventGraph, SchedulesOfTheGeneratorAreValidAndMonotone, ()) {
    const Schedule schedule = any_schedule();
    validate_declarations(schedule);
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps) RC_ASSERT(!complaint(schedule, agent.chip, step.operation));
    RC_ASSERT(why_not_monotone(schedule).empty());
    const EventGraph graph(schedule, schedule.launches);
    RC_ASSERT(EventGraph::estimate(schedule, schedule.launches) >= graph.size());
    RC_TAG(CutFinder(graph).largest().order.size() == static_cast<std::size_t>(graph.size()) ? "complete" : "deadlock");
}

// Machine and graph side by side: at every point the same events are enabled, the counters have the same values and
// the same faults show; and they come to rest at the same events.
TEST(EventGraph, EnablesWhatTheMachineEnables) {
    tests::check_often(4'000, [] {
        const Schedule schedule = any_schedule();
        const EventGraph graph(schedule, schedule.launches);
        Machine machine(schedule, schedule.launches);
        Progress progress(graph);
        std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
        std::set<std::string> expected_faults;
        for (auto enabled = machine.enabled(); !enabled.empty(); enabled = machine.enabled()) {
            std::set<std::string> texts;
            for (const Event& event : enabled) {
                // The graph lets all credits of a put come before it lands.
                const EventId credit = progress.id(with(event, Moment::credit));
                if (event.moment != Moment::land || credit == no_event || progress.done(credit))
                    texts.insert(text_of(event));
            }
            RC_ASSERT(texts == progress.enabled());
            std::vector<EventId> choices;
            for (EventId id = 0; id < graph.size(); ++id)
                if (progress.enabled(id)) choices.push_back(id);
            const EventId next = choices[random() % choices.size()];
            faults(graph, progress, next, expected_faults);
            for (std::int32_t k = 0; k < graph.times(next); ++k) {
                RC_ASSERT(machine.enabled(graph.event(next)));
                machine.fire(graph.event(next));
            }
            progress.execute(next);
            if (found(machine, Code::counter_width)) return;  // what follows has no meaning in the graph
            for (std::size_t c = 0; c < graph.counters().size(); ++c)
                if (const auto& node = graph.counters()[c]; node.counter)
                    RC_ASSERT(machine.value(*node.counter, node.launch) == progress.value(c));
        }
        RC_ASSERT(progress.enabled().empty());
        RC_ASSERT(faults(machine) == expected_faults);
        RC_ASSERT(progress.all() == CutFinder(graph).largest().has);
        RC_ASSERT(machine.finished() == progress.complete());
        machine.rest();
        RC_ASSERT(found(machine, Code::deadlock) != progress.complete());
    });
}

// Credits in any number before landing: each run is still an execution of the graph, and stops at its largest cut.
TEST(EventGraph, HasEveryRunOfTheMachine) {
    tests::check_often(4'000, [] {
        const Schedule schedule = any_schedule();
        const EventGraph graph(schedule, schedule.launches);
        const Cut largest = CutFinder(graph).largest();
        for (const std::uint64_t seed : {1, 2, 3}) {
            Machine machine(schedule, schedule.launches);
            Progress progress(graph);
            bool wrapped = false;
            run_random(machine, seed, [&](const Event& event) {
                wrapped = wrapped || found(machine, Code::counter_width);
                if (wrapped) return;
                if (event.moment == Moment::land)  // credits that did not come early come with the landing
                    if (const EventId credit = progress.id(with(event, Moment::credit));
                        credit != no_event && !progress.done(credit))
                        progress.execute(credit);
                const EventId id = progress.id(event);
                RC_ASSERT(id != no_event);
                if (event.moment == Moment::credit && progress.done(id)) return;  // all of them count as the first
                RC_ASSERT(progress.enabled(id));
                progress.execute(id);
            });
            if (wrapped || found(machine, Code::counter_width)) continue;
            RC_ASSERT(progress.all() == largest.has);
            RC_ASSERT(found(machine, Code::deadlock) != progress.complete());
        }
    });
}

TEST(EventGraph, HasOnlyRunsOfTheMachine) {
    tests::check_often(4'000, [] {
        const Schedule schedule = any_schedule();
        const EventGraph graph(schedule, schedule.launches);
        const Cut largest = CutFinder(graph).largest();
        Machine machine(schedule, schedule.launches);
        const Trace trace = trace_of(graph, largest.order);
        const std::size_t played = run_trace(machine, trace);
        if (found(machine, Code::counter_width)) return;
        RC_ASSERT(played == trace.size());
        RC_ASSERT(machine.enabled().empty());
    });
}

// Which run it is does not matter to the scheduler that goes in order either.
TEST(EventGraph, RunsInOrderStopAtTheLargestCut) {
    tests::check_often(4'000, [] {
        const Schedule schedule = any_schedule();
        const EventGraph graph(schedule, schedule.launches);
        Machine machine(schedule, schedule.launches);
        Progress progress(graph);
        run_in_order(machine, [&](const Event& event) { progress.execute(progress.id(event)); });
        if (found(machine, Code::counter_width)) return;
        RC_ASSERT(machine.enabled().empty());
        RC_ASSERT(progress.all() == CutFinder(graph).largest().has);
    });
}

// ---- Cases that random schedules meet seldom ----------------------------------------------------------------------

/// The events that must come before `event`, directly, as text.
std::set<std::string> before(const std::string& text, const std::string& event) {
    const Schedule schedule = tests::schedule_of("kernel k(n) profile default, entry together, exit any" + text, 2);
    const EventGraph graph(schedule, 1);
    std::set<std::string> all;
    for (EventId id = 0; id < graph.size(); ++id)
        if (text_of(graph.event(id)) == event)
            for (const EventId predecessor : graph.predecessors(id)) all.insert(text_of(graph.event(predecessor)));
    return all;
}

using Events = std::set<std::string>;

TEST(EventGraph, QuietUntilReadLeavesTheLandingToTheNextQuiet) {
    const std::string text = " buffer x in buffer y put x -> right.y quiet until read quiet";
    EXPECT_EQ(before(text, "quiet 0.1"), (Events{"issue 0.0", "read 0.0"}));
    EXPECT_EQ(before(text, "quiet 0.2"), (Events{"quiet 0.1", "land 0.0"}));
}

// Found by running both: with covers none, quiet waits for the data and not for the counter.
TEST(EventGraph, QuietDoesNotWaitForARaiseApart) {
    const std::string text = ", signal_covers none buffer x in buffer y sem s put x -> right.y recv s quiet";
    EXPECT_EQ(before(text, "quiet 0.1"), (Events{"issue 0.0", "land 0.0"}));
    EXPECT_EQ(before(text, "raise 0.0"), Events{"begin 0.0"});
}

TEST(EventGraph, LandComesAfterCreditsOfGradualCredit) {
    const std::string text = ", credit gradual buffer x[2] in buffer y[2] sem s put x -> right.y len 2 recv s add 2";
    EXPECT_EQ(before(text, "land 0.0"), (Events{"begin 0.0", "read 0.0", "credit 0.0"}));
    EXPECT_EQ(before(text, "credit 0.0"), Events{"begin 0.0"});
}

// A late read of scratch memory touches the own launch; one of an input does not.
TEST(EventGraph, OnlySourcesThatAreMadeAnewTouchTheirLaunch) {
    const auto touches = [](const std::string& role) {
        const Schedule schedule =
            tests::schedule_of("kernel k(n) buffer x " + role + " if me == 0 { write x \"a\" put x -> right.x }", 2);
        const EventGraph graph(schedule, 1);
        Events all;
        for (const auto& touch : graph.touches())
            all.insert(text_of(graph.event(touch.first)) + " on " + std::to_string(touch.chip));
        return all;
    };
    EXPECT_EQ(touches("scratch"), (Events{"begin 0.1 on 1", "read 0.1 on 0"}));
    EXPECT_EQ(touches("out"), (Events{"begin 0.1 on 1", "read 0.1 on 0"}));
    EXPECT_EQ(touches("in"), Events{"begin 0.1 on 1"});
    EXPECT_EQ(touches("inout"), Events{"begin 0.1 on 1"});
}

}  // namespace
}  // namespace ringproof::model
