#pragma once

#include <functional>

#include "checker/ask.h"

namespace ringproof::checker {

/// A short execution that still shows what `shows` recognises among the findings of the machine.
///
/// `trace` is an execution in which the machine makes such a finding; `at_rest`: only once it has judged the end, as
/// with a deadlock. Events are left out, and with them whatever is then not enabled any more, for as long as the
/// finding is made; what is returned ends where it is made. An execution that is judged at rest goes on until nothing
/// is enabled, so there the result is a shorter execution to the end. Gives the best it has when its work comes to
/// the bound of the question. Throws Disagreement if `trace` itself does not show it.
model::Trace shrink(const Question& question, const model::Trace& trace, bool at_rest,
                    const std::function<bool(const model::Finding& seen)>& shows);

}  // namespace ringproof::checker
