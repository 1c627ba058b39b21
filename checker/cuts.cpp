#include "checker/cuts.h"

#include "checker/cuts/properties.h"
#include "model/monotone.h"

namespace ringproof::checker {

Verdict cuts(const Question& question) {
    return answer("cuts", question, [&](Evidence& evidence, Verdict& verdict) {
        if (const std::string why = model::why_not_monotone(question.schedule); !why.empty())
            throw GaveUp(model::Code::not_monotone, why);
        check_size(question, question.options.max_events);
        Inquiry inquiry(question, evidence);
        verdict.events = inquiry.graph().size();
        Asks asks;
        asks.counter_range = [&] { ask_counter_range(inquiry); };
        asks.deadlock = [&] { ask_deadlock(inquiry); };
        asks.entered = [&] {
            inquiry.formula().strengthen(inquiry.run());
            ask_entered(inquiry);
        };
        asks.races = [&] { ask_races(inquiry); };
        asks.clean_exit = [&] { ask_clean_exit(inquiry); };
        asks.barriers = [&] { ask_barriers(inquiry); };
        asks.values = [&] { ask_results(inquiry, verdict); };
        ask_in_order(evidence, asks);
    });
}

}  // namespace ringproof::checker
