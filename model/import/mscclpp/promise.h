#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/import/mscclpp/builder.h"
#include "model/import/mscclpp/parts.h"

/// What a plan's outputs must hold. Internal to the folder.
namespace ringproof::model::mscclpp {

/// The contract of the plan's collective, where the library has it and it fits the buffers; else `why_not` tells.
struct Promise {
    std::optional<Contract> contract;
    std::string why_not;
};
Promise promise_of(const Schedule& schedule, const Parts& parts);

/// The claims of the contract: of a first launch of the plan, or of a second one, whose inputs were made anew by
/// `renew_inputs`.
std::vector<Claim> claims_of(const Schedule& schedule, const Contract& contract, bool second);

/// Between two launches of the plan in one of the schedule: an agent of each chip reads the outputs, which must hold
/// `claims`, and writes new inputs, while all others wait.
void renew_inputs(Builder& builder, const std::vector<Claim>& claims);

}  // namespace ringproof::model::mscclpp
