#pragma once

#include <string>
#include <vector>

#include "model/import/mscclpp/parts.h"
#include "model/import/mscclpp/view.h"
#include "model/import/plan.h"

/// From a plan to a schedule. Internal to the folder.
namespace ringproof::model::mscclpp {

struct Lowered {
    Schedule schedule;
    std::vector<std::string> notes;  ///< what was left out or assumed
};

/// Throws Fault, without the name of the file.
Lowered lowered(const Parts& parts, View view, const PlanOptions& options, const Limits& limits);

}  // namespace ringproof::model::mscclpp
