#include "checker/cuts.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include <fmt/format.h>

#include "checker/covering.h"
#include "checker/cut_formula.h"
#include "checker/smt/equation.h"
#include "model/contract.h"
#include "model/monotone.h"
#include "model/scheduler.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::Cut;
using model::EventGraph;
using model::EventId;
using model::Finding;
using model::Trace;
using smt::Answer;
using smt::Literal;

/// Of the violations of one property, so many are looked at to report the one with the shortest trace.
constexpr int looked_at = 4;

/// A question was not answered: the verdict is undecided.
struct GaveUp {
    std::string question, complaint;
};

class Cuts {
public:
    explicit Cuts(const Question& question)
        : question_(question),
          schedule_(question.schedule),
          graph_(question.schedule, question.launches),
          finder_(graph_),
          formula_(graph_, finder_, question.options.timeout) {}

    /// The counterexamples, or none when all is proved.
    void decide(Verdict& verdict) {
        verdict.events = graph_.size();
        whole_ = finder_.largest();
        counter_range();
        if (best_.empty()) deadlock();
        if (best_.empty()) {
            rank_.resize(graph_.size());
            for (std::size_t i = 0; i < whole_.order.size(); ++i) rank_[whole_.order[i]] = static_cast<EventId>(i);
            formula_.strengthen(whole_);
            entered();
            races();
            clean_exit();
            barriers();
            // What slots hold is fixed only where nothing above is violated (semantics.md section 5, T5).
            if (best_.empty() || best_.begin()->first == model::precedence(Code::barrier_passed)) results(verdict);
        }
        for (auto& [precedence, counterexample] : best_) verdict.counterexamples.push_back(std::move(counterexample));
        verdict.outcome = best_.empty() ? Outcome::proved : Outcome::counterexample;
        verdict.questions = formula_.solver().questions() + questions_elsewhere_;
    }

private:
    // ---- Asking and showing --------------------------------------------------------------------------------------

    /// Asks for a violation. True if there is one: then `formula_.found()` is an executable cut for which `holds`.
    template <class Holds>
    bool violated(const std::string& name, const std::vector<Literal>& assumptions, const Holds& holds) {
        const Answer answer = formula_.ask(name, assumptions, holds);
        if (answer == Answer::timeout || answer == Answer::error) throw GaveUp{name, formula_.solver().complaint()};
        return answer == Answer::model;
    }

    /// A literal that is true only if one of `literals` is.
    Literal any_of(std::vector<Literal> literals) {
        const Literal any = formula_.solver().make(fmt::format("any{}", fresh_++));
        literals.push_back(!any);
        formula_.solver().clause(literals);
        return any;
    }

    /// The shortest trace out of `cut` that executes all of `wanted` and then `last`, shown to have the fault by letting
    /// the machine follow it.
    void show(const Finding& expected, const Cut& cut, std::vector<EventId> wanted, const std::vector<EventId>& last) {
        Cut small = shrink(finder_, cut, wanted);
        small.order.insert(small.order.end(), last.begin(), last.end());
        replay(expected, trace_of(graph_, small.order));
    }

    void replay(const Finding& expected, Trace trace, bool at_rest = false) {
        model::Machine machine(schedule_, question_.launches);
        if (const std::size_t refused = run_trace(machine, trace); refused < trace.size())
            throw Disagreement(fmt::format("cuts found a trace whose event {} the machine does not allow", refused));
        if (at_rest) machine.rest();
        const auto& findings = machine.findings();
        const auto shown = std::find_if(findings.begin(), findings.end(),
                                        [&](const Finding& finding) { return finding.same_fault(expected); });
        if (shown == findings.end())
            throw Disagreement(fmt::format("cuts found a {} that the machine does not see in its trace",
                                           model::word(model::property_of(expected.code))));
        keep({*shown, std::move(trace)});
    }

    void keep(Counterexample counterexample) {
        const int precedence = model::precedence(counterexample.finding.code);
        const auto slot = best_.find(precedence);
        if (slot == best_.end())
            best_.emplace(precedence, std::move(counterexample));
        else if (counterexample.trace.size() < slot->second.trace.size())
            slot->second = std::move(counterexample);
    }

