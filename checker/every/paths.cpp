#include "checker/every/paths.h"

namespace ringproof::checker::every {
namespace {

/// How many loops two operations of one agent's text share; `from` may be of the environment.
std::size_t shared_loops(const Instance& from, const Operation& operation) {
    std::size_t shared = 0;
    if (from.operation != nullptr && from.operation->agent == operation.agent)
        while (shared + 1 < from.operation->path.size() && shared + 1 < operation.path.size() &&
               from.operation->path[shared] == operation.path[shared])
            ++shared;
    return shared;
}

}  // namespace

Instance Paths::wait_of(const Instance& from, const Hop& hop) const {
    const Program& program = order_.program();
    const Operation& operation = *program.waits[hop.wait].operation;
    Instance wait;
    wait.operation = &operation;
    wait.chip = from.chip;
    wait.launch = minus(from.launch, number(hop.launches));
    wait.part = number(hop.part);
    const std::size_t shared = hop.launches == 0 ? shared_loops(from, operation) : 0;
    for (std::size_t i = 0; i < operation.loops.size(); ++i) {
        if (i < shared) {
            wait.rounds.push_back(i + 1 == shared ? minus(from.rounds[i], number(hop.rounds)) : from.rounds[i]);
            continue;
        }
        const Expr last = minus(substitute(operation.loops[i].to, wait.names(program.n)), number(1));
        wait.rounds.push_back(i == shared ? minus(last, number(hop.inner)) : last);
    }
    return wait;
}

Instance Paths::raise_of(const Instance& from, const Leap& leap, const Expr& chip) const {
    const Program& program = order_.program();
    const Operation& operation = *program.raises[knowledge_.lemmas[leap.lemma].raise].operation;
    Instance raise;
    raise.operation = &operation;
    raise.chip = from.chip;
    raise.launch = plus(from.launch, number(leap.launches));
    raise.part = number(0);
    const std::size_t shared = leap.launches == 0 ? shared_loops(from, operation) : 0;
    for (std::size_t i = 0; i < operation.loops.size(); ++i) {
        if (i < shared) {
            raise.rounds.push_back(i + 1 == shared ? plus(from.rounds[i], number(leap.rounds)) : from.rounds[i]);
            continue;
        }
        const bool innermost = i + 1 == operation.loops.size();
        Expr round = substitute(operation.loops[i].from, raise.names(program.n));
        if (innermost && leap.round == Leap::Round::chip) round = chip;
        if (innermost && leap.round == Leap::Round::distance) round = remainder(minus(chip, from.chip), program.n);
        raise.rounds.push_back(innermost ? plus(round, number(leap.inner)) : round);
    }
    return raise;
}

Paths::Arrival Paths::follow(const Instance& from, const Hop& hop) const {
    const Instance wait = wait_of(from, hop);
    Arrival arrival{both(order_.exists(order_.program().waits[hop.wait], wait), order_.precedes(wait, from)), {}};
    if (fails(arrival.condition)) return arrival;
    const Mapping::Image raise = knowledge_.takes[hop.wait].images(order_, wait)[hop.alternative];
    arrival.condition = both(arrival.condition, raise.condition);
    if (fails(arrival.condition)) return arrival;
    arrival.at = raise.instance;
    arrival.at.part = number(0);
    // What needs this raise is the wait, or stands before it.
    std::vector<Expr> known_by;
    const Lemma& lemma = knowledge_.lemmas[hop.lemma];
    for (const Mapping::Image& needing : lemma.wait.images(order_, arrival.at))
        known_by.push_back(both(needing.condition, both(equal(needing.instance.chip, wait.chip),
                                                        order_.text_before(needing.instance, wait, true))));
    arrival.condition = both(arrival.condition, any_of(known_by));
    return arrival;
}

Paths::Arrival Paths::follow(const Instance& from, const Run& run, const Expr& chip) const {
    const Relay& relay = knowledge_.relays[run.relay];
    if (from.operation == nullptr || from.operation->number != relay.operation) return {number(0), {}};
    const Expr& n = order_.program().n;
    const Expr rounds =
        minus(from.rounds.back(), substitute(from.operation->loops.back().from, from.names(n)));  // since the first
    const Expr ahead = relay.chips < 0 ? minus(from.chip, chip) : minus(chip, from.chip);
    const Expr back = run.to_first ? rounds : remainder(ahead, n);
    Arrival arrival{all_of({order_.exists(from), at_most(number(0), back), at_most(back, rounds)}), from};
    arrival.at.chip = remainder(plus(from.chip, times(number(relay.chips), back)), n);
    arrival.at.rounds.back() = minus(from.rounds.back(), back);
    return arrival;
}

Expr Paths::leads(const Instance& earlier, const Leap& leap, const Instance& later) const {
    const Lemma& lemma = knowledge_.lemmas[leap.lemma];
    const Instance raise = raise_of(earlier, leap, later.chip);
    Expr behind = both(order_.exists(raise), order_.precedes(earlier, raise));
    if (fails(behind)) return behind;
    std::vector<Expr> waits;
    for (const Mapping::Image& needing : lemma.wait.images(order_, raise))
        waits.push_back(both(needing.condition, order_.precedes(needing.instance, later)));
    return both(behind, any_of(waits));
}

Expr Paths::reaches(const Instance& later, const Instance& earlier, const std::vector<Path>& paths) const {
    std::vector<Expr> ways{order_.precedes(earlier, later)};
    for (const Path& path : paths) {
        if (path.size() == 0) continue;
        Expr condition = number(1);
        Instance at = later;
        for (const Path::Step& step : path.steps) {
            const auto* const run = std::get_if<Run>(&step);
            const Arrival arrival = run != nullptr ? follow(at, *run, earlier.chip) : follow(at, std::get<Hop>(step));
            condition = both(condition, arrival.condition);
            if (fails(condition)) break;
            at = arrival.at;
        }
        if (fails(condition)) continue;
        ways.push_back(both(condition, path.leap ? leads(earlier, *path.leap, at) : order_.precedes(earlier, at)));
    }
    return any_of(ways);
}

}  // namespace ringproof::checker::every
