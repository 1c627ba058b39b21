#include "generators/kernel_schedules.h"

#include <optional>

#include "checker/weaken.h"
#include "generators/draws.h"
#include "generators/smaller.h"
#include "model/diagnostic.h"

namespace ringproof::generators {
namespace {

model::Profile draw_profile(const model::Profile& own, Draws& draws) {
    switch (draws.weighted({4, 4, 2})) {
        case 0:
            return own;
        case 1: {
            const auto changes = checker::changes_of(own);
            return changes[static_cast<std::size_t>(draws.below(static_cast<std::int32_t>(changes.size())))].profile;
        }
        default: {
            const auto named = model::named_profiles();
            return named[static_cast<std::size_t>(draws.below(static_cast<std::int32_t>(named.size())))].profile;
        }
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

}  // namespace

rc::Gen<model::Schedule> kernel_schedules(std::span<const model::Kernel> kernels) {
    return [kernels](const rc::Random& random, int) {
        constexpr int tries = 100;
        Draws draws(random);
        for (int i = 0; i < tries; ++i) {
            const auto which = static_cast<std::size_t>(draws.below(static_cast<std::int32_t>(kernels.size())));
            if (auto schedule = draw_schedule(kernels[which], draws))
                return rc::shrinkable::shrinkRecur(std::move(*schedule), smaller);
        }
        throw model::Fault(model::Code::requires_not_met, "no kernel takes any of the sizes that were drawn");
    };
}

}  // namespace ringproof::generators
