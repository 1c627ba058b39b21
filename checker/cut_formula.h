#pragma once

#include <string>
#include <vector>

#include "checker/limits.h"
#include "checker/smt/solver.h"
#include "model/cut.h"

namespace ringproof::checker {

/// The cuts of a monotone schedule as a Boolean formula: one literal an event (specs/semantics.md section 5, SMT).
/// Executable cuts satisfy it; other sets that support themselves may too, and are refined away when a model shows
/// one. So `proved` is final, and a model is always executable when it is given out.
class CutFormula {
public:
    /// All must outlive it.
    CutFormula(const model::EventGraph& graph, const model::CutFinder& finder, const Deadline& deadline,
               smt::Transcript* transcript = nullptr);

    /// Proves sync lemmas along a complete run and states what follows from them: units that can only be raised after a
    /// wait do not help that wait (specs/semantics.md section 5, T6). It changes no answer and saves most refinements.
    void strengthen(const model::Cut& complete_run);

    smt::Literal in(model::EventId event) const { return events_[event]; }
    smt::Solver& solver() { return solver_; }

    /// Whether some executable cut satisfies all of `assumptions` and meets `holds(cut)`, which says of the executable
    /// part of a model whether the answer that was looked for is still in it. When `model`, the cut is in `found()`.
    /// `name` says in words what is asked.
    template <class Holds>
    smt::Answer ask(const std::string& name, const std::vector<smt::Literal>& assumptions, const Holds& holds) {
        while (true) {
            const smt::Answer answer = solver_.ask(name, assumptions);
            if (answer != smt::Answer::model) return answer;
            const std::vector<char> model = in_model();
            found_ = finder_->largest(model);
            if (holds(found_)) return answer;
            refine(model);
        }
    }
    const model::Cut& found() const { return found_; }

private:
    std::vector<char> in_model() const;
    /// Whether it is proved that `late` needs `wait`.
    bool prove_needs(model::EventId late, model::EventId wait);
    /// Excludes the part of `model` that has no support from outside itself: its loop formula.
    void refine(const std::vector<char>& model);
    /// Events of `stuck` that all need each other and nothing else of `stuck`.
    std::vector<model::EventId> source_component(const std::vector<char>& stuck) const;
    void each_support(model::EventId event, const auto& visit) const;

    const model::EventGraph* graph_;
    const model::CutFinder* finder_;
    const Deadline* deadline_;
    smt::Solver solver_;
    std::vector<smt::Literal> events_;
    std::vector<std::vector<model::EventId>> dependents_;  ///< the reverse of each_support
    model::Cut found_;
    std::int64_t refinements_ = 0;  ///< for names of literals
};

}  // namespace ringproof::checker
