#include "generators/agent_events.h"

#include <variant>

#include "model/footprint.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;

}  // namespace

std::int64_t agent_events(const model::Schedule& schedule) {
    const bool apart = schedule.profile.signal_covers == model::Covers::none;
    const bool gradual = schedule.profile.credit == model::Credit::gradual;
    const auto of_put = [&](const model::Put<C>& put) -> std::int64_t {
        if (apart) return put.recv ? 5 : 4;
        return 4 + (gradual ? model::early_units(put) : 0);
    };
    const model::Overloaded events{
        of_put,
        [](const model::Get<C>&) -> std::int64_t { return 4; },
        [](const model::Wait<C>&) -> std::int64_t { return 1; },
        [](const model::Set<C>&) -> std::int64_t { return 1; },
        [](const model::Snapshot<C>&) -> std::int64_t { return 1; },
        [](const model::Poll<C>&) -> std::int64_t { return 1; },
        [](const model::Fence<C>&) -> std::int64_t { return 1; },
        [](const model::Quiet<C>&) -> std::int64_t { return 1; },
        [](const auto&) -> std::int64_t { return 2; },
    };
    std::int64_t sum = 0;
    for (const model::Agent& agent : schedule.agents)
        for (const model::Step& step : agent.steps) sum += std::visit(events, step.operation);
    return sum * schedule.launches;
}

}  // namespace ringproof::generators
