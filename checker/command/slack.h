#pragma once

#include <span>
#include <string>
#include <vector>

#include "checker/command/verify_arguments.h"

namespace ringproof::command {

/// `--slack`: what the schedules of `file`, all proved, have to spare, as a table or as JSON lines. `lines` are those
/// of the kernel's text; none for a schedule. Throws Fault (too_large), checker::Disagreement.
std::string slack_of(const std::string& file, std::span<const std::string> lines,
                     const std::vector<model::Schedule>& schedules, const VerifyArguments& arguments);

}  // namespace ringproof::command
