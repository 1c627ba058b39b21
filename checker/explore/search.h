#pragma once

#include <map>

#include "checker/ask.h"
#include "checker/explore/persistent.h"
#include "checker/explore/seen.h"
#include "model/machine.h"

namespace ringproof::checker {

/// Depth first over the states of the machine, each visited once. There are no cycles: every event takes some program,
/// environment or transfer further.
class Search {
public:
    /// Which events are followed at a state.
    enum class Follow { all, persistent };

    /// A finding, an execution that makes it, and whether only the machine's judgement at rest does.
    struct Found {
        model::Finding finding;
        model::Trace trace;
        bool at_rest;
    };

    /// The question must outlive it.
    Search(const Question& question, Follow follow);

    /// Visits all states, or less where nothing else counts any more: after a counter has passed its width; after a
    /// deadlock, unless counters have a width. Throws GaveUp at a limit; what was found until then stays.
    void run();

    /// One finding for each place in the order of precedence.
    const std::map<int, Found>& found() const { return found_; }
    bool found(model::Code code) const { return found_.contains(model::precedence(code)); }

    std::int64_t states() const { return static_cast<std::int64_t>(seen_.size()); }
    std::int64_t transitions() const { return transitions_; }
    std::int64_t longest() const { return longest_; }  ///< events of the longest execution
    /// Of all executions together: the worst of each.
    const model::Results& results() const { return results_; }

private:
    /// A state on the path from the start, and what is still to be followed from it.
    struct Frame {
        model::Machine machine;
        std::vector<model::Event> next;
    };

    bool over() const;
    /// Adds a state to the path if it is new, or judges it if it is an end. False: there is nothing to follow from it.
    bool visit(model::Machine&& machine);
    void judge_end(model::Machine& machine);
    void note(model::Machine& machine, bool at_rest);

    const Question& question_;
    Follow follow_;
    Deadline deadline_;
    Touches touches_;
    PersistentSets persistent_;
    Seen seen_;
    std::vector<Frame> path_;
    model::Trace trace_;
    std::string key_;
    std::map<int, Found> found_;
    std::int64_t transitions_ = 0, longest_ = 0;
    model::Results results_;
};

}  // namespace ringproof::checker
