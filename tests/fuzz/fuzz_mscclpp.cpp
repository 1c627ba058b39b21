#include "model/import/mscclpp/mscclpp.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/round_trip.h"

/// MSCCL++ plans: a text is refused or becomes schedules, which survive being written.
namespace ringproof::fuzz {

void fuzz(std::string_view text) {
    (void)model::mscclpp::looks_like_plan(text);
    const auto plan = accepted([&] { return model::mscclpp::read_plan(text, "plan.json", limits); });
    if (!plan) return;
    const std::size_t ways = (*plan)->ways().size();
    demand(ways > 0, "a plan has a way to look at it");
    for (std::size_t way = 0; way < ways; ++way) {
        const auto schedule = accepted([&] { return (*plan)->schedule(way, {}, limits); });
        if (schedule) demand_round_trip(*schedule);
    }
}

}  // namespace ringproof::fuzz
