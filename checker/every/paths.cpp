#include "checker/every/paths.h"

#include <algorithm>
#include <set>

namespace ringproof::checker::every {
namespace {

constexpr std::size_t most_hops = 4;
constexpr std::size_t most_reached = 1000;

/// How many loops two operations of one agent's text share; `from` may be of the environment.
std::size_t shared_loops(const Instance& from, const Operation& operation) {
    std::size_t shared = 0;
    if (from.operation != nullptr && from.operation->agent == operation.agent)
        while (shared + 1 < from.operation->path.size() && shared + 1 < operation.path.size() &&
               from.operation->path[shared] == operation.path[shared])
            ++shared;
    return shared;
}

/// The instance of a wait that a hop goes to.
Instance picked(const Program& program, const Instance& from, const Hop& hop) {
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

/// The instance of a raise that a leap to that chip takes.
Instance picked(const Program& program, const Instance& from, const Leap& leap, const Operation& operation,
                const Expr& chip) {
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

/// Whether a wait's text asks for a number of units that is not written out: on more chips there may be more of them.
bool counts(const Wait& wait) {
    const auto& until = std::get<model::Wait<model::Symbolic>>(*wait.operation->form).until;
    std::set<std::string> names;
    collect_variables(std::get<model::AtLeast<model::Symbolic>>(until).at_least, names);
    return !names.empty();
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
    const Program& program = order_.program();
    const Instance raise = picked(program, earlier, leap, *program.raises[lemma.raise].operation, later.chip);
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

std::vector<PathFinder::Reached> PathFinder::runs(const Reached& from) const {
    std::vector<Reached> found;
    const auto& relays = paths_.knowledge().relays;
    for (std::size_t relay = 0; relay < relays.size(); ++relay) {
        if (from.at.operation == nullptr || from.at.operation->number != relays[relay].operation) continue;
        const auto add = [&](const Run& run, const Expr& chip) {
            const Paths::Arrival arrival = paths_.follow(from.at, run, chip);
            if (!holds(arrival.condition)) return;
            found.push_back({arrival.at, from.steps, from.by_number, true, !run.to_first});
            found.back().steps.emplace_back(run);
        };
        add({relay, true}, from.at.chip);
        for (std::int64_t chip = 0; chip < sample_.n(); ++chip) add({relay, false}, number(chip));
    }
    return found;
}

const std::vector<PathFinder::Reached>& PathFinder::reached(const Instance& from) {
    const auto [known_before, is_new] = reached_.try_emplace(key_of(from));
    auto& all = known_before->second;
    if (!is_new) return all;
    std::set<std::pair<bool, std::vector<std::int64_t>>> seen{{false, key_of(from)}};
    const auto add = [&](Reached place) {
        if (seen.emplace(place.aimed, key_of(place.at)).second) all.push_back(std::move(place));
    };
    all.push_back({from, {}});
    for (std::size_t i = 0; i < all.size() && all.size() < most_reached; ++i) {
        if (all[i].steps.size() >= most_hops) break;
        if (all[i].aimed) continue;
        const Reached here = all[i];
        for (Reached& place : runs(here)) add(std::move(place));
        for (const auto& [hop, instance] : next(here.at)) {
            Reached place{instance, here.steps, here.by_number || counts(sample_.program().waits[hop.wait]),
                          here.by_run};
            place.steps.emplace_back(hop);
            add(std::move(place));
        }
    }
    return all;
}

std::optional<Relay> PathFinder::find_relay(std::size_t operation) {
    const Program& program = sample_.program();
    const Operation& here = program.operations[operation];
    const auto leads = [&](const Instance& from, const Relay& relay) {
        const Paths::Arrival arrival = paths_.follow(from, relay.hop);
        if (!holds(arrival.condition) || arrival.at.operation != from.operation) return false;
        Instance wanted = from;
        wanted.chip = remainder(plus(from.chip, number(relay.chips)), program.n);
        wanted.rounds.back() = minus(from.rounds.back(), number(1));
        return holds(sample_.order().same(arrival.at, wanted));
    };
    std::vector<Instance> all;
    for (const Numbers& numbers : sample_.instances(operation)) {
        const Instance instance = Family(here).first_part(numbers);
        const Expr first = substitute(here.loops.back().from, instance.names(program.n));
        if (holds(less(first, instance.rounds.back()))) all.push_back(instance);
    }
    if (all.empty()) return std::nullopt;
    for (const auto& [hop, instance] : next(all.front()))
        for (const int chips : {-1, 1}) {
            const Relay relay{operation, hop, chips};
            if (std::all_of(all.begin(), all.end(), [&](const Instance& each) { return leads(each, relay); }))
                return relay;
        }
    return std::nullopt;
}

const std::vector<std::pair<Leap, Instance>>& PathFinder::leaps(const Instance& from, const Expr& chip) {
    auto key = key_of(from);
    key.push_back(known(chip).value());
    const auto [known_before, is_new] = leaps_.try_emplace(std::move(key));
    auto& found = known_before->second;
    if (!is_new) return found;
    const Program& program = sample_.program();
    const Order& order = sample_.order();
    const auto try_out = [&](const Leap& leap) {
        const Lemma& lemma = paths_.knowledge().lemmas[leap.lemma];
        const Instance raise = picked(program, from, leap, *program.raises[lemma.raise].operation, chip);
        if (!holds(both(order.exists(raise), order.precedes(from, raise)))) return;
        for (const Mapping::Image& needing : lemma.wait.images(order, raise))
            if (holds(both(needing.condition, equal(needing.instance.chip, chip))))
                found.emplace_back(leap, needing.instance);
    };
    // Those first that speak of the other chip: on few chips others may do as well by chance.
    using Round = Leap::Round;
    constexpr std::pair<Round, std::int32_t> tried[] = {{Round::distance, 0},  {Round::chip, 0},     {Round::first, 0},
                                                        {Round::first, 1},     {Round::distance, 1}, {Round::chip, 1},
                                                        {Round::distance, -1}, {Round::chip, -1}};
    for (const auto& [round, inner] : tried)
        for (std::size_t lemma = 0; lemma < paths_.knowledge().lemmas.size(); ++lemma)
            for (const auto& [launches, rounds] : {std::pair{0, 0}, {0, 1}, {1, 0}})
                try_out({lemma, launches, rounds, round, inner});
    return found;
}

std::optional<Path> PathFinder::find(const Instance& later, const Instance& earlier) {
    const std::vector<Reached>& places = reached(later);
    if (holds(sample_.order().precedes(earlier, later))) return Path{};
    struct Kind {
        bool by_number, by_run;
    };
    for (const Kind kind : {Kind{false, true}, Kind{false, false}, Kind{true, true}, Kind{true, false}}) {
        const auto is_tried = [&](const Reached& place) {
            return place.by_number == kind.by_number && place.by_run == kind.by_run &&
                   (!place.aimed || known(place.at.chip) == known(earlier.chip));
        };
        for (const Reached& place : places)
            if (is_tried(place) && holds(sample_.order().precedes(earlier, place.at)))
                return Path{place.steps, std::nullopt};
        for (const Reached& place : places) {
            if (!is_tried(place)) continue;
            for (const auto& [leap, wait] : leaps(earlier, place.at.chip))
                if (holds(sample_.order().precedes(wait, place.at))) return Path{place.steps, leap};
        }
    }
    return std::nullopt;
}

bool PathFinder::is_along(const Instance& later, const Instance& earlier, const Path& path) {
    return holds(paths_.reaches(later, earlier, {path}));
}

}  // namespace ringproof::checker::every
