#pragma once

#include "backends/mpi/session.h"
#include "conformance/suite.h"

namespace ringproof::backends {

/// Runs the suite for that kind on all processes, which execute the same tests in the same order. What a test sees is
/// the same on all, so rank 0 alone reports; another one says what failed on it only. The exit status is the same too.
int run_together(Session& session, const conformance::Kind& kind);

}  // namespace ringproof::backends
