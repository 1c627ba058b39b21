#pragma once

#include "checker/every/proof.h"

namespace ringproof::checker::every {

/// Whatever a wait takes is issued before it in some order in which all agents go on, so that all waits are met: no
/// deadlock, for every n. Throws NotProved.
void show_progress(Proof& proof, const Knowledge& knowledge);

}  // namespace ringproof::checker::every