    std::vector<EventId> needed_by(EventId event) const {
        const auto before = graph_.predecessors(event);
        return {before.begin(), before.end()};
    }

    Finding fault(Code code, EventId event) const {
        Finding finding{};
        finding.code = code;
        finding.event = graph_.event(event);
        return finding;
    }

    std::string name_of(EventId event) const {
        const model::Event& e = graph_.event(event);
        return is_environment(e.moment)
                   ? fmt::format("{} of chip {} in launch {}", word(e.moment), e.who, e.launch)
                   : fmt::format("{} of step {} of agent {} in launch {}", word(e.moment), e.step, e.who, e.launch);
    }

    // ---- Properties ----------------------------------------------------------------------------------------------

    void counter_range() {
        if (!schedule_.profile.counter_values) return;
        for (const auto& counter : graph_.counters()) {
            if (!counter.counter) continue;
            // The largest value is just before a wait that takes, or at the end (T7).
            for (std::size_t k = 0; k <= counter.waits.size(); ++k) {
                const bool at_end = k == counter.waits.size();
                const std::int64_t taken = at_end ? counter.takes : counter.taken[k];
                const std::int64_t passes = taken + *schedule_.profile.counter_values - counter.init;
                const Literal reached = reaches(counter, passes);
                std::vector<Literal> assumptions{reached};
                if (!at_end) assumptions.push_back(!formula_.in(counter.waits[k]));
                const auto holds = [&](const Cut& cut) {
                    return raised(counter, cut) >= passes && (at_end || !cut.has[counter.waits[k]]);
                };
                if (!violated(fmt::format("{} passes its width before wait {}", schedule_.text(*counter.counter), k),
                              assumptions, holds))
                    continue;
                Finding finding{};
                finding.code = Code::counter_width;
                finding.counter = counter.counter;
                show(finding, formula_.found(), raises_up_to(counter, formula_.found(), passes), {});
                return;
            }
        }
    }

    Literal reaches(const EventGraph::CounterNode& counter, std::int64_t units) {
        std::vector<smt::Weighted> raises;
        for (const auto& raise : counter.raises) raises.push_back({formula_.in(raise.event), raise.units});
        const Literal reached = formula_.solver().make(fmt::format("reached{}", fresh_++));
        formula_.solver().at_least(reached, raises, units);
        return reached;
    }

    static std::int64_t raised(const EventGraph::CounterNode& counter, const Cut& cut) {
        std::int64_t units = 0;
        for (const auto& raise : counter.raises) units += cut.has[raise.event] ? raise.units : 0;
        return units;
    }

    /// Raises of `cut`, first come first, that add up to `units`.
    std::vector<EventId> raises_up_to(const EventGraph::CounterNode& counter, const Cut& cut, std::int64_t units) const {
        std::map<EventId, std::int64_t> weights;
        for (const auto& raise : counter.raises) weights[raise.event] += raise.units;
        std::vector<EventId> list;
        for (const EventId event : cut.order)
            if (const auto raise = weights.find(event); units > 0 && raise != weights.end()) {
                list.push_back(event);
                units -= raise->second;
            }
        return list;
    }

