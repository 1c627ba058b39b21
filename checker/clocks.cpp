#include "checker/clocks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "checker/clocks/order.h"
#include "checker/clocks/whole.h"
#include "checker/covering.h"
#include "checker/showing.h"
#include "checker/values.h"
#include "model/contract.h"
#include "model/monotone.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::EventGraph;
using model::EventId;

/// Of the violations of one property, so many are looked at to report the one with the shortest trace.
constexpr int looked_at = 16;
/// Events, counters and slots of a graph; also of the graph of all chips, where one is needed.
constexpr std::int64_t most_parts = 12'000'000;
/// Of all clocks together, four bytes each.
constexpr std::int64_t most_clock_entries = 500'000'000;

/// One schedule under question, with the relation < that decides everything about it.
class ClockInquiry {
public:
    ClockInquiry(const Question& question, Evidence& evidence, const Deadline& deadline, model::Symmetry symmetry)
        : question_(question),
          evidence_(evidence),
          deadline_(deadline),
          graph_(question.schedule, question.launches, std::move(symmetry)),
          finder_(graph_),
          run_(finder_.largest_waits_last()),
          whole_(graph_, most_parts) {
        if (complete()) order_.emplace(graph_, finder_, run_, whole_, deadline, most_clock_entries);
    }

    /// All events; what chips do together is one.
    std::int64_t events() const {
        std::int64_t count = 0;
        for (EventId event = 0; event < graph_.size(); ++event)
            count += graph_.is_joint(event) ? 1 : symmetry().order();
        return count;
    }

    void ask_all(Verdict& verdict) {
        Asks asks;
        asks.counter_range = [&] { counter_range(); };
        asks.deadlock = [&] {
            if (!complete()) showing().deadlock(whole_.run());
        };
        asks.entered = [&] { not_entered_yet(); };
        asks.races = [&] {
            races();
            left_already();  // which a race explains, and then one is enough
        };
        asks.clean_exit = [&] { clean_exit(); };
        asks.barriers = [&] { barriers(); };
        asks.values = [&] { results(verdict); };
        ask_in_order(evidence_, asks);
    }

private:
    const model::Schedule& schedule() const { return question_.schedule; }
    const model::Symmetry& symmetry() const { return graph_.symmetry(); }
    bool complete() const { return static_cast<EventId>(run_.order.size()) == graph_.size(); }

    /// Counterexamples are shown on all chips.
    Showing& showing() {
        deadline_.check("showing what was found");
        if (!showing_) showing_.emplace(question_, whole_.graph(), whole_.finder(), evidence_);
        return *showing_;
    }

    /// The environment's event of any chip, seen from the base.
    Rotated of_chip(EventId base_event, std::int32_t chip) const {
        return {base_event, graph_.is_joint(base_event) ? 0 : symmetry().rotation(chip)};
    }
    Rotated enter(std::int32_t chip, std::int32_t launch) const {
        return of_chip(graph_.enter(symmetry().base(chip), launch), chip);
    }
    Rotated exit(std::int32_t chip, std::int32_t launch) const {
        return of_chip(graph_.exit(symmetry().base(chip), launch), chip);
    }

    /// T7: a counter is largest before one of its waits takes, or at rest.
    void counter_range() {
        if (!schedule().profile.counter_values) return;
        for (std::size_t id = 0; id < graph_.counters().size(); ++id) {
            const auto& counter = graph_.counters()[id];
            if (!counter.counter) continue;
            for (std::size_t k = 0; k <= counter.waits.size(); ++k) {
                const EventId wait = k == counter.waits.size() ? model::no_event : counter.waits[k];
                if (most_units(id, wait) < units_past_width(schedule(), counter, wait)) continue;
                const auto& shown = whole_.counter(counter);
                return showing().counter_width(shown, wait == model::no_event ? wait : whole_.event({wait, 0}));
            }
        }
    }

    std::int64_t most_units(std::size_t id, EventId wait) {
        if (complete() && wait != model::no_event) return order_->raised_without(static_cast<std::int32_t>(id), wait);
        if (complete()) return raised(graph_.counters()[id], run_);
        // Without clocks, by closures on the graph of all chips.
        const auto& counter = whole_.counter(graph_.counters()[id]);
        if (wait == model::no_event) return raised(counter, whole_.run());
        deadline_.check("asking for the range of counters");
        return raised(counter, whole_.without(whole_.event({wait, 0})));
    }

    /// How many violations of a property to look at. Of one that stands behind another only its number is told.
    int most_shown() const { return evidence_.empty() ? looked_at : 1; }

    void not_entered_yet() {
        int found = 0;
        const int most = most_shown();
        for (const auto& touch : graph_.touches()) {
            const Rotated enters = enter(touch.chip, graph_.event(touch.first).launch);
            if (found >= most || order_->before(enters, {touch.first, 0})) continue;
            ++found;
            showing().not_entered(whole_.event({touch.first, 0}), whole_.event(enters));
        }
    }

