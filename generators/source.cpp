#include "generators/source.h"

#include <rapidcheck.h>

#include "generators/unstructured.h"
#include "model/event_graph.h"

namespace ringproof::generators {

std::vector<Source> sources(std::span<const model::Kernel> kernels) {
    std::vector<Source> list{
        {"monotone", "any operations of monotone schedules", 3, unstructured_schedules({5, 5}, Operations::monotone)},
        {"any", "any operations", 2, unstructured_schedules({3, 4}, Operations::all)},
    };
    (void)kernels;
    return list;
}

std::int64_t events_of_agents(const model::Schedule& schedule) {
    const model::EventGraph graph(schedule, schedule.launches);
    std::int64_t events = 0;
    for (model::EventId id = 0; id < graph.size(); ++id)
        if (!is_environment(graph.event(id).moment)) events += graph.times(id);
    return events;
}

}  // namespace ringproof::generators
