#include <algorithm>

#include "model/compare.h"
#include "model/describe.h"
#include "model/json/json.h"
#include "model/machine.h"
#include "model/monotone.h"
#include "model/scheduler.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/round_trip.h"

/// Schedule JSON: a text is refused or becomes a schedule, which survives being written and can be run.
namespace ringproof::fuzz {
namespace {

constexpr std::size_t most_operations = 100;
constexpr std::int32_t most_slots = 100;
constexpr int most_events = 500;

bool is_small(const model::Schedule& schedule) {
    std::size_t operations = 0;
    for (const model::Agent& agent : schedule.agents) operations += agent.steps.size();
    std::int64_t slots = 0;
    for (const model::Buffer& buffer : schedule.buffers) slots += buffer.size;
    return operations <= most_operations && slots <= most_slots;
}

struct LongEnough {};

/// Runs it on the reference machine, some events far.
void run(const model::Schedule& schedule) {
    model::Machine machine(schedule, schedule.launches);
    int events = 0;
    try {
        run_in_order(machine, [&events](const model::Event&) {
            if (++events > most_events) throw LongEnough{};
        });
        demand(machine.enabled().empty(), "a run to rest leaves nothing that may come next");
        for (const model::Finding& finding : machine.findings()) {
            demand_text(finding.expected);
            demand_text(finding.found);
        }
    } catch (const LongEnough&) {
        // A put may give more credits than anyone can wait for.
    }
}

}  // namespace

void fuzz(std::string_view text) {
    const auto schedule = accepted([&] { return model::read_schedule(text, "fuzz.json", limits); });
    if (!schedule) return;
    demand(model::equal(*schedule, demand_round_trip(*schedule)), "a schedule that was written is read as it was");
    (void)why_not_monotone(*schedule);
    if (is_small(*schedule)) run(*schedule);
}

}  // namespace ringproof::fuzz
