#include "tests/fuzz/use_plan.h"

#include "model/monotone.h"
#include "model/validity.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/round_trip.h"

namespace ringproof::fuzz {

void use_plan(const model::Plan& plan, const model::PlanOptions& options) {
    const auto ways = plan.ways(options);
    demand(!ways.empty(), "a plan has a way");
    if (const auto notes = accepted([&] { return plan.notes(options); }))
        for (const std::string& note : *notes) demand_text(note);
    for (std::size_t way = 0; way < ways.size(); ++way) {
        const auto schedule = accepted([&] { return plan.schedule(way, options, limits); });
        if (!schedule) continue;
        model::validate_declarations(*schedule, limits);
        for (const model::Agent& agent : schedule->agents)
            for (const model::Step& step : agent.steps)
                demand(!model::complaint(*schedule, agent.chip, step.operation), "what a plan becomes is valid");
        demand(model::why_not_monotone(*schedule).empty() || plan.format() != "MSCCL XML",
               "what an algorithm becomes is monotone");
        demand_round_trip(*schedule);
        (void)accepted([&] { return plan.facts(way, options, limits); });
    }
}

}  // namespace ringproof::fuzz
