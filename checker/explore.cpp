#include "checker/explore.h"

#include <exception>

#include "checker/explore/search.h"
#include "checker/shrink.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::Finding;

/// Puts a finding into evidence with a short execution that makes it.
void show(const Question& question, Evidence& evidence, const Search::Found& found) {
    const auto matches = [&](const Finding& seen) { return seen.same_fault(found.finding); };
    Finding expected = found.finding;
    // A race is told as the short execution has it, whichever access it opens first.
    expected.first = expected.second = std::nullopt;
    evidence.replay(expected, shrink(question, found.trace, found.at_rest, matches), found.at_rest, matches);
}

/// What counts of all that was found: specs/semantics.md section 3.
void show_all(const Question& question, Evidence& evidence, const Search& search) {
    const auto show_any = [&](std::initializer_list<Code> codes) {
        for (const Code code : codes)
            if (search.found(code)) show(question, evidence, search.found().at(model::precedence(code)));
    };
    Asks asks;
    asks.counter_range = [&] { show_any({Code::counter_width}); };
    asks.deadlock = [&] { show_any({Code::deadlock}); };
    asks.entered = [&] { show_any({Code::not_entered, Code::left_already}); };
    asks.races = [&] { show_any({Code::read_before_landing}); };  // and all races, which have one place
    asks.clean_exit = [&] { show_any({Code::dirty_counter, Code::still_in_flight}); };
    asks.barriers = [&] { show_any({Code::barrier_passed}); };
    asks.values = [&] { show_any({Code::uninitialised, Code::wrong_result}); };
    ask_in_order(evidence, asks);
}

}  // namespace

Verdict explore(const Question& question) {
    return answer("explore", question, [&](Evidence& evidence, Verdict& verdict) {
        check_size(question, question.options.max_events);
        Search search(question, Search::Follow::persistent);
        std::exception_ptr limit;
        try {
            search.run();
        } catch (const GaveUp&) {
            limit = std::current_exception();
        }
        verdict.states = search.states();
        verdict.transitions = search.transitions();
        verdict.events = search.longest();
        verdict.law = search.results().law;
        verdict.same_expression = search.results().same_expression;
        verdict.claims = search.results().claims;
        show_all(question, evidence, search);
        if (limit) std::rethrow_exception(limit);
        if (search.results().too_large)
            throw GaveUp(Code::over_limit, "an expression is too large to compare an output with its contract");
    });
}

}  // namespace ringproof::checker