    void deadlock() {
        if (static_cast<EventId>(whole_.order.size()) < graph_.size())
            return replay(fault(Code::deadlock, 0), trace_of(graph_, whole_.order), true);
        // The proof of record: no set that lacks an event is closed under what is enabled (T6).
        smt::Solver solver(question_.options.timeout);
        std::vector<Literal> events, lacking;
        for (EventId event = 0; event < graph_.size(); ++event) {
            events.push_back(solver.make(fmt::format("e{}", event)));
            lacking.push_back(!events.back());
        }
        for (EventId event = 0; event < graph_.size(); ++event) {
            std::vector<Literal> enabled{events[event]};
            for (const EventId before : graph_.predecessors(event)) enabled.push_back(!events[before]);
            if (graph_.counter_of(event) >= 0 && graph_.need(event) > 0) {
                const auto& counter = graph_.counters()[graph_.counter_of(event)];
                const Literal short_of = solver.make(fmt::format("short{}", event));
                std::vector<smt::Weighted> missing;
                std::int64_t total = 0;
                for (const auto& raise : counter.raises) {
                    missing.push_back({!events[raise.event], raise.units});
                    total += raise.units;
                }
                solver.at_least(short_of, missing, total - graph_.need(event) + 1);
                enabled.push_back(short_of);
            }
            solver.clause(enabled);
        }
        solver.clause(lacking);
        const std::string name = "an execution stops before its end";
        const Answer answer = solver.ask(name, {});
        questions_elsewhere_ += solver.questions();
        if (answer == Answer::model) throw Disagreement("cuts: the solver sees a deadlock that the greedy run does not");
        if (answer != Answer::proved) throw GaveUp{name, solver.complaint()};
    }

    /// Touches of one chip in one launch.
    using Touches = std::map<std::pair<std::int32_t, std::int32_t>, std::vector<const EventGraph::Touch*>>;

    void entered() {
        Touches touches;
        for (const auto& touch : graph_.touches())
            touches[{graph_.event(touch.first).launch, touch.chip}].push_back(&touch);
        for (const auto& [where, list] : touches) {
            const auto [launch, chip] = where;
            not_before(list, graph_.enter(chip, launch), chip);
            not_after(list, graph_.exit(chip, launch), chip);
        }
    }

    /// Nothing of a launch may reach the chip before it has entered.
    void not_before(const std::vector<const EventGraph::Touch*>& touches, EventId enter, std::int32_t chip) {
        std::vector<Literal> firsts;
        for (const auto* touch : touches) firsts.push_back(formula_.in(touch->first));
        EventId culprit = model::no_event;
        const auto holds = [&](const Cut& cut) {
            if (cut.has[enter]) return false;
            const auto early = std::find_if(cut.order.begin(), cut.order.end(), [&](EventId event) {
                return std::any_of(touches.begin(), touches.end(), [&](const auto* t) { return t->first == event; });
            });
            culprit = early == cut.order.end() ? model::no_event : *early;
            return culprit != model::no_event;
        };
        if (!violated(fmt::format("something reaches chip {} before its {}", chip, name_of(enter)),
                      {any_of(firsts), !formula_.in(enter)}, holds))
            return;
        Finding finding = fault(Code::not_entered, culprit);
        show_outside(finding, formula_.found(), {culprit}, {});
    }

    /// All that reaches the chip in a launch must have done so when it leaves.
    void not_after(const std::vector<const EventGraph::Touch*>& touches, EventId exit, std::int32_t chip) {
        std::vector<Literal> missing;
        for (const auto* touch : touches) missing.push_back(!formula_.in(touch->last));
        EventId culprit = model::no_event;
        const auto holds = [&](const Cut& cut) {
            if (!cut.has[exit]) return false;
            const auto late = std::find_if(touches.begin(), touches.end(), [&](const auto* t) { return !cut.has[t->last]; });
            culprit = late == touches.end() ? model::no_event : (*late)->last;
            return culprit != model::no_event;
        };
        if (!violated(fmt::format("something of the launch reaches chip {} after its {}", chip, name_of(exit)),
                      {any_of(missing), formula_.in(exit)}, holds))
            return;
        // The late event itself comes at the end, after everything that it needs; nothing else in the cut needs it.
        const Cut late = finder_.largest(without_dependents(culprit));
        std::vector<EventId> wanted = support_of(culprit, late);
        wanted.push_back(exit);
        show_outside(fault(Code::left_already, culprit), late, wanted, {culprit});
    }

    std::vector<char> without_dependents(EventId event) const {
        std::vector<char> allowed(graph_.size(), 1);
        allowed[event] = 0;
        return allowed;
    }

