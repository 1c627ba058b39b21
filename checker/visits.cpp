#include "checker/visits.h"

#include <map>
#include <set>
#include <utility>

namespace ringproof::checker {

using model::EventId;

void each_visited(const model::EventGraph& graph,
                  const std::function<void(std::int32_t, EventId, EventId, const TouchesOfChip&)>& visit) {
    std::map<std::pair<std::int32_t, std::int32_t>, TouchesOfChip> by_launch_and_chip;
    for (const auto& touch : graph.touches())
        by_launch_and_chip[{graph.event(touch.first).launch, touch.chip}].push_back(&touch);
    for (const auto& [where, touches] : by_launch_and_chip) {
        const auto [launch, chip] = where;
        visit(chip, graph.enter(chip, launch), graph.exit(chip, launch), touches);
    }
}

void each_exit_with_flights(const model::EventGraph& graph,
                            const std::function<void(EventId, const FlightsAtExit&)>& visit) {
    std::map<EventId, FlightsAtExit> by_exit;
    for (const auto& flight : graph.flights())
        for (const std::int32_t chip : std::set{flight.owner, flight.target})
            by_exit[graph.exit(chip, graph.event(flight.over).launch)].push_back(&flight);
    for (const auto& [exit, flights] : by_exit) visit(exit, flights);
}

}  // namespace ringproof::checker
