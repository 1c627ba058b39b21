#pragma once

#include <iosfwd>

#include "conformance/backend.h"

namespace ringproof::conformance {

/// Answers as a backend in another program (specs/conformance/protocol.md), line by line until the end of `in`: what a
/// kind of backend that is written for the suite needs to be driven by `ringproof conform` too. Returns the exit
/// status.
int serve(const Kind& kind, std::istream& in, std::ostream& out);

}  // namespace ringproof::conformance
