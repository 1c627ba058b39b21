#pragma once

#include "checker/every/proof.h"

namespace ringproof::checker::every {

/// The relays that could be proved, by what is known of waits.
std::vector<Relay> find_relays(Proof& proof, const Knowledge& knowledge);

}  // namespace ringproof::checker::every
