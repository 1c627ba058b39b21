#pragma once

#include <span>
#include <string>
#include <vector>

#include "checker/picture/recording.h"

namespace ringproof::checker::picture {

/// What a page shows besides its recordings.
struct PageText {
    std::string title;
    std::string story;                              ///< what the execution shows, or figures; plain text
    std::vector<std::vector<std::string>> kernels;  ///< the lines of each recording's kernel; none of a schedule
    std::span<const model::Finding> findings;       ///< whose slots and counters are marked, in the first recording
};

/// One page of HTML with all that it needs in it, without a network and from file:// too: the ring and the time-space
/// diagram side by side, counters and slots, events and the kernel's lines, to be stepped through with the arrow keys.
/// Assumes at least one recording, all timed or none. All text is escaped.
std::string page(const PageText& text, std::span<const Recording> recordings);

}  // namespace ringproof::checker::picture
