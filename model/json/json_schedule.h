#pragma once

#include <cstdint>
#include <string_view>

#include "model/json/json_tape.h"
#include "model/schedule.h"

namespace ringproof::model {

/// Checks that the keys `format` and `version` have these values. To be called before all else is read, so that a text
/// of a later version is called that and not faulty. Throws Fault: unknown_format, json_version, json_missing_key.
void check_format(const JsonCursor& root, std::string_view format, std::int32_t version);

/// A schedule that is one value of a text. Checks and throws like `read_schedule` (json.h), without the file's name.
/// Internal to the readers.
Schedule decode_schedule(const JsonCursor& at, const Limits& limits);

}  // namespace ringproof::model
