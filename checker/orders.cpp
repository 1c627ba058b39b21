#include "checker/orders.h"

#include <algorithm>

#include "checker/orders/order_properties.h"

namespace ringproof::checker {

Verdict orders(const Question& question) {
    return answer("orders", question, [&](Evidence& evidence, Verdict& verdict) {
        // What is known of orders beforehand takes a bit for each pair of events.
        check_size(question, std::min(question.options.max_events, most_events_ordered));
        OrderInquiry inquiry(question, evidence);
        verdict.events = inquiry.events().size();
        Asks asks;
        asks.counter_range = [&] { ask_counter_range(inquiry); };
        asks.deadlock = [&] { ask_deadlock(inquiry); };
        asks.entered = [&] { ask_entered(inquiry); };
        asks.races = [&] { ask_races(inquiry); };
        asks.clean_exit = [&] { ask_clean_exit(inquiry); };
        asks.barriers = [&] { ask_barriers(inquiry); };
        asks.values = [&] { ask_results(inquiry, verdict); };
        ask_in_order(evidence, asks);
    });
}

}  // namespace ringproof::checker
