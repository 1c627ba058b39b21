#include "checker/orders.h"

#include <algorithm>

#include <fmt/format.h>

#include "checker/orders/order_properties.h"

namespace ringproof::checker {
namespace {

using model::Code;

/// Asks one property after the other, in the order in which they lean on each other.
void ask_all(OrderInquiry& inquiry, Verdict& verdict) {
    const Evidence& evidence = inquiry.evidence();
    // Past its width a counter means something else, and what is blocked or raced then has no meaning here.
    ask_counter_range(inquiry);
    if (evidence.empty()) ask_deadlock(inquiry);
    if (!evidence.empty()) return;
    ask_entered(inquiry);
    ask_races(inquiry);
    ask_clean_exit(inquiry);
    // What slots hold follows from the order of accesses only where nothing above is violated.
    const bool values_are_fixed = evidence.empty();
    ask_barriers(inquiry);
    if (values_are_fixed) ask_results(inquiry, verdict);
}

}  // namespace

Verdict orders(const Question& question) {
    return answer("orders", question, [&](Evidence& evidence, Verdict& verdict) {
        // What is known of orders beforehand takes a bit for each pair of events.
        const std::int64_t most = std::min<std::int64_t>(question.options.max_events, most_events_ordered);
        const std::int64_t size = model::EventGraph::estimate(question.schedule, question.launches);
        if (size > most)
            throw GaveUp(Code::over_limit,
                         fmt::format("about {} events, counters and slots, and this engine takes on {}", size, most));
        OrderInquiry inquiry(question, evidence);
        verdict.events = inquiry.events().size();
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
