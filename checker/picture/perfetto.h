#pragma once

#include <string>

#include "checker/picture/recording.h"

namespace ringproof::checker::picture {

/// The recording as Chrome trace event JSON, which ui.perfetto.dev and chrome://tracing open: a process for each chip,
/// in it a thread for each agent, for each transfer of it that is in flight at the same time as others, and for what
/// arrives; a counter for each semaphore; flow arrows from each issue to its landing and from each raise to the wait
/// that it met; what clashes has the category `clash`. Events are numbered from 1, as in reports.
///
/// One unit of time is a millisecond. Events at the same time follow one another a microsecond apart, in the order of
/// the trace, so that slices of a thread never overlap and no arrow points back.
std::string perfetto(const Recording& recording);

}  // namespace ringproof::checker::picture
