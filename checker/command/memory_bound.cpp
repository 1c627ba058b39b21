#include "checker/command/memory_bound.h"

#include <algorithm>

#include <malloc.h>
#include <sys/resource.h>

#include "checker/smt/memory.h"
#include "model/diagnostic.h"

namespace ringproof::command {

void bound_memory(std::uint64_t bytes) {
    if (bytes == 0) return;
    // Memory that can be written, not addresses: those are reserved by the gigabyte and cost nothing.
    rlimit limit{};
    getrlimit(RLIMIT_DATA, &limit);
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? bytes : std::min<rlim_t>(bytes, limit.rlim_max);
    if (setrlimit(RLIMIT_DATA, &limit) != 0)
        throw model::Fault(model::Code::usage, "--memory: this system does not bound the memory of a process");
#ifdef M_MMAP_THRESHOLD
    // Large blocks go back to the system when they are freed: else what one question has used is lost to the next.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
    // A solver that reaches a bound of its own says so; one that is refused memory by the system may fall.
    checker::smt::bound_memory(bytes / 4 * 3);
}

}  // namespace ringproof::command
