#pragma once

#include <string>
#include <string_view>

#include "model/diagnostic.h"
#include "model/schedule.h"

/// Schedule JSON, the interchange form: specs/schedule.md. The codec is derived from model/describe.h:
/// a new operation struct is read and written without code of its own.
namespace ringproof::model {

/// Reads and checks a schedule; all that `complaint` and `validate_declarations` ask holds for the result.
/// Throws Fault, with `file_name` and
/// line and column if the text is not JSON (json_syntax), else the JSON path, such as `$.agents[3].ops[2].src`:
/// json_version, json_unknown_key, json_type, json_missing_key, duplicate_name (also a key given twice),
/// unknown_name, too_large (beyond `limits`, or nested more than 500 deep), and what `complaint` finds.
/// Time is linear in the text; at the peak it holds at most about 16 bytes for each key and value of the text
/// besides the schedule.
Schedule read_schedule(std::string_view text, std::string file_name, const Limits& limits = {});

/// The canonical text: one declaration, claim or operation a line, members in the order of their
/// description, members that have their default value left out. Assumes a valid schedule.
/// Reading it gives an equal schedule, with one exception: an Atom that is spelt like an input value
/// (`x[3]@2`) of an in-buffer that exists comes back as that Input, and is refused if the slot does not exist.
std::string write_schedule(const Schedule& schedule);

}  // namespace ringproof::model
