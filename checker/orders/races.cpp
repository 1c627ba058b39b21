#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "checker/orders/order_properties.h"

namespace ringproof::checker {
namespace {

using model::EventGraph;
using model::EventId;
using smt::Literal;

using Accesses = std::vector<const EventGraph::AccessNode*>;

/// Shows the pair whose accesses are open at once when the model's execution stops.
void show_race(OrderInquiry& inquiry, const Accesses& accesses) {
    const OrderFormula& formula = inquiry.formula();
    const std::vector<EventId> order = formula.order();
    const auto place_of = [&](const EventGraph::AccessNode* access) {
        return std::find(order.begin(), order.end(), access->opens);
    };
    Accesses open;
    std::copy_if(accesses.begin(), accesses.end(), std::back_inserter(open),
                 [&](const auto* access) { return formula.has(access->opens) && !formula.has(access->closes); });
    std::sort(open.begin(), open.end(), [&](const auto* x, const auto* y) { return place_of(x) < place_of(y); });
    for (const auto* y : open)
        for (const auto* x : open) {
            if (x == y) break;
            if (!conflict(x->access.mode, y->access.mode) || same_operation(x->access.opened, y->access.opened))
                continue;
            model::Finding finding{};
            finding.code = race_code(inquiry.schedule(), x->access, y->access);
            finding.first = x->access;
            finding.second = y->access;
            finding.place = x->access.place;
            return inquiry.show(finding, inquiry.trace());
        }
    throw Disagreement("orders found a race without its accesses");
}

void ask_slot(OrderInquiry& inquiry, const Accesses& accesses) {
    OrderFormula& formula = inquiry.formula();
    const OrderedEvents& events = inquiry.events();
    const auto is_open = [&](const EventGraph::AccessNode* access) {
        return formula.all_of({formula.in(access->opens), !formula.in(access->closes)});
    };
    std::vector<Literal> pairs;
    for (const auto* y : accesses)
        for (const auto* x : accesses) {
            if (x == y) break;
            if (!conflict(x->access.mode, y->access.mode) || same_operation(x->access.opened, y->access.opened) ||
                events.precedes(x->closes, y->opens) || events.precedes(y->closes, x->opens))
                continue;
            pairs.push_back(formula.all_of({is_open(x), is_open(y)}));
        }
    if (!pairs.empty() && inquiry.violated(fmt::format("conflicting accesses of {} are open at once",
                                                       inquiry.schedule().text(accesses.front()->access.place)),
                                           pairs, {}))
        show_race(inquiry, accesses);
}

}  // namespace

void ask_races(OrderInquiry& inquiry) {
    std::map<std::int64_t, Accesses> by_slot;
    for (const auto& access : inquiry.graph().accesses()) by_slot[access.slot].push_back(&access);
    for (const auto& [slot, accesses] : by_slot) ask_slot(inquiry, accesses);
}

}  // namespace ringproof::checker
