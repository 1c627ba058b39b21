#pragma once

#include <array>
#include <vector>

#include "generators/ring/plan.h"
#include "model/term.h"

namespace ringproof::generators {

/// Buffers of one ring on one chip: ids, -1 where it has none.
struct RingBuffers {
    std::int32_t in = -1;
    std::int32_t out = -1;  ///< the same as `in` where the pattern works in place
    std::int32_t landing = -1;
};

void append(std::vector<model::Step>& steps, model::Operation operation);

/// A transfer from one position to another.
struct Transfer {
    model::Place src, dst;
    std::int32_t to;  ///< position
};

/// What travels on one ring of a plan, step by step, whoever moves it and however chips wait for each other.
/// Positions are taken modulo the number of chips.
class Flow {
public:
    /// The plan must outlive it.
    Flow(const RingPlan& plan, std::int32_t ring);
    /// The same flow of another plan of the same numbers, with the same buffers.
    Flow of(const RingPlan& plan) const;

    /// Declares the ring's buffers.
    void declare(model::Schedule& schedule);

    std::int32_t chip(std::int32_t position) const;
    std::int32_t steps() const;
    /// Steps without the one that a fault leaves out.
    std::int32_t steps_done() const;
    bool sends(std::int32_t position, std::int32_t step) const;
    bool receives(std::int32_t position, std::int32_t step) const;
    /// Transfers of a step that sends.
    std::int32_t transfers(std::int32_t step) const;
    /// What the position sends in that step.
    std::vector<Transfer> sent(std::int32_t position, std::int32_t step) const;
    /// Of which position it receives in that step.
    std::int32_t source(std::int32_t position, std::int32_t step) const;

    /// Operations before all steps, and after the arrivals of a step.
    void begin(std::int32_t position, std::vector<model::Step>& steps) const;
    void take_in(std::int32_t position, std::int32_t step, std::vector<model::Step>& steps) const;

    /// What must be true at the end.
    void promise(model::Schedule& schedule) const;

private:
    model::Place place(std::int32_t buffer, std::int32_t block, std::int32_t chunk) const;
    const RingBuffers& at(std::int32_t position) const { return buffers_[chip(position)]; }
    std::int32_t blocks_of_landing() const;
    void apply(std::int32_t position, std::int32_t step, model::Place arrived, model::Place own, model::Place result,
               std::vector<model::Step>& steps) const;
    bool hit(Fault fault, std::int32_t position, std::int32_t step) const;
    bool hit(Fault fault, std::int32_t position) const { return hit(fault, position, plan_->fault_step); }
    model::Term input(std::int32_t position, std::int32_t block, std::int32_t slot) const;
    model::Term applied(std::int32_t step, model::Term arrived, model::Term own) const;
    /// The values of the result at a position, by the meaning of the pattern: emit(block, slot, value).
    void results(std::int32_t position, auto&& emit) const;

    const RingPlan* plan_;
    std::int32_t ring_;
    std::int32_t width_;  ///< slots a block
    std::array<RingBuffers, RingPlan::most_chips> buffers_;
};

/// Whether arrivals go round `slots`, from where they are taken in or passed on.
bool has_slots(const RingPlan& plan);
/// Whether a slot is emptied as soon as what arrived in it is taken in; else it may still be passed on, or is the
/// result.
bool rearms(const RingPlan& plan);
/// Whether what is taken in overwrites what was sent in the same step.
bool overwrites_source(const RingPlan& plan);
/// Whether a step passes on what has arrived before.
bool forwards(Pattern pattern);
/// Whether steps send further than to the next position.
bool reaches_far(const RingPlan& plan);
/// Steps of the pattern.
std::int32_t steps_of(const RingPlan& plan);
/// Whether a fault of a place is at this chip and step.
bool hits(const RingPlan& plan, Fault fault, std::int32_t chip, std::int32_t step);
/// Whether the fault can make a difference to the plan.
bool applies(const RingPlan& plan, Fault fault);
/// The library's name of the collective that the plan comes to; empty: none.
std::string_view collective_of(const RingPlan& plan);

}  // namespace ringproof::generators
