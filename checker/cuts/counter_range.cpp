#include <fmt/format.h>

#include "checker/cuts/properties.h"

namespace ringproof::checker {

void ask_counter_range(Inquiry& inquiry) {
    const model::Schedule& schedule = inquiry.schedule();
    if (!schedule.profile.counter_values) return;
    for (const auto& counter : inquiry.graph().counters()) {
        if (!counter.counter) continue;
        // A counter is largest just before one of its waits takes, or at the end.
        for (std::size_t k = 0; k <= counter.waits.size(); ++k) {
            const model::EventId wait = k == counter.waits.size() ? model::no_event : counter.waits[k];
            const std::int64_t units = units_past_width(schedule, counter, wait);
            std::vector<smt::Literal> assumptions{inquiry.reaches(counter, units)};
            if (wait != model::no_event) assumptions.push_back(!inquiry.formula().in(wait));
            const auto holds = [&](const model::Cut& cut) {
                return raised(counter, cut) >= units && (wait == model::no_event || !cut.has[wait]);
            };
            if (inquiry.violated(
                    fmt::format("{} passes its width before its wait {}", schedule.text(*counter.counter), k),
                    assumptions, holds))
                return inquiry.showing().counter_width(counter, wait);
        }
    }
}

}  // namespace ringproof::checker
