#pragma once

#include <string>
#include <string_view>

#include "model/schedule.h"
#include "model/witness.h"

/// Trace JSON, the form in which a counterexample is kept and exchanged: specs/trace.md.
namespace ringproof::model {

/// Reads a trace of any version so far. What it says is checked as far as names and ranges go, and not whether the
/// machine allows it: `replay` (witness.h) does that. Throws Fault as `read_schedule` does (json.h).
Witness read_witness(std::string_view text, std::string file_name, const Limits& limits = {});

/// Reads a list of events of a valid schedule, as `events` of a trace. Throws Fault, with the JSON path.
Trace read_trace(std::string_view text, const Schedule& schedule);

/// The text, one event a line, each with its line in the kernel and what it does beside it.
std::string write_witness(const Witness& witness);

/// Whether a text that is JSON says, near its beginning, that it is a trace.
bool says_it_is_a_trace(std::string_view text);

}  // namespace ringproof::model
