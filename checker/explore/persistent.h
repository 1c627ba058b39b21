#pragma once

#include <vector>

#include "checker/explore/ahead.h"

namespace ringproof::checker {

/// Chooses at each state events that are enough to go on with: a persistent set, of as few events as it finds
/// (specs/semantics.md section 5.12).
class PersistentSets {
public:
    /// `touches` and its schedule must outlive it.
    PersistentSets(const model::Schedule& schedule, std::int32_t launches, const Touches& touches)
        : ahead_(schedule, launches, touches) {}

    /// Events that are enabled at the machine's state; none if none is.
    std::vector<model::Event> choose(const model::Machine& machine);

private:
    Ahead ahead_;
};

}  // namespace ringproof::checker
