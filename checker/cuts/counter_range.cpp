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
            const bool at_end = k == counter.waits.size();
            const std::int64_t taken = at_end ? counter.takes : counter.taken[k];
            const std::int64_t width = taken + *schedule.profile.counter_values - counter.init;
            std::vector<smt::Literal> assumptions{inquiry.reaches(counter, width)};
            if (!at_end) assumptions.push_back(!inquiry.formula().in(counter.waits[k]));
            const auto holds = [&](const model::Cut& cut) {
                return raised(counter, cut) >= width && (at_end || !cut.has[counter.waits[k]]);
            };
            if (!inquiry.violated(
                    fmt::format("{} passes its width before its wait {}", schedule.text(*counter.counter), k),
                    assumptions, holds))
                continue;
            model::Finding finding{};
            finding.code = model::Code::counter_width;
            finding.counter = counter.counter;
            // On the way there another counter may pass its width, and the machine goes another way: that is the one to
            // show.
            return inquiry.show(finding, inquiry.found(), raises_up_to(counter, inquiry.found(), width), {},
                                [](const model::Finding& seen) { return seen.code == model::Code::counter_width; });
        }
    }
}

}  // namespace ringproof::checker
