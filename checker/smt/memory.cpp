#include "checker/smt/memory.h"

#include <algorithm>
#include <new>
#include <string>

#include <z3++.h>

namespace ringproof::checker::smt {

void bound_memory(std::uint64_t bytes) {
    const std::uint64_t megabytes = std::clamp<std::uint64_t>(bytes >> 20U, 1, 1U << 30U);
    Z3_global_param_set("memory_max_size", std::to_string(megabytes).c_str());
}

RawContext::RawContext() {
    z3::config configuration;
    context_ = Z3_mk_context_rc(configuration);
    if (context_ == nullptr) throw std::bad_alloc();
}

RawContext::~RawContext() { Z3_del_context(static_cast<Z3_context>(context_)); }

}  // namespace ringproof::checker::smt
