#pragma once

#include "model/json/json_tape.h"
#include "model/schedule.h"

namespace ringproof::model {

/// A schedule that is one value of a text. Checks and throws like `read_schedule` (json.h), without the file's name.
/// Internal to the readers.
Schedule decode_schedule(const JsonCursor& at, const Limits& limits);

}  // namespace ringproof::model
