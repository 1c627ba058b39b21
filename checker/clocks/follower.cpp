#include "checker/clocks/follower.h"

#include <algorithm>

namespace ringproof::checker {

using model::EventGraph;
using model::EventId;

Follower::Follower(const EventGraph& graph, const model::CutFinder& finder, const ClockTable& clocks,
                   const Deadline& deadline)
    : graph_(graph),
      finder_(finder),
      clocks_(clocks),
      deadline_(deadline),
      order_(graph.symmetry().order()),
      effects_(graph.size()),
      waiting_(graph.counters().size()),
      waiting_place_(graph.size(), 0) {
    for (std::size_t counter = 0; counter < graph.counters().size(); ++counter)
        for (const auto& raise : graph.counters()[counter].raises)
            effects_[raise.event].push_back({static_cast<std::int32_t>(counter), raise.shift, raise.units});
    for (EventId event = 0; event < graph.size(); ++event)
        if (graph.counter_of(event) >= 0 && graph.need(event) > 0) waiting_[graph.counter_of(event)].push_back(event);
    for (auto& list : waiting_) {
        std::sort(list.begin(), list.end(), [&](EventId a, EventId b) { return clocks.rank(a) < clocks.rank(b); });
        for (std::size_t i = 0; i < list.size(); ++i) waiting_place_[list[i]] = static_cast<std::int32_t>(i);
    }
}

Follower::Answer Follower::before(Rotated a, Rotated b) {
    if (from_ != a.event) start(a.event);
    // Turned so that a is the base's own.
    const Rotated target{b.event, graph_.is_joint(b.event) ? 0 : clocks_.turn(b.rotation - a.rotation)};
    if (target == Rotated{a.event, 0}) return Answer::no;
    const EventId limit = clocks_.rank(target.event);
    const auto found = [&] { return reached_.contains(key(target.event, target.rotation)) || guarded(target); };
    if (found()) return Answer::yes;
    while (!open_.empty() && open_.top().rank <= limit) {
        const Candidate next = open_.top();
        open_.pop();
        const std::size_t guards = guards_.size();
        follow(next);
        if (reached_.contains(key(target.event, target.rotation))) return Answer::yes;
        if (guards_.size() > guards && clocks_.before(guards_.back(), target)) return Answer::yes;
        if ((++steps_ & 0xfff) == 0) deadline_.check("following a landing");
    }
    return doubtful_ ? Answer::unknown : Answer::no;
}

bool Follower::guarded(Rotated b) const {
    return std::any_of(guards_.begin(), guards_.end(), [&](Rotated guard) { return clocks_.before(guard, b); });
}

void Follower::start(EventId from) {
    from_ = from;
    open_ = {};
    reached_.clear();
    lost_.clear();
    awaited_.clear();
    known_chains_.clear();
    guards_.clear();
    by_themselves_.clear();
    followers_ = {};
    followers_.emplace(clocks_.rank(from), from);
    doubtful_ = false;
    push({from, 0}, true);
}

void Follower::push(Rotated event, bool certain) { open_.push({clocks_.rank(event.event), event, certain}); }

void Follower::follow(const Candidate& candidate) {
    const Rotated event = candidate.event;
    bool needs_it = candidate.certain;
    if (!candidate.certain) {
        const std::int32_t counter = graph_.counter_of(event.event);
        awaited_.erase(key(counter, event.rotation));
        await(counter, event.rotation, static_cast<std::size_t>(waiting_place_[event.event]) + 1);
        needs_it = falls_short(event);
    }
    if (needs_it && !reached_.contains(key(event.event, event.rotation))) reach(event);
}

bool Follower::falls_short(Rotated wait) {
    const std::int64_t missing = lost_[key(graph_.counter_of(wait.event), wait.rotation)] - clocks_.slack(wait.event);
    if (missing <= 0) return false;
    if (help(wait) < missing) return true;
    doubtful_ = true;
    return false;
}

std::int64_t Follower::help(Rotated wait) {
    std::int64_t units = 0;
    for (const auto& helpers : clocks_.helpers(wait.event))
        for (const EventId raise : helpers.raises) {
            if (follows_by_itself({raise, clocks_.turn(wait.rotation + helpers.shift)})) continue;
            for (const Effect& effect : effects_[raise])
                if (effect.counter == graph_.counter_of(wait.event)) units += effect.units;
        }
    return units;
}

bool Follower::follows_by_itself(Rotated event) {
    // Only events of its own agent do, so the rotation is the same.
    if (event.rotation != 0) return false;
    const EventId limit = clocks_.rank(event.event);
    while (!followers_.empty() && followers_.top().first <= limit) {
        const EventId next = followers_.top().second;
        followers_.pop();
        if (!by_themselves_.insert(next).second) continue;
        const auto add = [&](EventId e) {
            if (!clocks_.on_chain(e)) followers_.emplace(clocks_.rank(e), e);
        };
        for (const EventId successor : finder_.successors(next)) add(successor);
        // A fence needs all that it puts first.
        for (const Effect& effect : effects_[next])
            if (!graph_.counters()[effect.counter].counter)
                for (const EventId begin : waiting_[effect.counter]) add(begin);
    }
    return by_themselves_.contains(event.event);
}

void Follower::reach(Rotated event) {
    reached_.insert(key(event.event, event.rotation));
    if (clocks_.on_chain(event.event) && !graph_.is_joint(event.event) &&
        known_chains_.insert(key(clocks_.chain(event.event), event.rotation)).second)
        guards_.push_back(event);
    const bool joint = graph_.is_joint(event.event);
    for (const EventId successor : finder_.successors(event.event))
        if (graph_.is_joint(successor))
            push({successor, 0}, true);
        else
            for (std::int32_t turn = 0; turn < (joint ? order_ : 1); ++turn)
                push({successor, clocks_.turn(event.rotation + turn)}, true);
    for (const Effect& effect : effects_[event.event]) {
        if (graph_.counters()[effect.counter].joint) {
            // All need all that arrive.
            for (const EventId leave : waiting_[effect.counter])
                for (std::int32_t turn = 0; turn < order_; ++turn) push({leave, turn}, true);
            continue;
        }
        const std::int32_t rotation = clocks_.turn(event.rotation - effect.shift);
        lost_[key(effect.counter, rotation)] += effect.units;
        const auto& waiting = waiting_[effect.counter];
        const auto next = std::partition_point(waiting.begin(), waiting.end(), [&](EventId wait) {
            return clocks_.rank(wait) < clocks_.rank(event.event);
        });
        await(effect.counter, rotation, static_cast<std::size_t>(next - waiting.begin()));
    }
}

void Follower::await(std::int32_t counter, std::int32_t rotation, std::size_t index) {
    const auto& waiting = waiting_[counter];
    // What is reached for certain needs no second look.
    while (index < waiting.size() && reached_.contains(key(waiting[index], rotation))) ++index;
    if (index == waiting.size() || !awaited_.insert(key(counter, rotation)).second) return;
    push({waiting[index], rotation}, false);
}

}  // namespace ringproof::checker
