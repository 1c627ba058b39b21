#include <fmt/format.h>

#include "checker/cuts/properties.h"
#include "checker/values.h"
#include "model/contract.h"
#include "model/machine.h"
#include "model/scheduler.h"

namespace ringproof::checker {
using model::Cut;
using model::EventId;

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
                    inquiry.showing().barrier_passed(exit, enter);
                }
}

void ask_results(Inquiry& inquiry, Verdict& verdict) {
    model::Machine machine(inquiry.schedule(), inquiry.question().launches);
    const model::Trace trace = trace_of(inquiry.graph(), inquiry.run().order);
    if (const std::size_t refused = run_trace(machine, trace); refused < trace.size())
        throw Disagreement(fmt::format("the machine does not allow event {} of the greedy run", refused));
    machine.rest();
    judge_values(machine, inquiry.evidence(), verdict,
                 [&](const model::Finding& finding) { inquiry.showing().value(finding, inquiry.run()); });
    if (inquiry.evidence().empty()) prove_equal(inquiry.question(), inquiry.deadline(), machine);
}

}  // namespace ringproof::checker
