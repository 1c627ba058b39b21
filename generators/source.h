#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <rapidcheck/Gen.h>

#include "model/kernel.h"
#include "model/schedule.h"

/// Where a campaign takes its schedules from.
namespace ringproof::generators {

struct Source {
    std::string_view name;
    std::string_view about;
    unsigned weight;  ///< how often it is drawn, relative to the others
    rc::Gen<model::Schedule> schedules;
};

/// All sources; those that need kernels only where there are any. `kernels` must outlive them.
std::vector<Source> sources(std::span<const model::Kernel> kernels = {});

}  // namespace ringproof::generators
