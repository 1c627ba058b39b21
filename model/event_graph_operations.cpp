#include <limits>

#include "model/event_graph_builder.h"

// The operations of an agent as events, one case each.
namespace ringproof::model {

template <class Op>
void EventGraph::Builder::operation(Walk& walk, const Operation& whole, const Op&) {
    const EventId start = walk.last = add(walk, Moment::start, {walk.last});
    const EventId end = walk.last = add(walk, Moment::end, {start});
    accesses_once(whole, start, end, start, end);
    // A load over the link must find the other chip inside, like a get.
    each_access(whole, [&](Place place, Mode, End side) {
        if (side == End::source && schedule_.chip_of(place) != schedule_.agents[walk.agent].chip)
            touch_memory(start, end, schedule_.chip_of(place));
    });
}

void EventGraph::Builder::walk(std::int32_t id) {
    const Agent& agent = schedule_.agents[id];
    Walk walk{id, 0, 0, no_event, {}, {}, {}, {}};
    for (walk.launch = 0; walk.launch < graph_.launches_; ++walk.launch) {
        // The chip's enter comes after its collect of the launch before, and so after all of this agent's events
        // then.
        if (schedule_.has_launches()) walk.last = graph_.enter(agent.chip, walk.launch);
        for (walk.step = 0; walk.step < static_cast<std::int32_t>(agent.steps.size()); ++walk.step) {
            const Operation& operation = agent.steps[walk.step].operation;
            std::visit([&](const auto& op) { this->operation(walk, operation, op); }, operation);
        }
        if (schedule_.has_launches()) {
            const EventId exit = graph_.exit(agent.chip, walk.launch);
            if (walk.last != graph_.enter(agent.chip, walk.launch)) graph_.predecessors_[exit].push_back(walk.last);
        }
    }
}

void EventGraph::Builder::operation(Walk& walk, const Operation& whole, const Put<C>& put) {
    const std::int32_t target = schedule_.chip_of(put.dst);
    const EventId issue = walk.last = add(walk, Moment::issue, {walk.last});
    const EventId begin = add(walk, Moment::begin, {issue});
    const EventId read = add(walk, Moment::read, {issue});
    const bool detached = put.recv && schedule_.profile.signal_covers == Covers::none;
    std::int64_t early = 0;
    EventId credit = no_event;
    if (schedule_.profile.credit == Credit::gradual && !detached && early_units(put) > 0) {
        early = early_units(put);
        credit = add(walk, Moment::credit, {begin});
        raise(credit, *put.recv, early);
    }
    // A landing raises what credit has not: so credit may as well come before it (semantics.md section 5).
    const EventId land = add(walk, Moment::land, {begin, read, credit});
    if (put.send) raise(read, *put.send, put.send->add);
    if (detached) {
        const EventId apart = add(walk, Moment::raise, {begin});
        raise(apart, *put.recv, put.recv->add);
        fly(walk, issue, apart, target);  // and no quiet waits for it
    } else if (put.recv) {
        raise(land, *put.recv, put.recv->add - early);
    }
    accesses(whole, End::source, issue, read);
    accesses(whole, End::target, begin, land);
    touch_memory(begin, land, target);
    if (!is_input(schedule_.buffers[put.src.buffer].role))  // else the race with the next fill shows it
        touch_memory(read, read, schedule_.agents[walk.agent].chip);
    fly(walk, issue, land, target);
    walk.unlanded.push_back(land);
    walk.unread.push_back(read);
    order_push(walk, target, begin, land, put.channel, schedule_.profile.signal_covers);
}

void EventGraph::Builder::operation(Walk& walk, const Operation& whole, const Get<C>& get) {
    const std::int32_t target = schedule_.chip_of(get.src);
    const EventId issue = walk.last = add(walk, Moment::issue, {walk.last});
    const EventId begin = add(walk, Moment::begin, {issue});
    const EventId read = add(walk, Moment::read, {begin});
    const EventId land = add(walk, Moment::land, {read});
    if (get.done) raise(land, *get.done, get.done->add);
    accesses_once(whole, begin, read, issue, land);
    touch_memory(begin, read, target);
    touch_memory(land, land, schedule_.agents[walk.agent].chip);
    fly(walk, issue, land, target);
    walk.unlanded.push_back(land);
    walk.unread.push_back(land);
    order_fenced(walk, target, begin, read);
}

void EventGraph::Builder::operation(Walk& walk, const Operation&, const Signal<C>& signal) {
    const std::int32_t target = schedule_.chip_of(signal.counter);
    const EventId issue = walk.last = add(walk, Moment::issue, {walk.last});
    const EventId deliver = add(walk, Moment::deliver, {issue});
    const auto* const add_to = std::get_if<Add<C>>(&signal.effect);
    raise(deliver, {signal.counter, 0}, add_to == nullptr ? 0 : add_to->add);
    fly(walk, issue, deliver, target);
    walk.unlanded.push_back(deliver);
    walk.unread.push_back(deliver);
    order_push(walk, target, deliver, deliver, signal.channel, signal.covers.value_or(schedule_.profile.signal_covers));
}

void EventGraph::Builder::fly(const Walk& walk, EventId issue, EventId over, std::int32_t target) {
    graph_.flights_.push_back({issue, over, schedule_.agents[walk.agent].chip, target});
}

void EventGraph::Builder::order_push(Walk& walk, std::int32_t chip, EventId begin, EventId land, Symbol channel,
                                     Covers covers) {
    Walk::Target& target = walk.targets[chip];
    auto& on_channel = target.channel_tail[channel];
    const auto follow = [&](EventId event, std::vector<EventId>& tail) {
        auto& list = graph_.predecessors_[event];
        list.insert(list.end(), tail.begin(), tail.end());
        tail.clear();
    };
    if (covers == Covers::link) {
        // It follows everything before it, so what follows it need look no further back.
        follow(begin, target.link_tail);
        on_channel.clear();
    } else if (covers == Covers::channel) {
        follow(land, on_channel);
    }
    target.link_tail.push_back(land);
    on_channel.push_back(land);
    order_fenced(walk, chip, begin, land);
}

void EventGraph::Builder::order_fenced(Walk& walk, std::int32_t chip, EventId begin, EventId effect) {
    Walk::Target& target = walk.targets[chip];
    if (target.fenced >= 0) needs_all(begin, target.fenced);
    target.since_fence.push_back(effect);
}

void EventGraph::Builder::operation(Walk& walk, const Operation&, const Fence<C>&) {
    walk.last = add(walk, Moment::fence, {walk.last});
    for (auto& [chip, target] : walk.targets) {
        if (target.since_fence.empty()) continue;  // the fence before it still covers all
        target.fenced = make_group();
        for (const EventId effect : target.since_fence)
            graph_.counters_[target.fenced].raises.push_back({effect, 1, 0});
        target.since_fence.clear();
        target.link_tail.clear();
        target.channel_tail.clear();
    }
}

void EventGraph::Builder::operation(Walk& walk, const Operation&, const Quiet<C>& quiet) {
    walk.last = add(walk, Moment::quiet, {walk.last});
    auto& pending = quiet.until == Until::read ? walk.unread : walk.unlanded;
    auto& list = graph_.predecessors_[walk.last];
    list.insert(list.end(), pending.begin(), pending.end());
    pending.clear();
    if (quiet.until == Until::landed) walk.unread.clear();
}

void EventGraph::Builder::operation(Walk& walk, const Operation&, const Wait<C>& wait) {
    walk.last = add(walk, Moment::wait, {walk.last});
    const std::int32_t id = cell(wait.counter, walk.launch);
    CounterNode& counter = graph_.counters_[id];
    const auto* const until = std::get_if<AtLeast<C>>(&wait.until);
    if (until == nullptr || std::holds_alternative<All>(until->take)) return;  // no fixed number of units
    // A counter of limited width never shows a value at or above the width.
    const auto width = schedule_.profile.counter_values;
    const bool never = width && until->at_least >= *width;
    needs(walk.last, id,
          never ? std::numeric_limits<std::int64_t>::max() : counter.takes + until->at_least - counter.init);
    counter.waits.push_back(walk.last);
    counter.taken.push_back(counter.takes);
    counter.takes += std::get<std::int32_t>(until->take);
}

void EventGraph::Builder::operation(Walk& walk, const Operation&, const Barrier<C>& barrier) {
    auto& rounds = barriers_[barrier.name];
    const auto round = static_cast<std::size_t>(walk.rounds[barrier.name]++);
    if (rounds.size() <= round) {
        rounds.push_back(make_group());
        graph_.counters_[rounds.back()].joint = true;
    }
    const EventId arrive = walk.last = add(walk, Moment::arrive, {walk.last});
    walk.last = add(walk, Moment::leave, {arrive});
    graph_.counters_[rounds[round]].raises.push_back({arrive, symmetry_.order()});
    leaves_.push_back({walk.last, rounds[round], rounds.front()});
}

}  // namespace ringproof::model
