#pragma once

#include <rapidcheck.h>

#include "model/schedule.h"

namespace ringproof::generators {

/// Whether model/validity.h accepts all of it.
bool is_valid(const model::Schedule& schedule);

/// Valid schedules that are simpler than this valid one, large steps first: fewer launches, chips, agents, operations,
/// claims and declarations, then smaller amounts and plainer options. Each takes something away or makes it plain and
/// adds nothing, so that taking one again and again ends. Made one by one, as they are asked for.
rc::Seq<model::Schedule> smaller(const model::Schedule& schedule);

}  // namespace ringproof::generators
