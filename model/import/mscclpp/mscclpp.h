#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/import/plan.h"

/// Execution plans of MSCCL++: what each of their operations means is in specs/plans-mscclpp.md.
namespace ringproof::model::mscclpp {

/// Whether the text is such a plan, of either format; the first 4 kB of a file are enough to tell. Looks for keys
/// only: what it takes for a plan may still be refused.
bool looks_like_plan(std::string_view text);

/// Throws Fault, with `file_name` and the JSON path, such as `$.gpus[0].threadblocks[1].ops[2].channel_ids[0]`: what
/// is no JSON (json_syntax, too_large), keys that are missing, of a wrong type or given twice, operations that are not
/// known, ids, offsets and counts out of range, and a plan that is beyond `limits`. Unknown keys are let be.
std::shared_ptr<const Plan> read_plan(std::string_view text, std::string file_name, const Limits& limits = {});

}  // namespace ringproof::model::mscclpp
