#include "checker/story/closest.h"

#include <algorithm>

#include <fmt/format.h>

#include "checker/story/words.h"

namespace ringproof::checker {
namespace {

using namespace model;

/// Waits that are told; of more the middle is left out.
constexpr std::size_t most_hops = 3;

/// One step of a chain that leaves the program of its agent: `later` cannot come without `earlier`.
struct Hop {
    EventId later, earlier;
};

bool is_hop(const ForcedOrder& order, EventId later_id, EventId earlier_id) {
    const Event& later = order.event(later_id);
    const Event& earlier = order.event(earlier_id);
    const auto before = order.graph().predecessors(later_id);
    switch (later.moment) {
        case Moment::wait:
        case Moment::leave:
            return std::find(before.begin(), before.end(), earlier_id) == before.end();
        case Moment::quiet:
            return is_asynchronous(earlier.moment);
        case Moment::enter:
            return order.graph().is_joint(later_id);
        default:
            return is_asynchronous(later.moment) && !same_operation(later, earlier);
    }
}

std::vector<Hop> hops_of(const ForcedOrder& order, const std::vector<EventId>& chain) {
    std::vector<Hop> hops;
    for (std::size_t i = chain.size() - 1; i > 0; --i)
        if (is_hop(order, chain[i], chain[i - 1])) hops.push_back({chain[i], chain[i - 1]});
    return hops;
}

/// How many other operations could do as well for a wait, each of them only after `needed`.
std::size_t alternatives(const ForcedOrder& order, const Hop& hop, EventId needed) {
    const auto lacking = order.lacking(hop.later, needed);
    if (lacking.all) return 0;
    std::vector<Event> others;
    for (const EventId raise : lacking.raises)
        if (const Event& event = order.event(raise);
            !same_operation(event, order.event(hop.earlier)) &&
            std::none_of(others.begin(), others.end(),
                         [&](const Event& known) { return same_operation(known, event); }))
            others.push_back(event);
    return others.size();
}

Remark remark_of(const ForcedOrder& order, const Hop& hop, EventId needed, bool several) {
    const Schedule& schedule = order.graph().schedule();
    const Event& later = order.event(hop.later);
    const Event& earlier = order.event(hop.earlier);
    Remark remark{{}, {later, earlier}, 1, false};
    if (later.moment != Moment::wait) {
        remark.text = fmt::format("{} only after {}", happens(schedule, later, several),
                                  has_happened(schedule, earlier, several));
        return remark;
    }
    const auto& wait = std::get<Wait<Concrete>>(operation_of(schedule, later));
    const bool early = earlier.moment == Moment::credit || earlier.moment == Moment::raise;
    remark.text = fmt::format("{} waits for {}, which rises when {}", actor_and_line(schedule, later, several),
                              schedule.name_of(wait.counter), happens(schedule, earlier, several));
    if (early)
        remark.text = fmt::format("{} waits for {}, which rises while the {} of {} is on its way",
                                  actor_and_line(schedule, later, several), schedule.name_of(wait.counter),
                                  kind_of(schedule, earlier), actor_and_line(schedule, earlier, several));
    if (const std::size_t others = alternatives(order, hop, needed); others > 0)
        remark.text += fmt::format(" (or {})", others == 1 ? "another that needs the same"
                                                           : fmt::format("{} others that need the same", others));
    return remark;
}

/// How what is certain relates to what is missing, as the end of a sentence.
std::string distance(const Schedule& schedule, const Event& certain, const Event& missing) {
    if (same_operation(certain, missing)) return fmt::format(", but not that {}", it_has_happened(schedule, missing));
    if (is_environment(certain.moment) || is_environment(missing.moment) || certain.who != missing.who) return {};
    const auto steps = static_cast<std::int64_t>(schedule.agents[missing.who].steps.size());
    const std::int64_t operations = (missing.launch - certain.launch) * steps + missing.step - certain.step;
    if (operations < 0) return fmt::format(", which tells nothing of {}", line_of(schedule, missing));
    return fmt::format(", {} operation{} before {}", operations, operations == 1 ? "" : "s",
                       line_of(schedule, missing));
}

}  // namespace

std::vector<Remark> closest(const ForcedOrder& order, const Event& missing, const Event& too_early, bool several) {
    const Schedule& schedule = order.graph().schedule();
    const EventId target = order.find(too_early);
    if (target == no_event) return {};
    const auto found = nearest(order, missing, target);
    if (!found) {
        const bool together = schedule.has_launches() && schedule.profile.entry == Entry::barrier;
        return {{fmt::format("Closest: {}nothing that {} does is ordered before {}.",
                             together ? "after all have entered, " : "", actor(schedule, missing),
                             whose(schedule, too_early, several)),
                 {missing, too_early},
                 0,
                 false}};
    }
    const Event& certain = order.event(found->event);
    std::vector<Remark> remarks{
        {fmt::format("Closest: before {} it is certain that {}{}", whose(schedule, too_early, several),
                     has_happened(schedule, certain, several), distance(schedule, certain, missing)),
         {too_early, certain, missing},
         0,
         false}};
    const std::vector<Hop> hops = hops_of(order, found->chain);
    remarks.back().text += hops.empty() ? "." : ":";
    const std::size_t shown = hops.size() <= most_hops ? hops.size() : 1;
    for (std::size_t i = 0; i < shown; ++i) remarks.push_back(remark_of(order, hops[i], found->event, several));
    if (shown < hops.size()) {
        remarks.push_back({fmt::format("... {} more of this kind ...", hops.size() - 2), {}, 1, false});
        remarks.push_back(remark_of(order, hops.back(), found->event, several));
    }
    return remarks;
}

}  // namespace ringproof::checker
