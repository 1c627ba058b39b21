#pragma once

#include <string>
#include <string_view>

#include "checker/picture/recording.h"

namespace ringproof::checker::picture {

/// The recording as a mermaid sequence diagram, which issue trackers draw: a participant for each chip, an arrow where
/// something lands or is delivered, a note for all else, in the order and with the numbers of the trace; what clashes
/// has a red ground. `conclusion` stands under it: what the execution shows.
std::string mermaid(const Recording& recording, std::string_view conclusion);

}  // namespace ringproof::checker::picture
