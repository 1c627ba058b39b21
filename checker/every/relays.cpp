#include "checker/every/relays.h"

#include <fmt/format.h>

namespace ringproof::checker::every {
namespace {

/// How many rounds a run may go back is told where it starts: the first round must be the same on all chips.
bool starts_alike(const Operation& operation) {
    if (operation.loops.empty()) return false;
    std::set<std::string> names;
    for (const Loop& loop : operation.loops) collect_variables(loop.from, names);
    return !names.contains("me");
}

bool is_shown(Proof& proof, const Knowledge& knowledge, const Operation& operation, const Relay& relay) {
    const Order& order = proof.order();
    const Expr& n = proof.program().n;
    const Instance here = Family(operation).any("");
    const Expr first = substitute(operation.loops.back().from, here.names(n));
    const Paths::Arrival arrival = Paths(order, knowledge).follow(here, relay.hop);
    if (arrival.at.operation != &operation) return false;
    Instance there = here;
    there.chip = remainder(plus(here.chip, number(relay.chips)), n);
    there.rounds.back() = minus(here.rounds.back(), number(1));
    return proof.follows("order",
                         fmt::format("each chip comes to {} after the {} chip has come to it in the round before",
                                     text_of(operation), relay.chips < 0 ? "left" : "right"),
                         both(order.exists(here), less(first, here.rounds.back())),
                         both(arrival.condition, order.same(arrival.at, there)));
}

}  // namespace

std::vector<Relay> find_relays(Proof& proof, const Knowledge& knowledge) {
    std::vector<Relay> found;
    PathFinder finder(*proof.samples().back(), knowledge);
    for (const Operation& operation : proof.program().operations) {
        if (!starts_alike(operation)) continue;
        const auto relay = finder.find_relay(operation.number);
        if (relay && is_shown(proof, knowledge, operation, *relay)) found.push_back(*relay);
    }
    return found;
}

}  // namespace ringproof::checker::every
