#pragma once

#include <span>
#include <string>

#include "checker/ask.h"

namespace ringproof::checker {

/// One sentence: what is violated and where (`RP101 read before landing: out[2] of chip 1`).
std::string headline(const model::Schedule& schedule, const model::Finding& finding);

/// A counterexample for people: its explanation (explanation.h), the shortest execution that shows it, and what would
/// mend it: explanation_text, then execution_text. `lines` are the lines of the kernel's text, where there is one.
std::string story(const model::Schedule& schedule, const Counterexample& counterexample,
                  std::span<const std::string> lines = {});

/// The same without the execution.
std::string explanation_text(const model::Schedule& schedule, const Counterexample& counterexample,
                             std::span<const std::string> lines = {});

/// The execution, and what would mend it.
std::string execution_text(const model::Schedule& schedule, const Counterexample& counterexample);

/// The explanation of a finding alone, of which no execution is known.
std::string finding_text(const model::Schedule& schedule, const model::Finding& finding,
                         std::span<const std::string> lines = {});

/// An execution, one line an event; runs of the environment's events share a line. At most `shown` lines.
std::string trace_text(const model::Schedule& schedule, const model::Trace& trace, std::size_t shown = 60);

/// What a proof says besides "proved": laws that the result leans on, and whether all chips hold the same bits.
std::string proof_note(const Verdict& verdict);

}  // namespace ringproof::checker
