#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checker/ask.h"
#include "checker/cut_formula.h"
#include "checker/showing.h"
#include "model/cut.h"
#include "model/text.h"

namespace ringproof::checker {

/// One schedule under question: its graph, the formula of its cuts, and the violations found so far. What every
/// property needs to ask and to show; the properties themselves are in properties.h.
class Inquiry {
public:
    /// Question and evidence must outlive it; the schedule is monotone.
    Inquiry(const Question& question, Evidence& evidence);

    const Question& question() const { return question_; }
    const Deadline& deadline() const { return deadline_; }
    const model::Schedule& schedule() const { return question_.schedule; }
    const model::EventGraph& graph() const { return graph_; }
    const model::CutFinder& finder() const { return finder_; }
    CutFormula& formula() { return formula_; }
    /// The greedy run: all events, when there is no deadlock.
    const model::Cut& run() const { return run_; }
    bool runs_through() const { return static_cast<model::EventId>(run_.order.size()) == graph_.size(); }

    // ---- Asking --------------------------------------------------------------------------------------------------

    /// Asks for a violation, see CutFormula::ask. True if there is one: then `found()` is an executable cut for which
    /// `holds`. Throws GaveUp.
    template <class Holds>
    bool violated(const std::string& name, const std::vector<smt::Literal>& assumptions, const Holds& holds) {
        const smt::Answer answer = formula_.ask(name, assumptions, holds);
        if (answer == smt::Answer::timeout || answer == smt::Answer::error)
            throw no_answer(name, formula_.solver().complaint());
        return answer == smt::Answer::model;
    }
    const model::Cut& found() const { return formula_.found(); }

    /// A literal that holds only if one of `literals` does.
    smt::Literal any_of(std::vector<smt::Literal> literals);
    /// A literal that holds only if both do.
    smt::Literal both(smt::Literal first, smt::Literal second);
    /// A literal that holds only if the raises of `counter` in the cut add up to `units`.
    smt::Literal reaches(const model::EventGraph::CounterNode& counter, std::int64_t units);
    /// `land of step 3 of agent 1 in launch 0`
    std::string name_of(model::EventId event) const { return text(graph_.event(event)); }
    std::vector<model::EventId> predecessors(model::EventId event) const;

    Showing& showing() { return showing_; }
    Evidence& evidence() { return evidence_; }

private:
    const Question& question_;
    Evidence& evidence_;
    Deadline deadline_;
    model::EventGraph graph_;
    model::CutFinder finder_;
    CutFormula formula_;
    Showing showing_;
    model::Cut run_;
    std::int64_t fresh_ = 0;
};

}  // namespace ringproof::checker
