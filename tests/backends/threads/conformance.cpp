#include "backends/threads/threads.h"
#include "conformance/suite.h"

RINGPROOF_CONFORMANCE(threads, ringproof::backends::Threads);
