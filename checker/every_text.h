#pragma once

#include <string>

#include "checker/every.h"

/// What a proof for every n says to people.
namespace ringproof::checker {

/// `n >= 3`, or `n = 2`
std::string range_text(const EveryPart& part);

/// Why there is no proof, with the author's line, and where the statement that was not proved fails.
std::string not_proved_text(const model::Kernel& kernel, const EveryVerdict& verdict);

/// The proof as markdown: the kernel and what is claimed of it, what comes before which wait, what slots hold, and each
/// step with its SMT-LIB 2. Assumes a proof.
std::string proof_markdown(const model::Kernel& kernel, const model::Profile& profile, const EveryVerdict& verdict);

/// Whether there is a file of that name which `proof_markdown` has made.
bool is_proof(const std::string& path);

}  // namespace ringproof::checker