    /// What `event` needs: predecessors, and raises in `cut` that add up.
    std::vector<EventId> support_of(EventId event, const Cut& cut) const {
        std::vector<EventId> wanted = needed_by(event);
        if (graph_.counter_of(event) >= 0) {
            const auto raises = raises_up_to(graph_.counters()[graph_.counter_of(event)], cut, graph_.need(event));
            wanted.insert(wanted.end(), raises.begin(), raises.end());
        }
        return wanted;
    }

    /// Memory and counters of a chip that is outside are found with or without the counter named: match by event.
    void show_outside(const Finding& expected, const Cut& cut, std::vector<EventId> wanted, const std::vector<EventId>& last) {
        Cut small = shrink(finder_, cut, wanted);
        small.order.insert(small.order.end(), last.begin(), last.end());
        Trace trace = trace_of(graph_, small.order);
        model::Machine machine(schedule_, question_.launches);
        if (run_trace(machine, trace) < trace.size())
            throw Disagreement("cuts found a trace that the machine does not allow");
        for (const Finding& finding : machine.findings())
            if (finding.code == expected.code && finding.event == expected.event) return keep({finding, std::move(trace)});
        throw Disagreement("cuts found that a chip is reached outside its launch, which the machine does not see");
    }

    void races() {
        int found = 0;
        each_uncovered_pair(graph_, rank_, [&](const EventGraph::AccessNode& x, const EventGraph::AccessNode& y) {
            if (found >= looked_at) return;
            const auto holds = [&](const Cut& cut) { return cut.has[y.opens] && !cut.has[x.closes]; };
            if (!violated(fmt::format("{}: {} before {}", schedule_.text(x.access.place), name_of(y.opens), name_of(x.closes)),
                          {formula_.in(y.opens), !formula_.in(x.closes)}, holds))
                return;
            ++found;
            // Both can be open at once (T3): what needs neither end is such a cut.
            std::vector<char> allowed(graph_.size(), 1);
            allowed[x.closes] = allowed[y.closes] = 0;
            const Cut both = finder_.largest(allowed);
            if (!both.has[x.opens] || !both.has[y.opens])
                throw Disagreement("cuts found a race whose accesses cannot be open at once");
            Finding finding{};
            finding.code = race_code(schedule_, x.access, y.access);
            finding.first = x.access;
            finding.second = y.access;
            finding.place = x.access.place;
            show_race(finding, x, y, both);
        });
    }

    /// In the trace the access that the greedy run has second opens first or last, whichever the shrunk cut allows; the
    /// report names them in the order that was meant.
    void show_race(Finding finding, const EventGraph::AccessNode& x, const EventGraph::AccessNode& y, const Cut& both) {
        Cut small = shrink(finder_, both, {x.opens, y.opens});
        Trace trace = trace_of(graph_, small.order);
        model::Machine machine(schedule_, question_.launches);
        if (run_trace(machine, trace) < trace.size())
            throw Disagreement("cuts found a trace that the machine does not allow");
        const auto& findings = machine.findings();
        const auto shown = std::find_if(findings.begin(), findings.end(),
                                        [&](const Finding& seen) { return seen.same_fault(finding); });
        if (shown == findings.end()) throw Disagreement("cuts found a race that the machine does not see in its trace");
        finding.event = shown->event;
        keep({std::move(finding), std::move(trace)});
    }

    void clean_exit() {
        if (schedule_.profile.exit == model::Exit::zero) zero_at_exit();
        if (schedule_.profile.exit == model::Exit::drained && schedule_.has_launches()) drained_at_exit();
    }

