#include "model/flows.h"

#include <algorithm>
#include <utility>

#include "model/diagnostic.h"

namespace ringproof::model {
namespace {

/// What is left below this part of a transfer is rounding.
constexpr double rounding = 1e-12;

}  // namespace

Flows::Id Flows::start(std::vector<Network::Link> path, double slots, double now) {
    const Id id = static_cast<Id>(flows_.size());
    flows_.push_back({std::move(path), slots, slots, now, 0, now});
    under_way_.push_back(id);
    change(flows_.back(), 1);
    return id;
}

std::optional<Flows::Next> Flows::next(double now) {
    // What is through by now is so whatever else changes now: many that end together are looked at once.
    if (!first_.empty() && (first_time_ <= now || !any_changed_)) return Next{first_time_, first_.front()};
    first_.clear();
    std::erase_if(under_way_, [&](Id id) { return flows_[id].path.empty(); });
    settle(now);
    spend(under_way_.size());
    for (const Id id : under_way_) {
        if (!first_.empty() && flows_[id].finish > first_time_) continue;
        if (!first_.empty() && flows_[id].finish < first_time_) first_.clear();
        first_time_ = flows_[id].finish;
        first_.push_back(id);
    }
    return first_.empty() ? std::nullopt : std::optional(Next{first_time_, first_.front()});
}

void Flows::end_next() {
    Flow& flow = flows_[first_.front()];
    first_.pop_front();
    change(flow, -1);
    flow.path = {};
}

void Flows::change(const Flow& flow, std::int32_t by) {
    spend(flow.path.size());
    for (const Network::Link link : flow.path) {
        on_link_[link] += by;
        changed_[link] = 1;
    }
    any_changed_ = true;
}

void Flows::spend(std::size_t work) {
    work_left_ -= static_cast<std::int64_t>(work);
    if (work_left_ < 0) throw Fault(Code::too_large, "too many transfers share links to follow them all");
}

void Flows::settle(double now) {
    if (!std::exchange(any_changed_, false)) return;
    for (const Id id : under_way_) {
        Flow& flow = flows_[id];
        spend(flow.path.size());
        if (std::none_of(flow.path.begin(), flow.path.end(), [&](Network::Link link) { return changed_[link] != 0; }))
            continue;
        std::int32_t share = 1;
        for (const Network::Link link : flow.path) share = std::max(share, on_link_[link]);
        if (share == flow.share) continue;
        if (flow.share > 0 && beta_ > 0) {
            flow.left -= (now - flow.since) / (beta_ * flow.share);
            if (flow.left < rounding * flow.slots) flow.left = 0;
        }
        flow.since = now;
        flow.share = share;
        flow.finish = now + flow.left * beta_ * share;
    }
    std::fill(changed_.begin(), changed_.end(), 0);
}

}  // namespace ringproof::model
