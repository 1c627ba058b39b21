#include "generators/checks/again.h"

#include <fmt/format.h>

#include "checker/choose.h"
#include "checker/cross_check.h"
#include "model/json/json.h"

namespace ringproof::generators {

checker::Verdict ask_again(const Trial& trial, const model::Schedule& changed) {
    // Not `choose`, which proves again with an engine of its own what is proved: here rate counts.
    const checker::Question question = question_of(changed, trial.options);
    checker::Verdict verdict;
    for (const checker::Engine& engine : checker::suited(question, trial.engines)) {
        verdict = engine.answer(question);
        if (checker::decided(verdict)) break;
    }
    return verdict;
}

std::string changes_verdict(const Trial& trial, const model::Schedule& changed, std::string_view what) {
    if (!checker::decided(trial.verdict)) return {};
    const std::string difference = checker::contradiction(trial.verdict, ask_again(trial, changed));
    if (difference.empty()) return {};
    return fmt::format("{} changes {}:\n{}", what, difference, model::write_schedule(changed));
}

}  // namespace ringproof::generators
