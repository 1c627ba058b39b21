#pragma once

#include <array>
#include <string>
#include <string_view>

#include "generators/ring/plan.h"

/// Names in schedules of ring plans, interned once: interning takes a lock.
namespace ringproof::generators {

using RingNames = std::array<model::Symbol, RingPlan::most_rings>;

/// The name in each ring: `x`, `x2`, `x3`.
inline RingNames each_ring(std::string_view stem) {
    RingNames names;
    for (std::size_t ring = 0; ring < names.size(); ++ring)
        names[ring] = model::Symbol(std::string(stem) + (ring == 0 ? "" : std::to_string(ring + 1)));
    return names;
}

inline const RingNames& in_names() {
    static const RingNames names = each_ring("x");
    return names;
}
inline const RingNames& out_names() {
    static const RingNames names = each_ring("out");
    return names;
}
inline const RingNames& landing_names() {
    static const RingNames names = each_ring("received");
    return names;
}

/// The rule as files spell it. Assumes one that reduces.
inline model::Symbol rule_name(HopRule rule) {
    static const model::Symbol add("add"), max("max"), compose("compose");
    return rule == HopRule::max ? max : rule == HopRule::compose ? compose : add;
}

inline model::Symbol user_label() {
    static const model::Symbol label("mix");
    return label;
}

}  // namespace ringproof::generators
