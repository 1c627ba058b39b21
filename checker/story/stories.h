#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "checker/explanation.h"
#include "checker/story/forced_order.h"

/// What there is to say of each kind of finding.
namespace ringproof::checker {

/// What explanations are made from.
struct Case {
    const model::Schedule& schedule;
    const Counterexample& counterexample;
    std::int32_t launches;
    bool several;              ///< launches have to be named
    const ForcedOrder* order;  ///< of a monotone schedule that is not too large; else null

    const model::Finding& finding() const { return counterexample.finding; }
};

using Remarks = std::vector<Remark>;

/// Two accesses, the missing order, what comes closest to it, and which counter would tell.
Remarks race_remarks(const Case& told);
/// Who waits for whom, and what for.
Remarks deadlock_remarks(const Case& told);
/// A slot that holds something else than it should, and the way of what it holds.
Remarks result_remarks(const Case& told);
/// A slot that is read before anything is written to it.
Remarks uninitialised_remarks(const Case& told);
/// Chips that have not entered or that have left, transfers in flight.
Remarks boundary_remarks(const Case& told);
/// A counter that is left over, or that passes its width.
Remarks counter_remarks(const Case& told);

/// Of the waits that the agent (or the chip, for its environment) of `event` passes before it in the trace, the last on
/// a counter that `concerns` what is missing: that it is not enough, and which raise has met it that `is_missing` is
/// not true of. None if there is no such wait.
std::optional<Remark> not_enough(const Case& told, const model::Event& event,
                                 const std::function<bool(model::Counter)>& concerns,
                                 const std::function<bool(const model::Event&)>& is_missing);

/// The operation of an event, as the first line of what is said of it.
Remark operation_remark(const model::Schedule& schedule, const model::Event& event, bool several);

}  // namespace ringproof::checker
