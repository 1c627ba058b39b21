#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "checker/orders/order_properties.h"
#include "checker/values.h"
#include "model/machine.h"
#include "model/scheduler.h"

namespace ringproof::checker {
namespace {

using model::Code;
using model::EventGraph;
using model::EventId;
using model::Finding;
using smt::Literal;

using Accesses = std::vector<const EventGraph::AccessNode*>;

/// Judges one complete execution.
void judge(OrderInquiry& inquiry, const model::Trace& trace, Verdict& verdict) {
    model::Machine machine(inquiry.schedule(), inquiry.question().launches);
    if (const std::size_t refused = run_trace(machine, trace); refused < trace.size())
        throw Disagreement(fmt::format("the machine does not allow event {} of an execution of orders", refused));
    machine.rest();
    Verdict one;
    judge_values(machine, inquiry.evidence(), one, [&](const Finding& finding) {
        inquiry.show_at_rest(finding, trace, [&](const Finding& seen) { return seen.same_fault(finding); });
    });
    verdict.law = std::max(verdict.law, one.law);
    verdict.same_expression = verdict.same_expression && one.same_expression;
    verdict.claims = std::max(verdict.claims, one.claims);
    if (inquiry.evidence().empty()) prove_equal(inquiry.question(), inquiry.deadline(), machine);
}

/// What holds in an execution only if it orders some conflicting accesses to the slot otherwise than `order` does,
/// which `rank` tells: of accesses that do not conflict in groups, members of neighbouring groups (T3b).
void add_other_orders(OrderInquiry& inquiry, Accesses accesses, const std::vector<std::size_t>& rank,
                      std::vector<Literal>& other) {
    std::sort(accesses.begin(), accesses.end(), [&](const auto* x, const auto* y) {
        return std::pair(rank[x->opens], rank[x->closes]) < std::pair(rank[y->opens], rank[y->closes]);
    });
    Accesses before, now;
    const auto close_group = [&] {
        for (const auto* x : before)
            for (const auto* y : now) {
                if (same_operation(x->access.opened, y->access.opened)) continue;
                const Literal otherwise = !inquiry.formula().before(x->closes, y->opens);
                if (!inquiry.events().precedes(x->closes, y->opens)) other.push_back(otherwise);
            }
        before = std::move(now);
        now.clear();
    };
    for (const auto* access : accesses) {
        if (!now.empty() && conflict(now.back()->access.mode, access->access.mode)) close_group();
        now.push_back(access);
    }
    close_group();
}

}  // namespace

void ask_results(OrderInquiry& inquiry, Verdict& verdict) {
    OrderFormula& formula = inquiry.formula();
    std::map<std::int64_t, Accesses> by_slot;
    for (const auto& access : inquiry.graph().accesses()) by_slot[access.slot].push_back(&access);
    std::vector<Literal> all;
    for (EventId event = 0; event < inquiry.events().size(); ++event) all.push_back(formula.in(event));
    const Literal complete = formula.all_of(all);
    for (std::int64_t classes = 0;
         inquiry.violated(fmt::format("a complete execution unlike {} others", classes), {complete}); ++classes) {
        if (classes == inquiry.question().options.max_orders)
            throw GaveUp(Code::over_limit,
                         fmt::format("conflicting accesses can come in more than {} orders", classes));
        inquiry.deadline().check("judging one order of conflicting accesses after the other");
        judge(inquiry, inquiry.trace(), verdict);
        std::vector<std::size_t> rank(static_cast<std::size_t>(inquiry.events().size()));
        const std::vector<EventId> order = formula.order();
        for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
        std::vector<Literal> other;
        for (const auto& [slot, accesses] : by_slot) add_other_orders(inquiry, accesses, rank, other);
        if (other.empty()) return;  // no two orders
        formula.solver().clause(other);
    }
}

}  // namespace ringproof::checker