    void zero_at_exit() {
        for (const auto& counter : graph_.counters()) {
            if (!counter.counter) continue;
            Finding finding{};
            finding.code = Code::dirty_counter;
            finding.counter = counter.counter;
            if (schedule_.life_of(counter.counter->semaphore) == model::Life::global) {
                // Global counters are judged when everything has come to rest: one value, whatever the order.
                if (counter.init + raised(counter, whole_) != counter.takes) replay(finding, trace_of(graph_, whole_.order), true);
                continue;
            }
            const EventId exit = graph_.exit(schedule_.chip_of(*counter.counter), counter.launch);
            const std::int64_t too_many = counter.takes - counter.init + 1;
            const auto holds = [&](const Cut& cut) {
                const auto before = graph_.predecessors(exit);
                return !cut.has[exit] && raised(counter, cut) >= too_many &&
                       std::all_of(before.begin(), before.end(), [&](EventId event) { return cut.has[event]; });
            };
            std::vector<Literal> assumptions{reaches(counter, too_many), !formula_.in(exit)};
            for (const EventId event : graph_.predecessors(exit)) assumptions.push_back(formula_.in(event));
            if (!violated(fmt::format("{} is not zero at the {}", schedule_.text(*counter.counter), name_of(exit)), assumptions,
                          holds))
                continue;
            std::vector<EventId> wanted = raises_up_to(counter, formula_.found(), too_many);
            for (const EventId event : graph_.predecessors(exit)) wanted.push_back(event);
            show(finding, formula_.found(), wanted, {exit});
        }
    }

    void drained_at_exit() {
        std::map<std::pair<std::int32_t, std::int32_t>, std::set<EventId>> flights;
        for (const auto& flight : graph_.flights())
            for (const std::int32_t chip : {flight.owner, flight.target})
                flights[{graph_.event(flight.over).launch, chip}].insert(flight.over);
        for (const auto& [where, list] : flights) {
            const EventId exit = graph_.exit(where.second, where.first);
            std::vector<Literal> missing;
            for (const EventId over : list) missing.push_back(!formula_.in(over));
            EventId culprit = model::no_event;
            const auto holds = [&](const Cut& cut) {
                const auto late = std::find_if(list.begin(), list.end(), [&](EventId over) { return !cut.has[over]; });
                culprit = late == list.end() ? model::no_event : *late;
                return cut.has[exit] && culprit != model::no_event;
            };
            if (!violated(fmt::format("something is in flight at the {}", name_of(exit)),
                          {any_of(missing), formula_.in(exit)}, holds))
                continue;
            // It must have been issued to be in flight; its chip issues it sooner or later, without its end.
            const Cut late = finder_.largest(without_dependents(culprit));
            model::Event issue = graph_.event(culprit);
            issue.moment = model::Moment::issue;
            const auto issued = std::find_if(late.order.begin(), late.order.end(),
                                             [&](EventId event) { return graph_.event(event) == issue; });
            if (issued == late.order.end()) throw Disagreement("cuts found a transfer in flight that was never issued");
            std::vector<EventId> wanted = needed_by(exit);
            wanted.push_back(*issued);
            std::vector<char> before_exit = late.has;
            before_exit[exit] = 0;
            Finding finding = fault(Code::still_in_flight, *issued);
            const Cut rest = finder_.largest(before_exit);
            if (std::all_of(wanted.begin(), wanted.end(), [&](EventId event) { return rest.has[event]; }))
                show(finding, rest, wanted, {exit});
        }
    }

    void barriers() {
        int found = 0;
        for (const model::Contract& contract : schedule_.contracts)
            for (std::int32_t launch = 0; launch < question_.launches; ++launch)
                for (std::int32_t chip = 0; chip < schedule_.chips; ++chip)
                    for (std::int32_t other = 0; other < schedule_.chips && found < looked_at; ++other) {
                        if (chip == other || !must_have_entered(schedule_, contract, chip, other)) continue;
                        const EventId exit = graph_.exit(chip, launch), enter = graph_.enter(other, launch);
                        const auto holds = [&](const Cut& cut) { return cut.has[exit] && !cut.has[enter]; };
                        if (!violated(fmt::format("{} before {}", name_of(exit), name_of(enter)),
                                      {formula_.in(exit), !formula_.in(enter)}, holds))
                            continue;
                        ++found;
                        show(fault(Code::barrier_passed, exit), formula_.found(), {exit}, {});
                    }
    }

