#include "checker/every/path_finder.h"

#include <algorithm>
#include <set>

namespace ringproof::checker::every {
namespace {

constexpr std::size_t most_steps = 4;
constexpr std::size_t most_reached = 1000;

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
            const Instance instance = paths_.wait_of(from, hop);
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
        if (all[i].steps.size() >= most_steps) break;
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
    const Order& order = sample_.order();
    const auto try_out = [&](const Leap& leap) {
        const Lemma& lemma = paths_.knowledge().lemmas[leap.lemma];
        const Instance raise = paths_.raise_of(from, leap, chip);
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
