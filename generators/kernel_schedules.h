#pragma once

#include <span>

#include <rapidcheck.h>

#include "model/kernel.h"
#include "model/schedule.h"

namespace ringproof::generators {

/// Kernels that people wrote, on 2 to 5 chips, with 1 or 2 launches, with parameters at or beside their own values,
/// under their own profile, one with another option, or a named one. `kernels` must outlive it and not be empty. Throws
/// model::Fault where none of them takes any of these sizes.
rc::Gen<model::Schedule> kernel_schedules(std::span<const model::Kernel> kernels);

/// The same with one slip in the kernel (mutation/mutation.h). Throws besides where there are too many slips to keep.
rc::Gen<model::Schedule> mutant_schedules(std::span<const model::Kernel> kernels);

}  // namespace ringproof::generators
