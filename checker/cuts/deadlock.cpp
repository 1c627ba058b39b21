#include <fmt/format.h>

#include "checker/cuts/properties.h"
#include "checker/smt/transcript.h"

namespace ringproof::checker {
namespace {

using model::EventId;
using smt::Literal;

/// Whether some set of events lacks one and is closed under what is enabled. All such sets contain the greedy run.
smt::Answer ask_closed_set(const model::EventGraph& graph, smt::Solver& solver, const std::string& name) {
    std::vector<Literal> events, lacking;
    for (EventId event = 0; event < graph.size(); ++event) {
        events.push_back(solver.make(fmt::format("e{}", event)));
        lacking.push_back(!events.back());
    }
    for (EventId event = 0; event < graph.size(); ++event) {
        std::vector<Literal> in_or_disabled{events[event]};
        for (const EventId before : graph.predecessors(event)) in_or_disabled.push_back(!events[before]);
        if (graph.counter_of(event) >= 0 && graph.need(event) > 0) {
            std::vector<smt::Weighted> missing;
            std::int64_t total = 0;
            for (const auto& raise : graph.counters()[graph.counter_of(event)].raises) {
                missing.push_back({!events[raise.event], raise.units});
                total += raise.units;
            }
            const Literal falls_short = solver.make(fmt::format("short{}", event));
            solver.at_least(falls_short, missing, total - graph.need(event) + 1);
            in_or_disabled.push_back(falls_short);
        }
        solver.clause(in_or_disabled);
    }
    solver.clause(lacking);
    return solver.ask(name, {});
}

}  // namespace

void ask_deadlock(Inquiry& inquiry) {
    if (!inquiry.runs_through()) return inquiry.showing().deadlock(inquiry.run());
    smt::Solver solver(
        inquiry.deadline(), smt::Theory::counting,
        record(
            inquiry.question().options.transcripts, "deadlock",
            "; e7 says that event 7 has happened. The question asks for a set of events that lacks one and is closed\n"
            "; under what is enabled (specs/semantics.md 5.7): unsat says that every execution comes to its end.\n",
            "QF_LIA"));
    const std::string name = "an execution stops before its end";
    switch (ask_closed_set(inquiry.graph(), solver, name)) {
        case smt::Answer::proved:
            return;
        case smt::Answer::model:
            throw Disagreement("cuts: the solver sees a deadlock where the greedy run completes");
        default:
            throw no_answer(name, solver.complaint());
    }
}

}  // namespace ringproof::checker