    void left_already() {
        int found = 0;
        const int most = most_shown();
        for (const auto& touch : graph_.touches()) {
            const Rotated exits = exit(touch.chip, graph_.event(touch.first).launch);
            if (found >= most || order_->before({touch.last, 0}, exits)) continue;
            ++found;
            showing().left_already(whole_.event({touch.last, 0}), whole_.event(exits));
        }
    }

    void races() {
        int found = 0;
        const int most = most_shown();
        each_uncovered_pair(graph_, run_.places(), [&](const auto& x, const auto& y) {
            // In the greedy run x ends before y starts: they race if y can start without that.
            if (found >= most || order_->before(turned(x.closes, x.shift), turned(y.opens, y.shift))) return;
            ++found;
            showing().race(whole_.access(x), whole_.access(y));
        });
    }
    Rotated turned(EventId event, std::int32_t rotation) const {
        return {event, graph_.is_joint(event) ? 0 : rotation};
    }

    void clean_exit() {
        int found = 0;
        const int most = most_shown();
        if (schedule().profile.exit == model::Exit::zero)
            for (std::size_t id = 0; id < graph_.counters().size() && found < most; ++id) {
                const auto& counter = graph_.counters()[id];
                if (!counter.counter) continue;
                if (schedule().life_of(counter.counter->semaphore) == model::Life::global) {
                    if (counter.init + raised(counter, run_) == counter.takes) continue;
                    showing().dirty_at_rest(whole_.counter(counter), whole_.run());
                } else {
                    const EventId exit = graph_.exit(schedule().chip_of(*counter.counter), counter.launch);
                    if (counter.init + order_->raised_without(static_cast<std::int32_t>(id), exit) == counter.takes)
                        continue;
                    showing().dirty_at_exit(whole_.counter(counter), whole_.event({exit, 0}));
                }
                ++found;
            }
        if (schedule().profile.exit == model::Exit::drained && schedule().has_launches())
            for (const auto& flight : graph_.flights())
                for (const std::int32_t chip : std::set{flight.owner, flight.target}) {
                    const Rotated exits = exit(chip, graph_.event(flight.over).launch);
                    if (found >= most || order_->before({flight.over, 0}, exits) ||
                        order_->before(exits, {flight.issue, 0}))
                        continue;
                    ++found;
                    showing().in_flight(whole_.flight(flight), whole_.event(exits));
                }
    }

    void barriers() {
        int found = 0;
        const int most = most_shown();
        for (const model::Contract& contract : schedule().contracts)
            for (std::int32_t launch = 0; launch < question_.launches; ++launch)
                for (std::int32_t chip = 0; chip < schedule().chips; ++chip)
                    for (std::int32_t other = 0; other < schedule().chips && found < most; ++other) {
                        if (chip == other || !must_have_entered(schedule(), contract, chip, other)) continue;
                        const Rotated exits = exit(chip, launch), enters = enter(other, launch);
                        if (order_->before(enters, exits)) continue;
                        ++found;
                        showing().barrier_passed(whole_.event(exits), whole_.event(enters));
                    }
    }

    /// The machine follows the greedy run, all rotations of an event in turn.
    void results(Verdict& verdict) {
        model::Machine machine(schedule(), question_.launches);
        std::int64_t fired = 0;
        for (const EventId id : run_.order)
            for (std::int32_t rotation = 0; rotation < (graph_.is_joint(id) ? 1 : symmetry().order()); ++rotation) {
                const model::Event event = graph_.rotated(id, rotation);
                for (std::int32_t k = 0; k < graph_.times(id); ++k) {
                    if ((++fired & 0xffff) == 0) deadline_.check("running the machine");
                    if (!machine.enabled(event))
                        throw Disagreement(
                            fmt::format("clocks: the machine does not allow event {} of the greedy run", fired));
                    machine.fire(event);
                }
            }
        machine.rest();
        judge_values(machine, evidence_, verdict,
                     [&](const model::Finding& finding) { showing().value(finding, whole_.run()); });
    }

    const Question& question_;
    Evidence& evidence_;
    const Deadline& deadline_;
    EventGraph graph_;
    model::CutFinder finder_;
    model::Cut run_;
    std::optional<Order> order_;
    Whole whole_;
    std::optional<Showing> showing_;
};

}  // namespace

Verdict clocks(const Question& question) {
    return answer("clocks", question, [&](Evidence& evidence, Verdict& verdict) {
        if (const std::string why = model::why_not_monotone(question.schedule); !why.empty())
            throw GaveUp(Code::not_monotone, why);
        const Deadline deadline(question.options.timeout, question.options.max_effort);
        model::Symmetry symmetry = model::Symmetry::find(question.schedule);
        check_size(question, most_parts, symmetry.order());
        ClockInquiry inquiry(question, evidence, deadline, std::move(symmetry));
        verdict.events = inquiry.events();
        inquiry.ask_all(verdict);
    });
}

}  // namespace ringproof::checker
