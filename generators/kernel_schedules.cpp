#include "generators/kernel_schedules.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "checker/weaken.h"
#include "generators/draws.h"
#include "generators/mutation/mutation.h"
#include "generators/smaller.h"
#include "model/diagnostic.h"

namespace ringproof::generators {
namespace {

template <class List>
const auto& one_of(const List& list, Draws& draws) {
    return list[static_cast<std::size_t>(draws.below(static_cast<std::int32_t>(std::size(list))))];
}

model::Profile draw_profile(const model::Profile& own, Draws& draws) {
    switch (draws.weighted({4, 4, 2})) {
        case 0:
            return own;
        case 1: {
            const auto changes = checker::changes_of(own);
            return one_of(changes, draws).profile;
        }
        default:
            return one_of(model::named_profiles(), draws).profile;
    }
}

/// None where the kernel does not take what was drawn.
std::optional<model::Schedule> draw_schedule(const model::Kernel& kernel, Draws& draws) {
    constexpr std::int64_t operations = 2'000;
    model::Settings settings;
    for (const model::Parameter& parameter : kernel.parameters)
        settings[parameter.name] = parameter.value + draws.weighted({1, 4, 1}) - 1;
    model::Limits limits;
    limits.operations = operations;
    try {
        model::Schedule schedule = instantiate(kernel, 2 + draws.weighted({4, 3, 2, 1}), settings, limits);
        schedule.launches = 1 + draws.below(2);
        const model::Profile own = schedule.profile;
        schedule.profile = draw_profile(own, draws);
        if (!is_valid(schedule)) schedule.profile = own;
        return schedule;
    } catch (const model::Fault&) {
        return std::nullopt;
    }
}

/// What `draw` makes of random draws, until it makes something.
template <class Draw>
rc::Gen<model::Schedule> until_drawn(Draw draw) {
    return [draw](const rc::Random& random, int) {
        constexpr int tries = 100;
        Draws draws(random);
        for (int i = 0; i < tries; ++i)
            if (std::optional<model::Schedule> schedule = draw(draws))
                return rc::shrinkable::shrinkRecur(std::move(*schedule), &smaller);
        throw model::Fault(model::Code::requires_not_met, "no kernel takes any of the sizes that were drawn");
    };
}

}  // namespace

rc::Gen<model::Schedule> kernel_schedules(std::span<const model::Kernel> kernels) {
    return until_drawn([kernels](Draws& draws) { return draw_schedule(one_of(kernels, draws), draws); });
}

rc::Gen<model::Schedule> mutant_schedules(std::span<const model::Kernel> kernels) {
    struct Slips {
        const model::Kernel* kernel;
        std::vector<mutation::Edit> edits;
    };
    const auto all = std::make_shared<std::vector<Slips>>();
    for (const model::Kernel& kernel : kernels) {
        std::vector<mutation::Edit> found = mutation::edits(kernel);
        if (!found.empty()) all->push_back({&kernel, std::move(found)});
    }
    if (all->empty()) return kernel_schedules(kernels);
    return until_drawn([all](Draws& draws) {
        const Slips& slips = one_of(*all, draws);
        return draw_schedule(mutation::made(*slips.kernel, one_of(slips.edits, draws)), draws);
    });
}

}  // namespace ringproof::generators
