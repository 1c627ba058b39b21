#pragma once

#include <string>
#include <vector>

#include "checker/command/verify_arguments.h"
#include "checker/repair/repair.h"

namespace ringproof::command {

/// `--repair`: a small change of a kernel that fails after which it is proved at `sizes` under `profile`, in words and
/// as a patch, or that none was found. Throws model::Fault, checker::Disagreement.
std::string repair_of(const std::string& file, const model::Kernel& kernel, const model::Profile& profile,
                      const std::vector<checker::repair::Size>& sizes, const VerifyArguments& arguments);

}  // namespace ringproof::command
