#include <algorithm>

#include <fmt/format.h>

#include "checker/story/stories.h"
#include "checker/story/words.h"

namespace ringproof::checker {

using namespace model;

std::optional<Remark> not_enough(const Case& told, const Event& event, const std::function<bool(Counter)>& concerns,
                                 const std::function<bool(const Event&)>& is_missing) {
    const Schedule& schedule = told.schedule;
    const Trace& trace = told.counterexample.trace;
    const auto end = std::find(trace.begin(), trace.end(), event) - trace.begin();
    const auto of_whom = [&](const Event& other) {
        return is_environment(event.moment) ? chip_of(schedule, other) == chip_of(schedule, event)
                                            : other.who == event.who;
    };
    for (auto at = end; at-- > 0;) {
        const Event& wait = trace[at];
        if (wait.moment != Moment::wait || !of_whom(wait)) continue;
        const Counter counter = std::get<Wait<Concrete>>(operation_of(schedule, wait)).counter;
        if (!concerns(counter)) continue;
        const bool each_launch = schedule.life_of(counter.semaphore) == Life::launch;
        if (each_launch && wait.launch != event.launch) continue;
        for (auto i = at; i-- > 0;) {
            const Event& raise = trace[i];
            if (raised_by(schedule, raise) != counter || is_missing(raise)) continue;
            if (each_launch && raise.launch != wait.launch) continue;
            return Remark{fmt::format("The wait of {} for {} is not enough: here {} and meets it.",
                                      actor_and_line(schedule, wait, told.several), schedule.name_of(counter),
                                      happens(schedule, raise, told.several)),
                          {wait, raise},
                          0,
                          false};
        }
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace ringproof::checker
