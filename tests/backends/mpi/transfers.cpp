#include "backends/mpi/transfers.h"

#include <algorithm>

namespace ringproof::backends {
namespace {

using Kind = Transfer::Kind;
using Step = Transfer::Step;

/// Whether an earlier transfer of the same agent to the same chip comes first.
bool comes_first(const Transfer& earlier, const Transfer& later) {
    const bool earlier_is_get = earlier.kind == Kind::get;
    if (earlier.fences < later.fences) return !(earlier_is_get && earlier.read);
    if (earlier_is_get || later.kind == Kind::get) return false;
    // The order of a channel is one of landing only. To hold back the beginning as well is stronger, and simple.
    return later.covers == model::Covers::link ||
           (later.covers == model::Covers::channel && earlier.channel == later.channel);
}

}  // namespace

void Transfers::start(Request request, std::minstd_rand& draws) {
    AgentState& agent = agents_[request.agent];
    moving_.push_back({std::move(request), agent.issued++, agent.fences, false, false, draws() % one_in == 0, {}});
}

bool Transfers::quiet(std::int32_t agent, model::Until until) const {
    return std::ranges::all_of(moving_, [&](const Transfer& one) {
        return one.agent != agent || (until == model::Until::read && one.kind == Kind::put && one.read);
    });
}

bool Transfers::held_back(const Transfer& transfer) const {
    // What has begun is under way, and an own source may be read at any time.
    if (transfer.begun || transfer.next() == Step::read) return false;
    return std::ranges::any_of(moving_, [&](const Transfer& other) {
        return other.agent == transfer.agent && other.chip == transfer.chip && other.number < transfer.number &&
               comes_first(other, transfer);
    });
}

}  // namespace ringproof::backends
