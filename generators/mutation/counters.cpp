#include <algorithm>
#include <array>
#include <initializer_list>

#include "generators/mutation/expressions.h"
#include "generators/mutation/parts.h"
#include "generators/mutation/slips.h"
#include "model/language/language.h"

/// Waits and signals name the wrong counter, or the wrong amount.
namespace ringproof::generators::mutation {
namespace {

using model::Expr;
using model::Kernel;
using model::OperationForm;
using model::SemaphoreForm;
using model::Signal;
using model::Symbolic;
using model::Wait;
using Counter = Symbolic::Counter;
using AtLeast = model::AtLeast<Symbolic>;
using Raise = model::Raise<Symbolic>;

constexpr auto counters = [](auto& operation, const auto& visit) { each_counter(operation, visit); };
constexpr auto raises = [](auto& operation, const auto& visit) { each_raise(operation, visit); };

constexpr auto waits = [](const OperationForm& form) { return std::holds_alternative<Wait<Symbolic>>(form); };
constexpr auto signals = [](const OperationForm& form) { return std::holds_alternative<Signal<Symbolic>>(form); };
constexpr auto transfers = [](const OperationForm& form) {
    return std::holds_alternative<model::Put<Symbolic>>(form) || std::holds_alternative<model::Get<Symbolic>>(form);
};

/// Of each other semaphore, with the same index where it has several.
std::vector<Counter> of_others(const Kernel& kernel, const Counter& counter) {
    std::vector<Counter> all;
    for (const SemaphoreForm& semaphore : kernel.semaphores) {
        if (semaphore.name == counter.semaphore) continue;
        Counter other = counter;
        other.semaphore = semaphore.name;
        if (is_single(semaphore)) other.index = nullptr;
        all.push_back(std::move(other));
    }
    return all;
}

/// The counters beside it. A semaphore of one counter has none.
std::vector<Counter> beside(const Kernel& kernel, const Counter& counter) {
    const auto declared = std::find_if(kernel.semaphores.begin(), kernel.semaphores.end(),
                                       [&](const SemaphoreForm& form) { return form.name == counter.semaphore; });
    if (declared == kernel.semaphores.end() || is_single(*declared)) return {};
    std::vector<Counter> all(3, counter);
    all[0].index = shifted(counter.index, -1);
    all[1].index = shifted(counter.index, 1);
    all[2].index = next_of(counter.index, declared->size);
    return all;
}

template <const auto& filter>
void other_semaphore(Found& found) {
    vary_parts<Counter>(found, filter, counters,
                        [&](const Counter& counter) { return of_others(found.kernel(), counter); });
}
template <const auto& filter>
void other_index(Found& found) {
    vary_parts<Counter>(found, filter, counters,
                        [&](const Counter& counter) { return beside(found.kernel(), counter); });
}

/// One less and one more, but not the amount that is as good as none.
std::vector<Expr> about(const Expr& amount) {
    std::vector<Expr> all;
    for (const int by : {-1, 1})
        if (Expr other = shifted(amount, by); literal(other) != 0) all.push_back(std::move(other));
    return all;
}

void wait_amount(Found& found) {
    each_operation<Wait<Symbolic>>(found.kernel(), [&](const Spot& spot, const Wait<Symbolic>& wait) {
        const auto become = [&](auto until) {
            found.becomes(spot, OperationForm{Wait<Symbolic>{wait.counter, until}});
        };
        const model::Overloaded cases{
            [&](const AtLeast& until) {
                const auto* const take = std::get_if<Expr>(&until.take);
                // `wait S 2` names the amount once.
                const bool once = take != nullptr && print(*take) == print(until.at_least);
                for (const Expr& amount : about(until.at_least))
                    become(once ? AtLeast{amount, amount} : AtLeast{amount, until.take});
                if (take == nullptr || once) return;
                for (const Expr& amount : about(*take)) become(AtLeast{until.at_least, amount});
            },
            [&](const model::Equals<Symbolic>& until) {
                for (const Expr& amount : about(until.equals)) become(model::Equals<Symbolic>{amount});
            },
            [&](const model::AboveSnapshot<Symbolic>& until) {
                for (const Expr& amount : about(until.above_snapshot)) become(model::AboveSnapshot<Symbolic>{amount});
            },
        };
        std::visit(cases, wait.until);
    });
}

/// It leaves the units where they are.
void takes_nothing(Found& found) {
    each_operation<Wait<Symbolic>>(found.kernel(), [&](const Spot& spot, const Wait<Symbolic>& wait) {
        if (const auto* const until = std::get_if<AtLeast>(&wait.until))
            found.becomes(spot,
                          OperationForm{Wait<Symbolic>{wait.counter, AtLeast{until->at_least, Symbolic::zero()}}});
    });
}

void signal_amount(Found& found) {
    each_operation<Signal<Symbolic>>(found.kernel(), [&](const Spot& spot, Signal<Symbolic> signal) {
        const auto old = signal.effect;
        const model::Overloaded cases{
            [&](const model::Add<Symbolic>& effect) {
                for (const Expr& amount : about(effect.add)) {
                    signal.effect = model::Add<Symbolic>{amount};
                    found.becomes(spot, OperationForm{signal});
                }
            },
            [&](const model::Assign<Symbolic>& effect) {
                for (const Expr& amount : about(effect.set)) {
                    signal.effect = model::Assign<Symbolic>{amount};
                    found.becomes(spot, OperationForm{signal});
                }
            },
        };
        std::visit(cases, old);
    });
}

void signal_effect(Found& found) {
    each_operation<Signal<Symbolic>>(found.kernel(), [&](const Spot& spot, Signal<Symbolic> signal) {
        if (const auto* const add = std::get_if<model::Add<Symbolic>>(&signal.effect))
            signal.effect = model::Assign<Symbolic>{Expr(add->add)};
        else
            signal.effect = model::Add<Symbolic>{Expr(std::get<model::Assign<Symbolic>>(signal.effect).set)};
        found.becomes(spot, OperationForm{std::move(signal)});
    });
}

void signal_direction(Found& found) {
    vary_parts<Counter>(found, signals, counters, [](const Counter& counter) {
        std::vector<Counter> all;
        for (const Expr& chip : mirrored(counter.chip)) {
            all.push_back(counter);
            all.back().chip = chip;
        }
        return all;
    });
}

void raise_amount(Found& found) {
    vary_parts<Raise>(found, transfers, raises, [](const Raise& raise) {
        std::vector<Raise> all;
        for (const Expr& amount : about(raise.add)) all.push_back({raise.counter, amount});
        return all;
    });
}

constexpr std::array counter_slips{
    Slip{"wait for another amount", "So many units come in any case, and nothing is left over.", wait_amount},
    Slip{"wait that takes nothing", "What it leaves behind nobody counts.", takes_nothing},
    Slip{"wait on another semaphore", "That semaphore says the same.", other_semaphore<waits>},
    Slip{"wait on the counter beside", "That counter says the same.", other_index<waits>},
    Slip{"signal of another amount", "Nobody minds the amount.", signal_amount},
    Slip{"signal sets for adds, or adds for sets", "The counter is always empty when the signal arrives.",
         signal_effect},
    Slip{"signal to another semaphore", "That semaphore says the same.", other_semaphore<signals>},
    Slip{"signal to the counter beside", "That counter says the same.", other_index<signals>},
    Slip{"signal in the other direction", "From that side it says the same.", signal_direction},
    Slip{"transfer raises another amount", "Nobody minds the amount.", raise_amount},
    Slip{"transfer raises another semaphore", "That semaphore says the same.", other_semaphore<transfers>},
    Slip{"transfer raises the counter beside", "That counter says the same.", other_index<transfers>},
};

}  // namespace

std::span<const Slip> slips_of_counters() { return counter_slips; }

}  // namespace ringproof::generators::mutation
