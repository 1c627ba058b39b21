#pragma once

#include <array>
#include <cstdint>

#include "generators/draws.h"
#include "model/schedule.h"

/// Slips: one small change to a schedule, such as a hand makes.
namespace ringproof::generators {

enum class SlipKind {
    drop,           ///< an operation is missing
    repeat,         ///< it stands twice
    swap,           ///< it changes places with the next
    move,           ///< it stands elsewhere in its program
    amount,         ///< it adds, awaits or takes one more or one less
    other_counter,  ///< it raises or awaits another counter
    other_slot,     ///< it touches another slot
    other_chip,     ///< it acts on another chip
    other_rule,     ///< it reduces by another rule
    no_raise,       ///< a put or get raises one counter less
    assign,         ///< a signal sets, a wait compares or takes all
    profile,        ///< the hardware promises something else
};
inline constexpr std::int32_t slip_kinds = static_cast<std::int32_t>(SlipKind::profile) + 1;

/// What, where and how. Numbers of any size: what they choose from is counted off in the schedule.
struct ScheduleSlip {
    SlipKind kind = SlipKind::drop;
    std::uint32_t where = 0;
    std::uint32_t how = 0;
};

/// Some slip, those that one meets most the likeliest.
ScheduleSlip draw_slip(Draws& draws);

/// The valid schedule with that slip; valid. Unchanged where the slip finds nothing to change, or would make it
/// invalid.
model::Schedule slipped(model::Schedule schedule, const ScheduleSlip& slip);

}  // namespace ringproof::generators
