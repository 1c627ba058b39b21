#include "checker/explanation.h"

#include <algorithm>
#include <optional>

#include "checker/story/recipe.h"
#include "checker/story/stories.h"
#include "checker/story/words.h"

namespace ringproof::checker {

using namespace model;

namespace {

Remarks remarks_of(const Case& told) {
    switch (told.finding().code) {
        case Code::deadlock:
            return deadlock_remarks(told);
        case Code::uninitialised:
            return uninitialised_remarks(told);
        case Code::wrong_result:
            return result_remarks(told);
        case Code::dirty_counter:
        case Code::counter_width:
            return counter_remarks(told);
        case Code::not_entered:
        case Code::left_already:
        case Code::still_in_flight:
        case Code::barrier_passed:
            return boundary_remarks(told);
        default:
            return told.finding().first && told.finding().second ? race_remarks(told) : Remarks{};
    }
}

}  // namespace

Explanation explain(const Schedule& schedule, const Counterexample& counterexample) {
    std::int32_t launches = std::max(schedule.launches, counterexample.finding.event.launch + 1);
    for (const Event& event : counterexample.trace) launches = std::max(launches, event.launch + 1);
    std::optional<ForcedOrder> order;
    // Past its width a counter means something else; that none gets there is known of verdicts only.
    const bool may_wrap = schedule.profile.counter_values && counterexample.trace.empty();
    if (!may_wrap && ForcedOrder::suits(schedule, launches)) order.emplace(schedule, launches);
    const Case told{schedule, counterexample, launches,
                    launches > 1 && (several_launches(counterexample.trace) || counterexample.trace.empty()),
                    order ? &*order : nullptr};
    Explanation explanation;
    explanation.remarks = remarks_of(told);
    if (!counterexample.trace.empty() && ForcedOrder::is_small(schedule, launches))
        add_recipe(explanation, schedule, counterexample, told.order);
    return explanation;
}

}  // namespace ringproof::checker
