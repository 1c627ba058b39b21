#include "checker/explore/search.h"

#include <algorithm>

#include <fmt/format.h>

namespace ringproof::checker {

using model::Code;
using model::Machine;

Search::Search(const Question& question, Follow follow)
    : question_(question),
      follow_(follow),
      deadline_(question.options.timeout),
      touches_(question.schedule, question.launches),
      persistent_(question.schedule, question.launches, touches_) {}

bool Search::over() const {
    return found(Code::counter_width) || (found(Code::deadlock) && !question_.schedule.profile.counter_values);
}

void Search::run() {
    visit(Machine(question_.schedule, question_.launches));
    while (!path_.empty() && !over()) {
        Frame& frame = path_.back();
        if (frame.next.empty()) {
            path_.pop_back();
            if (!trace_.empty()) trace_.pop_back();
            continue;
        }
        const model::Event event = frame.next.back();
        frame.next.pop_back();
        // The last one may have the machine for itself.
        Machine machine = frame.next.empty() ? std::move(frame.machine) : frame.machine;
        machine.fire(event);
        ++transitions_;
        trace_.push_back(event);
        // Also where the state is known: the event may show something new.
        note(machine, false);
        if (!visit(std::move(machine))) trace_.pop_back();
        if (transitions_ % 1024 == 0) deadline_.check("exploring states");
    }
}

bool Search::visit(Machine&& machine) {
    key_.clear();
    machine.append_state(key_);
    if (!seen_.insert(digest_of(key_))) return false;
    if (states() > question_.options.max_states)
        throw GaveUp(Code::over_limit, fmt::format("more than {} states", question_.options.max_states));
    std::vector<model::Event> next = follow_ == Follow::all ? machine.enabled() : persistent_.choose(machine);
    if (next.empty()) {
        judge_end(machine);
        return false;
    }
    std::reverse(next.begin(), next.end());
    path_.push_back({std::move(machine), std::move(next)});
    return true;
}

void Search::judge_end(Machine& machine) {
    longest_ = std::max(longest_, static_cast<std::int64_t>(trace_.size()));
    machine.rest();
    note(machine, true);
    const model::Results& results = machine.results();
    results_.law = std::max(results_.law, results.law);
    results_.same_expression &= results.same_expression;
    results_.too_large |= results.too_large;
    results_.claims = std::max(results_.claims, results.claims);
}

void Search::note(Machine& machine, bool at_rest) {
    for (model::Finding& finding : machine.take_findings()) {
        const int place = model::precedence(finding.code);
        const auto known = found_.find(place);
        if (known == found_.end())
            found_.emplace(place, Found{std::move(finding), trace_, at_rest});
        else if (trace_.size() < known->second.trace.size())
            known->second = {std::move(finding), trace_, at_rest};
    }
}

}  // namespace ringproof::checker
