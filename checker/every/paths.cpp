#include "checker/every/paths.h"

#include <algorithm>
#include <set>

namespace ringproof::checker::every {
namespace {

constexpr std::size_t most_hops = 4;
constexpr std::size_t most_reached = 1000;

/// The instance of a wait that a hop goes to.
Instance picked(const Program& program, const Instance& from, const Hop& hop) {
    const Operation& operation = *program.waits[hop.wait].operation;
    Instance wait;
    wait.operation = &operation;
    wait.chip = from.chip;
    wait.launch = minus(from.launch, number(hop.launches));
    wait.part = number(hop.part);
    std::size_t shared = 0;
    if (hop.launches == 0 && from.operation != nullptr && from.operation->agent == operation.agent)
        while (shared + 1 < from.operation->path.size() && shared + 1 < operation.path.size() &&
               from.operation->path[shared] == operation.path[shared])
            ++shared;
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

std::vector<std::int64_t> key_of(const Instance& instance) {
    std::vector<std::int64_t> key{
        instance.rank, instance.operation != nullptr ? static_cast<std::int64_t>(instance.operation->number) : -1};
    for (const Expr& each : instance.numbers()) key.push_back(known(each).value());
    return key;
}

}  // namespace

Paths::Arrival Paths::follow(const Instance& from, const Hop& hop) const {
    const Instance wait = picked(order_.program(), from, hop);
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

Expr Paths::reaches(const Instance& later, const Instance& earlier, const std::vector<Path>& paths) const {
    std::vector<Expr> ways{order_.precedes(earlier, later)};
    for (const Path& path : paths) {
        if (path.empty()) continue;
        Expr condition = number(1);
        Instance at = later;
        for (const Hop& hop : path) {
            const Arrival arrival = follow(at, hop);
            condition = both(condition, arrival.condition);
            if (fails(condition)) break;
            at = arrival.at;
        }
        if (!fails(condition)) ways.push_back(both(condition, order_.precedes(earlier, at)));
    }
    return any_of(ways);
}

const std::vector<std::pair<Hop, Instance>>& PathFinder::next(const Instance& from) {
    const auto [known_before, is_new] = next_.try_emplace(key_of(from));
    auto& found = known_before->second;
    if (!is_new) return found;
    const Program& program = sample_.program();
    const Knowledge& knowledge = paths_.knowledge();
    for (std::size_t wait = 0; wait < program.waits.size(); ++wait) {
        const Wait& waited = program.waits[wait];
        Hop hop;
        hop.wait = wait;
        const auto is_there = [&] {
            const Instance instance = picked(program, from, hop);
            return holds(both(sample_.order().exists(waited, instance), sample_.order().precedes(instance, from)));
        };
        const auto latest = [&] {
            for (hop.launches = 0; hop.launches < 2; ++hop.launches)
                for (hop.rounds = 0; hop.rounds < 4; ++hop.rounds)
                    for (hop.inner = 0; hop.inner < 4; ++hop.inner)
                        if (is_there()) return true;
            return false;
        };
        if (!latest()) continue;
        for (hop.part = 0; hop.part < 4 && is_there(); ++hop.part)
            for (hop.alternative = 0; hop.alternative < knowledge.takes[wait].alternatives.size(); ++hop.alternative)
                for (hop.lemma = 0; hop.lemma < knowledge.lemmas.size(); ++hop.lemma) {
                    if (knowledge.lemmas[hop.lemma].raise != knowledge.takes[wait].alternatives[hop.alternative].to)
                        continue;
                    const Paths::Arrival arrival = paths_.follow(from, hop);
                    if (!holds(arrival.condition)) continue;
                    found.emplace_back(hop, arrival.at);
                    break;
                }
    }
    return found;
}

const std::vector<PathFinder::Reached>& PathFinder::reached(const Instance& from) {
    const auto [known_before, is_new] = reached_.try_emplace(key_of(from));
    auto& all = known_before->second;
    if (!is_new) return all;
    std::set<std::vector<std::int64_t>> seen{key_of(from)};
    all.push_back({from, {}});
    for (std::size_t i = 0; i < all.size() && all.size() < most_reached; ++i) {
        if (all[i].path.size() >= most_hops) break;
        const Instance at = all[i].at;
        for (const auto& [hop, instance] : next(at)) {
            if (!seen.insert(key_of(instance)).second) continue;
            Path path = all[i].path;
            path.push_back(hop);
            all.push_back({instance, std::move(path)});
        }
    }
    return all;
}

const Path* PathFinder::find(const Instance& later, const Instance& earlier) {
    for (const Reached& place : reached(later))
        if (holds(sample_.order().precedes(earlier, place.at))) return &place.path;
    return nullptr;
}

bool PathFinder::is_along(const Instance& later, const Instance& earlier, const Path& path) {
    return holds(paths_.reaches(later, earlier, {path}));
}

}  // namespace ringproof::checker::every
