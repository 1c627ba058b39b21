#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/import/plan.h"

namespace ringproof::model::msccl {

/// Whether a text, or its beginning, is MSCCL XML: an element <algo> comes first.
bool looks_like_algorithm(std::string_view head);

/// Reads an MSCCL XML file: specs/plans-msccl.md. Throws Fault, with line and column: xml_syntax, bad_plan,
/// unknown_name, duplicate_name, index_range, too_large.
std::shared_ptr<const Plan> read_msccl(std::string_view text, std::string file, const Limits& limits = {});

}  // namespace ringproof::model::msccl
