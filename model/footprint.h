#pragma once

#include <functional>

#include "model/event.h"

namespace ringproof::model {

/// Which end of an operation an access belongs to. They differ where the ends have times of their own (put, get).
enum class End { source, target };

/// Calls `emit(slot, mode, end)` for every slot that an operation touches, slot by slot, sources first. Operations
/// without memory touch none; `poll` neither (it does not conflict with the write that it waits for).
void each_access(const Operation& operation, const std::function<void(Place, Mode, End)>& emit);

/// The units of a put's receive counter that gradual credit lets rise before the landing:
/// floor(add · (len − 1) / len). specs/semantics.md section 4.
std::int32_t early_units(const Put<Concrete>& put);

}  // namespace ringproof::model
