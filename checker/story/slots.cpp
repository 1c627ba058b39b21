#include "checker/story/slots.h"

#include <algorithm>

#include <fmt/format.h>

#include "checker/story/words.h"
#include "model/footprint.h"

namespace ringproof::checker {

using namespace model;

namespace {

bool stores(const Schedule& schedule, const Event& event, Place place) {
    if (event.moment != Moment::land && event.moment != Moment::end) return false;
    bool found = false;
    each_access(operation_of(schedule, event),
                [&](Place touched, Mode mode, End) { found |= mode != Mode::read && touched == place; });
    return found;
}

}  // namespace

std::optional<Event> last_store(const Schedule& schedule, const Trace& trace, Place place) {
    const auto found =
        std::find_if(trace.rbegin(), trace.rend(), [&](const Event& event) { return stores(schedule, event, place); });
    return found == trace.rend() ? std::nullopt : std::optional(*found);
}

std::string why_empty(const Schedule& schedule, const Trace& trace, Place place, std::int32_t launch, bool several) {
    const auto last = last_store(schedule, trace, place);
    const bool made_anew = !schedule.memory_is_global() && !is_input(schedule.buffers[place.buffer].role);
    if (!last) return "nothing has written it";
    if (made_anew && last->launch < launch)
        return fmt::format("it is made anew by launch {}, and nothing has written it since", launch);
    return fmt::format("{}, and has left it so", has_happened(schedule, *last, several));
}

}  // namespace ringproof::checker
