#include "checker/cuts.h"

#include <chrono>

#include <fmt/format.h>

#include "checker/cuts/properties.h"
#include "model/monotone.h"

namespace ringproof::checker {
namespace {

using model::Code;

/// Asks one property after the other, in the order in which they lean on each other.
void ask_all(Inquiry& inquiry, Verdict& verdict) {
    // Past its width a counter means something else, and what is blocked or raced then has no meaning here.
    ask_counter_range(inquiry);
    if (inquiry.nothing_found()) ask_deadlock(inquiry, verdict);
    if (inquiry.nothing_found()) {
        inquiry.formula().strengthen(inquiry.run());
        ask_entered(inquiry);
        ask_races(inquiry);
        ask_clean_exit(inquiry);
        // What slots hold is fixed only where nothing above is violated (T5); who has entered does not change it.
        const bool values_are_fixed = inquiry.nothing_found();
        ask_barriers(inquiry);
        if (values_are_fixed) ask_results(inquiry, verdict);
    }
}

void decide(const Question& question, Verdict& verdict) {
    Inquiry inquiry(question);
    verdict.events = inquiry.graph().size();
    try {
        ask_all(inquiry, verdict);
    } catch (const GaveUp&) {
        // One violation is enough for a verdict, whatever else remains open.
        if (inquiry.nothing_found()) throw;
    }
    verdict.questions += inquiry.formula().solver().questions();
    verdict.counterexamples = inquiry.take();
    verdict.outcome = verdict.counterexamples.empty() ? Outcome::proved : Outcome::counterexample;
}

}  // namespace

Verdict cuts(const Question& question) {
    const auto began = std::chrono::steady_clock::now();
    Verdict verdict;
    verdict.engine = "cuts";
    const auto undecided = [&](Code reason, std::string message) {
        verdict.outcome = Outcome::undecided;
        verdict.reason = reason;
        verdict.message = std::move(message);
    };
    const std::int64_t size = model::EventGraph::estimate(question.schedule, question.launches);
    if (std::string why = model::why_not_monotone(question.schedule); !why.empty()) {
        undecided(Code::not_monotone, std::move(why));
    } else if (size > question.options.max_events) {
        undecided(Code::over_limit, fmt::format("about {} events, counters and slots, and this engine takes on {}",
                                                size, question.options.max_events));
    } else {
        try {
            decide(question, verdict);
        } catch (const GaveUp& gave_up) {
            undecided(Code::solver_gave_up, gave_up.what());
        }
    }
    verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return verdict;
}

}  // namespace ringproof::checker
