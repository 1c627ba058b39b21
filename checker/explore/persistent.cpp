#include "checker/explore/persistent.h"

#include <optional>
#include <utility>

namespace ringproof::checker {

using model::Event;

std::vector<Event> PersistentSets::choose(const model::Machine& machine) {
    ahead_.look_at(machine);
    std::vector<Event> enabled = ahead_.enabled();
    if (enabled.size() <= 1) return enabled;
    for (const Event& event : enabled)
        if (ahead_.commutes_with_all(event)) return {event};
    std::vector<Event> best = enabled;
    for (const Event& seed : enabled) {
        std::vector<Event> held{seed};
        while (held.size() < best.size()) {
            const std::optional<Event> more = ahead_.clash(held);
            if (!more) break;
            held.push_back(*more);
        }
        if (held.size() < best.size()) best = std::move(held);
        if (best.size() == 1) break;
    }
    return best;
}

}  // namespace ringproof::checker
