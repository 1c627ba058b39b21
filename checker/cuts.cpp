#include "checker/cuts.h"

#include <fmt/format.h>

#include "checker/cuts/properties.h"
#include "model/monotone.h"

namespace ringproof::checker {
namespace {

using model::Code;

/// Asks one property after the other, in the order in which they lean on each other.
void ask_all(Inquiry& inquiry, Verdict& verdict) {
    const Evidence& evidence = inquiry.evidence();
    // Past its width a counter means something else, and what is blocked or raced then has no meaning here.
    ask_counter_range(inquiry);
    if (evidence.empty()) ask_deadlock(inquiry, verdict);
    if (!evidence.empty()) return;
    inquiry.formula().strengthen(inquiry.run());
    ask_entered(inquiry);
    ask_races(inquiry);
    ask_clean_exit(inquiry);
    // What slots hold is fixed only where nothing above is violated (T5); who has entered does not change it.
    const bool values_are_fixed = evidence.empty();
    ask_barriers(inquiry);
    if (values_are_fixed) ask_results(inquiry, verdict);
}

}  // namespace

Verdict cuts(const Question& question) {
    return answer("cuts", question, [&](Evidence& evidence, Verdict& verdict) {
        if (const std::string why = model::why_not_monotone(question.schedule); !why.empty())
            throw GaveUp(Code::not_monotone, why);
        const std::int64_t size = model::EventGraph::estimate(question.schedule, question.launches);
        if (size > question.options.max_events)
            throw GaveUp(Code::over_limit,
                         fmt::format("about {} events, counters and slots, and this engine takes on {}", size,
                                     question.options.max_events));
        Inquiry inquiry(question, evidence);
        verdict.events = inquiry.graph().size();
        const auto count = [&] { verdict.questions += inquiry.formula().solver().questions(); };
        try {
            ask_all(inquiry, verdict);
        } catch (const GaveUp&) {
            count();
            throw;
        }
        count();
    });
}

}  // namespace ringproof::checker
