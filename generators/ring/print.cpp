#include <ostream>

#include "generators/ring/plan.h"
#include "model/json/json.h"
#include "model/words.h"

namespace ringproof::model {

template <>
inline constexpr std::array<std::string_view, 10> words<generators::Pattern>{
    "permute",    "broadcast",  "gather",   "travel",     "rotate",
    "all_reduce", "all_to_all", "exchange", "accumulate", "barrier"};

template <>
inline constexpr std::array<std::string_view, generators::fault_kinds> words<generators::Fault>{
    "skip_arrival",    "late_arrival",  "receive_first", "weak_arrival",   "skip_kept",    "late_kept",
    "no_credit",       "few_credits",   "many_credits",  "early_credit",   "stray_credit", "shared_counter",
    "shared_rings",    "wrong_slot",    "wrong_block",   "short_loop",     "wrong_rule",   "swapped",
    "no_start",        "no_gate",       "weak_gate",     "no_final_quiet", "wrong_claim",  "loose_signal",
    "narrow_counters", "late_snapshot", "no_rearm"};

}  // namespace ringproof::model

namespace ringproof::generators {

std::ostream& operator<<(std::ostream& out, const RingPlan& plan) {
    out << model::word(plan.pattern);
    for (std::int32_t k = 0; k < fault_kinds; ++k)
        if (plan.has(static_cast<Fault>(k))) out << ' ' << model::word(static_cast<Fault>(k));
    if (plan.fault_chip >= 0) out << " on chip " << plan.fault_chip;
    if (plan.fault_step >= 0) out << " in step " << plan.fault_step;
    return out << '\n' << model::write_schedule(schedule_of(plan));
}

}  // namespace ringproof::generators
