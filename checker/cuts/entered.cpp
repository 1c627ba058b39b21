#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "checker/cuts/properties.h"
#include "checker/visits.h"

namespace ringproof::checker {
namespace {

using model::Cut;
using model::EventId;
using smt::Literal;

void ask_not_before(Inquiry& inquiry, const TouchesOfChip& touches, EventId enter, std::int32_t chip) {
    std::vector<Literal> firsts;
    std::set<EventId> first_events;
    for (const auto* touch : touches) {
        firsts.push_back(inquiry.formula().in(touch->first));
        first_events.insert(touch->first);
    }
    EventId early = model::no_event;
    const auto holds = [&](const Cut& cut) {
        // The one that comes first: what follows it is not needed to show it.
        const auto first = std::find_if(cut.order.begin(), cut.order.end(),
                                        [&](EventId event) { return first_events.contains(event); });
        early = first == cut.order.end() ? model::no_event : *first;
        return !cut.has[enter] && early != model::no_event;
    };
    if (inquiry.violated(fmt::format("something reaches chip {} before the {}", chip, inquiry.name_of(enter)),
                         {inquiry.any_of(firsts), !inquiry.formula().in(enter)}, holds))
        inquiry.showing().not_entered(early, enter);
}

void ask_not_after(Inquiry& inquiry, const TouchesOfChip& touches, EventId exit, std::int32_t chip) {
    std::vector<Literal> missing;
    for (const auto* touch : touches) missing.push_back(!inquiry.formula().in(touch->last));
    EventId late = model::no_event;
    const auto holds = [&](const Cut& cut) {
        const auto touch =
            std::find_if(touches.begin(), touches.end(), [&](const auto* t) { return !cut.has[t->last]; });
        late = touch == touches.end() ? model::no_event : (*touch)->last;
        return cut.has[exit] && late != model::no_event;
    };
    if (inquiry.violated(
            fmt::format("something of the launch reaches chip {} after the {}", chip, inquiry.name_of(exit)),
            {inquiry.any_of(missing), inquiry.formula().in(exit)}, holds))
        inquiry.showing().left_already(late, exit);
}

}  // namespace

void ask_entered(Inquiry& inquiry) {
    each_visited(inquiry.graph(), [&](std::int32_t chip, EventId enter, EventId exit, const TouchesOfChip& touches) {
        ask_not_before(inquiry, touches, enter, chip);
        ask_not_after(inquiry, touches, exit, chip);
    });
}

}  // namespace ringproof::checker
