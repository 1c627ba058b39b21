#include "model/shape.h"

#include "model/evaluate.h"

namespace ringproof::model {
namespace {

/// Two expressions in the head of a kernel.
constexpr std::int64_t most_steps = 1'000'000;

}  // namespace

std::optional<Grid> shape_of(const Kernel& kernel, std::int64_t n, const Settings& settings) {
    if (!kernel.torus) return std::nullopt;
    Evaluator evaluator(kernel, n, most_steps);
    for (const Parameter& parameter : kernel.parameters) {
        const auto setting = settings.find(parameter.name);
        evaluator.set(evaluator.slot(parameter.name), setting == settings.end() ? parameter.value : setting->second);
    }
    return Grid{static_cast<std::int32_t>(evaluator.evaluate(kernel.torus->rows)),
                static_cast<std::int32_t>(evaluator.evaluate(kernel.torus->columns))};
}

}  // namespace ringproof::model
