#pragma once

#include <string>
#include <string_view>

#include "generators/check.h"

/// How a check asks about a changed schedule.
namespace ringproof::generators {

/// What the engines that suit say of `changed`.
checker::Verdict ask_again(const Trial& trial, const model::Schedule& changed);

/// Why the verdict on `changed` is not the trial's, in words that begin with `what`; empty where it is, or one of the
/// two is undecided.
std::string changes_verdict(const Trial& trial, const model::Schedule& changed, std::string_view what);

}  // namespace ringproof::generators
