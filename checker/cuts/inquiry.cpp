#include "checker/cuts/inquiry.h"

#include <fmt/format.h>

#include "checker/smt/transcript.h"

namespace ringproof::checker {

using model::EventId;
using smt::Literal;

Inquiry::Inquiry(const Question& question, Evidence& evidence)
    : question_(question),
      evidence_(evidence),
      deadline_(question.options.timeout, question.options.max_effort),
      graph_(question.schedule, question.launches),
      finder_(graph_),
      formula_(graph_, finder_, deadline_,
               record(question.options.transcripts, "cuts",
                      "; e7 says that event 7 has happened; every executable cut satisfies what is asserted\n"
                      "; (specs/semantics.md 5.7). Each question asks for a cut that violates a property, or for\n"
                      "; one that refutes a lemma: unsat says that there is none. After sat the cut was replayed,\n"
                      "; or excluded as one that supports nothing but itself.\n",
                      "QF_LIA")),
      showing_(question_, graph_, finder_, evidence_),
      run_(finder_.largest()) {}

Literal Inquiry::any_of(std::vector<Literal> literals) {
    const Literal any = formula_.solver().make(fmt::format("any{}", fresh_++));
    literals.push_back(!any);
    formula_.solver().clause(literals);
    return any;
}

Literal Inquiry::both(Literal first, Literal second) {
    const Literal both = formula_.solver().make(fmt::format("both{}", fresh_++));
    formula_.solver().clause({!both, first});
    formula_.solver().clause({!both, second});
    return both;
}

Literal Inquiry::reaches(const model::EventGraph::CounterNode& counter, std::int64_t units) {
    std::vector<smt::Weighted> raises;
    for (const auto& raise : counter.raises) raises.push_back({formula_.in(raise.event), raise.units});
    const Literal reached = formula_.solver().make(fmt::format("reached{}", fresh_++));
    formula_.solver().at_least(reached, raises, units);
    return reached;
}

std::vector<EventId> Inquiry::predecessors(EventId event) const {
    const auto before = graph_.predecessors(event);
    return {before.begin(), before.end()};
}

}  // namespace ringproof::checker