    /// Every execution ends with the same values (T5): the machine follows one and judges it. Then the solver proves
    /// found and expected equal with the inputs as unknowns.
    void results(Verdict& verdict) {
        model::Machine machine(schedule_, question_.launches);
        const Trace trace = trace_of(graph_, whole_.order);
        if (const std::size_t refused = run_trace(machine, trace); refused < trace.size())
            throw Disagreement(fmt::format("the machine does not allow event {} of the greedy run", refused));
        machine.rest();
        for (const Finding& finding : machine.findings()) {
            const bool judged_here = finding.code == Code::uninitialised || finding.code == Code::wrong_result;
            if (!judged_here && best_.count(model::precedence(finding.code)) == 0)
                throw Disagreement(fmt::format("the machine sees {} where cuts proved that there is none",
                                               model::number(finding.code)));
        }
        for (const Code code : {Code::uninitialised, Code::wrong_result}) {
            const auto& findings = machine.findings();
            const auto first = std::find_if(findings.begin(), findings.end(),
                                            [&](const Finding& finding) { return finding.code == code; });
            if (first != findings.end()) show_value(*first, trace);
        }
        if (machine.results().too_large) throw GaveUp{"every output equals its contract", "an expression with over a million leaves"};
        verdict.law = machine.results().law;
        verdict.same_expression = machine.results().same_expression;
        verdict.claims = machine.results().claims;
        if (best_.empty()) prove_equal(machine);
    }

    /// A value is what it is in every execution: show it in the shortest that has the event.
    void show_value(const Finding& finding, const Trace& whole) {
        const auto at = std::find_if(whole_.order.begin(), whole_.order.end(),
                                     [&](EventId event) { return graph_.event(event) == finding.event; });
        const bool judged_at_rest = !schedule_.has_launches() && is_environment(finding.event.moment);
        if (judged_at_rest || at == whole_.order.end()) return replay(finding, whole, true);
        show(finding, whole_, {*at}, {});
    }

    void prove_equal(model::Machine& machine) {
        smt::Equations equations(machine.values(), question_.options.timeout);
        for (const auto& [found, expected] : machine.results().pairs) {
            const std::string name = fmt::format("{} differs from {}", machine.values().text(found, 40),
                                                 machine.values().text(expected, 40));
            const Answer answer = equations.ask_different(name, found, expected);
            if (answer == Answer::model)
                throw Disagreement("the solver sees inputs for which a result that was proved is wrong: " + name);
            if (answer != Answer::proved) throw GaveUp{name, equations.complaint()};
        }
        questions_elsewhere_ += equations.questions();
    }

    const Question& question_;
    const model::Schedule& schedule_;
    EventGraph graph_;
    model::CutFinder finder_;
    CutFormula formula_;
    Cut whole_;                        ///< the greedy run
    std::vector<EventId> rank_;        ///< by event: its place in the greedy run
    std::map<int, Counterexample> best_;  ///< by precedence
    std::int64_t questions_elsewhere_ = 0;
    int fresh_ = 0;
};

}  // namespace

Verdict cuts(const Question& question) {
    const auto began = std::chrono::steady_clock::now();
    Verdict verdict;
    verdict.engine = "cuts";
    const auto undecided = [&](Code reason, std::string message) {
        verdict.outcome = Outcome::undecided;
        verdict.counterexamples.clear();
        verdict.reason = reason;
        verdict.message = std::move(message);
    };
    const std::int64_t events = EventGraph::count_events(question.schedule, question.launches);
    if (std::string why = model::why_not_monotone(question.schedule); !why.empty()) {
        undecided(Code::not_monotone, std::move(why));
    } else if (events > question.options.max_events) {
        undecided(Code::over_limit, fmt::format("about {} events, and this engine takes on {}", events, question.options.max_events));
    } else {
        try {
            Cuts(question).decide(verdict);
        } catch (const GaveUp& gave_up) {
            undecided(Code::solver_gave_up, fmt::format("no answer to \"{}\": {}", gave_up.question, gave_up.complaint));
        }
    }
    verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return verdict;
}

}  // namespace ringproof::checker
