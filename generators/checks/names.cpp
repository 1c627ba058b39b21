#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "generators/checks/again.h"
#include "model/contract.h"

namespace ringproof::generators {
namespace {

using C = model::Concrete;
using Numbers = std::vector<std::int32_t>;  ///< the new number of each chip

template <class T>
void shuffle(std::vector<T>& list, rc::Random& random) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.next() % i]);
}

void rename(model::Term& term, const Numbers& numbers) {
    std::visit(model::Overloaded{[](model::Atom&) {}, [&](model::Input& input) { input.chip = numbers[input.chip]; },
                                 [&](model::Reduction& reduction) {
                                     for (model::Term& operand : reduction.operands) rename(operand, numbers);
                                 },
                                 [&](model::Application& application) {
                                     for (model::Term& argument : application.arguments) rename(argument, numbers);
                                 }},
               term.node);
}

void rename(std::optional<model::Term>& term, const Numbers& numbers) {
    if (term) rename(*term, numbers);
}

/// What a contract promises of a slot, as a term. A contract speaks of chips by number, so it does not survive other
/// numbers; claims do.
model::Term term_of(const model::Expected& expected, std::int32_t chips) {
    if (const auto* const input = std::get_if<model::Input>(&expected)) return {*input};
    const auto& across = std::get<model::Across>(expected);
    model::Reduction reduction{across.rule, {}};
    for (std::int32_t chip = 0; chip < chips; ++chip)
        reduction.operands.push_back({model::Input{chip, across.buffer, across.index}});
    return {reduction};
}

/// Turns contracts into claims; false where one cannot be.
bool spell_out(model::Schedule& schedule) {
    const model::BufferIndex buffers(schedule);
    std::vector<model::Claim> claims;
    for (const model::Contract& contract : schedule.contracts) {
        if (contract.collective == model::Symbol("barrier")) return false;
        for (std::int32_t chip = 0; chip < schedule.chips; ++chip)
            each_claim(buffers, contract, chip, [&](model::Place place, const model::Expected& expected) {
                claims.push_back({place, term_of(expected, schedule.chips)});
            });
    }
    schedule.contracts.clear();
    schedule.claims.insert(schedule.claims.end(), claims.begin(), claims.end());
    return true;
}

}  // namespace

std::string names_change_nothing(Trial trial) {
    model::Schedule changed = trial.schedule;
    if (!spell_out(changed)) return {};
    Numbers numbers(static_cast<std::size_t>(changed.chips));
    std::iota(numbers.begin(), numbers.end(), 0);
    shuffle(numbers, trial.random);
    for (model::Buffer& buffer : changed.buffers) {
        buffer.chip = numbers[buffer.chip];
        for (std::optional<model::Term>& term : buffer.init) rename(term, numbers);
    }
    for (model::Semaphore& semaphore : changed.semaphores) semaphore.chip = numbers[semaphore.chip];
    for (model::Agent& agent : changed.agents) {
        agent.chip = numbers[agent.chip];
        for (model::Step& step : agent.steps) {
            if (auto* const write = std::get_if<model::Write<C>>(&step.operation)) rename(write->value, numbers);
            if (auto* const read = std::get_if<model::Read<C>>(&step.operation)) rename(read->expect, numbers);
        }
    }
    for (model::Claim& claim : changed.claims) rename(claim.value, numbers);
    shuffle(changed.agents, trial.random);
    return changes_verdict(trial, changed, fmt::format("numbering chips {}", fmt::join(numbers, ", ")));
}

}  // namespace ringproof::generators
