#include "checker/every/progress.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "checker/every/alignment.h"

namespace ringproof::checker::every {
namespace {

/// Ways to put all events in an order in which each agent's text goes on: by launches, then chips one after the other
/// in one direction or all at once, then step by step.
struct Sequence {
    std::string_view name;
    int chips;  ///< 1: upwards, -1: downwards, 0: all at once
};
constexpr Sequence sequences[] = {{"in an earlier step", 0},
                                  {"by a chip of a lower number, or earlier by the same", 1},
                                  {"by a chip of a higher number, or earlier by the same", -1}};

Expr is_lower(const Order& order, const Alignment& steps, const Sequence& sequence, const Instance& left,
              const Instance& right) {
    if (sequence.chips == 0 && steps.found()) return steps.lower(order, left, right);
    Expr before = order.text_before(left, right, false);
    if (sequence.chips == 0) return before;
    const Expr chips = sequence.chips > 0 ? less(left.chip, right.chip) : less(right.chip, left.chip);
    return either(less(left.launch, right.launch),
                  both(equal(left.launch, right.launch), either(chips, both(equal(left.chip, right.chip), before))));
}

/// Agents go on in that order, though it is not the one of their texts.
bool go_on(Proof& proof, const Alignment& steps) {
    const auto& pairs = steps.against_text();
    return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        const Instance first = Family(*pair.first).any(""), second = Family(*pair.second).any("'");
        std::vector<Expr> both_there{proof.order().exists(first), proof.order().exists(second),
                                     equal(first.chip, second.chip), equal(first.launch, second.launch)};
        const auto &one = pair.first->path, &other = pair.second->path;
        for (std::size_t i = 0; one[i] == other[i]; ++i) both_there.push_back(equal(first.rounds[i], second.rounds[i]));
        return proof.follows(
            "deadlock", fmt::format("no chip comes to both {} and {}", text_of(*pair.first), text_of(*pair.second)),
            all_of(both_there), number(0));
    });
}

}  // namespace

void show_progress(Proof& proof, const Knowledge& knowledge) {
    const Order& order = proof.order();
    const Alignment steps(proof.program(), proof.samples());
    const std::size_t before = proof.steps().size();
    std::optional<NotProved> first;
    for (const Sequence& sequence : sequences) {
        const auto is_met = [&](const Wait& wait) {
            const Instance unit = Family(wait).any("");
            std::vector<Expr> lower;
            for (const Mapping::Image& image : knowledge.takes[wait.number].images(order, unit))
                lower.push_back(
                    either(negated(image.condition), is_lower(order, steps, sequence, image.instance, unit)));
            return proof.follows("deadlock",
                                 fmt::format("what {} waits for is issued {}", text_of(*wait.operation), sequence.name),
                                 order.exists(wait, unit), all_of(lower));
        };
        const auto& waits = proof.program().waits;
        const bool in_steps = sequence.chips == 0 && steps.found();
        if ((!in_steps || go_on(proof, steps)) && std::all_of(waits.begin(), waits.end(), is_met)) return;
        if (!first) first = proof.last();
        proof.forget(before);
    }
    throw NotProved(*first);
}

}  // namespace ringproof::checker::every
