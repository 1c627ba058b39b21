#include "model/monotone.h"
#include "model/source.h"
#include "model/validity.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/round_trip.h"

/// Plans of other tools: a text is refused or becomes schedules that are valid, monotone, and survive being written.
namespace ringproof::fuzz {
namespace {

/// All that a plan can be asked.
void use(const model::Plan& plan, const model::PlanOptions& options) {
    const auto ways = plan.ways();
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

}  // namespace

void fuzz(std::string_view text) {
    // Other formats have targets of their own, and cost more.
    if (text.find("<algo") == std::string_view::npos && text.find("\"gpus\"") == std::string_view::npos) return;
    const auto source = accepted([&] { return model::source_of(text, "fuzz", limits); });
    if (!source || source->plan() == nullptr) return;
    use(*source->plan(), {.iterations = 1});
    use(*source->plan(), {.iterations = 3, .fifo_depth = 1, .message_bytes = 1 << 22, .rrc_operand_is_dst = true});
}

}  // namespace ringproof::fuzz
