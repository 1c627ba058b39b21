#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/kernel.h"

namespace ringproof::model {

/// Reads what the comments of `kernel.lines` say: `kernel.about`, the comment lines that open the file, and
/// `kernel.expectations`, from `# expect: ...` anywhere. A malformed expectation is a Fault.
void read_comments(Kernel& kernel);

}  // namespace ringproof::model
