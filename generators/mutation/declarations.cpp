#include <array>

#include <fmt/format.h>

#include "generators/mutation/expressions.h"
#include "generators/mutation/parts.h"
#include "generators/mutation/slips.h"
#include "model/language/language.h"

/// Too few counters and too few slots.
namespace ringproof::generators::mutation {
namespace {

using model::Kernel;
using model::SemaphoreForm;
using model::Symbol;
using Counter = model::Symbolic::Counter;

/// All counters of semaphore `from` become those of `to`, without an index if that has one only.
void rename(model::Block& block, Symbol from, Symbol to, bool single) {
    const auto counter = [&](Counter& form) {
        if (form.semaphore != from) return;
        form.semaphore = to;
        if (single) form.index = nullptr;
    };
    const model::Overloaded cases{
        [](model::Let&) {},
        [&](model::For& loop) { rename(loop.body, from, to, single); },
        [&](model::If& branch) {
            rename(branch.then, from, to, single);
            rename(branch.otherwise, from, to, single);
        },
        [&](model::OperationForm& form) { std::visit([&](auto& op) { each_counter(op, counter); }, form); },
    };
    for (model::Statement& statement : block) std::visit(cases, statement.node);
}
void rename(Kernel& kernel, Symbol from, Symbol to, bool single) {
    for (model::AgentForm& agent : kernel.agents) rename(agent.body, from, to, single);
}

void one_counter(Found& found) {
    const auto& semaphores = found.kernel().semaphores;
    for (std::size_t i = 0; i < semaphores.size(); ++i) {
        if (is_single(semaphores[i])) continue;
        found.add(semaphores[i].where, fmt::format("one counter for all of '{}'", semaphores[i].name.text()),
                  [i](Kernel& kernel) {
                      SemaphoreForm& semaphore = kernel.semaphores.at(i);
                      semaphore.size = number(1);
                      rename(kernel, semaphore.name, semaphore.name, true);
                  });
    }
}

void merged(Found& found) {
    const auto& semaphores = found.kernel().semaphores;
    for (std::size_t i = 0; i < semaphores.size(); ++i)
        for (std::size_t j = i + 1; j < semaphores.size(); ++j) {
            const SemaphoreForm &one = semaphores[i], &other = semaphores[j];
            const bool same_size = print(one.size) == print(other.size);
            if (one.life != other.life || (!same_size && !is_single(one) && !is_single(other))) continue;
            // A single counter takes in an array, not the other way round: that would be a wrong index only.
            const std::size_t stays = !is_single(one) && is_single(other) ? j : i, goes = stays == i ? j : i;
            found.add(semaphores[goes].where,
                      fmt::format("'{}' does the work of '{}' too", semaphores[stays].name.text(),
                                  semaphores[goes].name.text()),
                      [stays, goes](Kernel& kernel) {
                          const SemaphoreForm& kept = kernel.semaphores.at(stays);
                          rename(kernel, kernel.semaphores.at(goes).name, kept.name, is_single(kept));
                          kernel.semaphores.erase(kernel.semaphores.begin() + static_cast<std::ptrdiff_t>(goes));
                      });
        }
}

template <auto list>
void one_fewer(Found& found) {
    const auto& forms = found.kernel().*list;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const model::Expr fewer = shifted(forms[i].size, -1);
        if (literal(fewer) == 0) continue;
        found.add(forms[i].where, fmt::format("'{}[{}]' only", forms[i].name.text(), print(fewer)),
                  [i, fewer](Kernel& kernel) { (kernel.*list).at(i).size = fewer; });
    }
}

void parameter(Found& found) {
    const auto& parameters = found.kernel().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].value > 1)
            found.add(parameters[i].where, fmt::format("'{} = {}'", parameters[i].name, parameters[i].value - 1),
                      [i](Kernel& kernel) { --kernel.parameters.at(i).value; });
}

constexpr std::array declaration_slips{
    Slip{"one counter for several", "One counter is enough: what it counts comes in order, or in full.", one_counter},
    Slip{"two semaphores merged", "One is enough: what they count cannot be confused.", merged},
    Slip{"one counter fewer", "There are more counters than needed.", one_fewer<&Kernel::semaphores>},
    Slip{"one slot fewer", "There are more slots than needed.", one_fewer<&Kernel::buffers>},
    Slip{"parameter one less", "The kernel is right with that value as well.", parameter},
};

}  // namespace

std::span<const Slip> slips_of_declarations() { return declaration_slips; }

}  // namespace ringproof::generators::mutation
