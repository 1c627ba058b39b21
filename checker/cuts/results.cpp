#include <algorithm>

#include <fmt/format.h>

#include "checker/cuts/properties.h"
#include "checker/smt/equation.h"
#include "model/contract.h"
#include "model/machine.h"
#include "model/scheduler.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::Cut;
using model::EventId;
using model::Finding;

/// What a slot holds is the same in every execution: show it in the shortest one that has the event.
void show_value(Inquiry& inquiry, const Finding& finding) {
    const model::EventGraph& graph = inquiry.graph();
    const auto& order = inquiry.run().order;
    const auto at =
        std::find_if(order.begin(), order.end(), [&](EventId event) { return graph.event(event) == finding.event; });
    const bool judged_at_rest = !inquiry.schedule().has_launches() && is_environment(finding.event.moment);
    if (judged_at_rest || at == order.end())
        return inquiry.evidence().replay(finding, trace_of(graph, order), true,
                                         [&](const Finding& seen) { return seen.same_fault(finding); });
    inquiry.show(finding, inquiry.run(), {*at});
}

/// The second proof: found and expected are equal for all inputs.
void prove_equal(Inquiry& inquiry, const model::Machine& machine, Verdict& verdict) {
    model::Values& values = machine.values();
    smt::Equations equations(values, inquiry.deadline());
    for (const auto& [found, expected] : machine.results().pairs) {
        const std::string name = fmt::format("{} differs from {}", values.text(found, 40), values.text(expected, 40));
        switch (equations.ask_different(name, found, expected)) {
            case smt::Answer::proved:
                break;
            case smt::Answer::model:
                throw Disagreement("the solver sees inputs for which a result that was proved is wrong: " + name);
            default:
                throw no_answer(name, equations.complaint());
        }
    }
    verdict.questions += equations.questions();
}

}  // namespace

void ask_barriers(Inquiry& inquiry) {
    const model::Schedule& schedule = inquiry.schedule();
    int found = 0;
    for (const model::Contract& contract : schedule.contracts)
        for (std::int32_t launch = 0; launch < inquiry.question().launches; ++launch)
            for (std::int32_t chip = 0; chip < schedule.chips; ++chip)
                for (std::int32_t other = 0; other < schedule.chips && found < looked_at; ++other) {
                    if (chip == other || !must_have_entered(schedule, contract, chip, other)) continue;
                    const EventId exit = inquiry.graph().exit(chip, launch),
                                  enter = inquiry.graph().enter(other, launch);
                    const auto holds = [&](const Cut& cut) { return cut.has[exit] && !cut.has[enter]; };
                    if (!inquiry.violated(fmt::format("{} before {}", inquiry.name_of(exit), inquiry.name_of(enter)),
                                          {inquiry.formula().in(exit), !inquiry.formula().in(enter)}, holds))
                        continue;
                    ++found;
                    inquiry.show(inquiry.expect(Code::barrier_passed, exit), inquiry.found(), {exit});
                }
}

void ask_results(Inquiry& inquiry, Verdict& verdict) {
    model::Machine machine(inquiry.schedule(), inquiry.question().launches);
    const model::Trace trace = trace_of(inquiry.graph(), inquiry.run().order);
    if (const std::size_t refused = run_trace(machine, trace); refused < trace.size())
        throw Disagreement(fmt::format("the machine does not allow event {} of the greedy run", refused));
    machine.rest();
    for (const Finding& finding : machine.findings()) {
        const bool judged_here = finding.code == Code::uninitialised || finding.code == Code::wrong_result;
        if (!judged_here && !inquiry.evidence().has(finding.code))
            throw Disagreement(
                fmt::format("the machine sees {} where cuts proved that there is none", model::number(finding.code)));
    }
    for (const Code code : {Code::uninitialised, Code::wrong_result}) {
        const auto& findings = machine.findings();
        const auto first = std::find_if(findings.begin(), findings.end(),
                                        [&](const Finding& finding) { return finding.code == code; });
        if (first != findings.end()) show_value(inquiry, *first);
    }
    if (machine.results().too_large)
        throw no_answer("an output differs from its contract", "an expression is too large");
    verdict.law = machine.results().law;
    verdict.same_expression = machine.results().same_expression;
    verdict.claims = machine.results().claims;
    if (inquiry.evidence().empty()) prove_equal(inquiry, machine, verdict);
}

}  // namespace ringproof::checker
