#pragma once

#include <span>
#include <string>

#include "checker/picture/recording.h"

namespace ringproof::checker::picture {

/// A time-space diagram as an SVG document: a row for each chip, time to the right, one recording above the other on
/// one axis. Boxes are work and copies, hatched boxes are waits, bars and bands are transfers, dashed arrows are
/// signals. What belongs to events says so: `data-event`, or `data-first` and `data-last` (indices into the trace, with
/// `data-recording` counted from 0), and `<title>` tells operation, chip, line and times.
/// Assumes at least one recording, all timed or none. The text is the same for the same recordings.
std::string svg(std::span<const Recording> recordings);

}  // namespace ringproof::checker::picture
