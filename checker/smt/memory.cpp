#include "checker/smt/memory.h"

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include <z3++.h>

namespace ringproof::checker::smt {

void bound_memory(std::uint64_t bytes) {
    const std::uint64_t megabytes = std::clamp<std::uint64_t>(bytes >> 20U, 1, 1U << 30U);
    Z3_global_param_set("memory_max_size", std::to_string(megabytes).c_str());
}

namespace {

Z3_context make_context() {
    z3::config configuration;
    auto* const context = Z3_mk_context_rc(configuration);
    if (context == nullptr) throw std::bad_alloc();
    return context;
}

/// A context and how many questions have used it.
struct Used {
    Z3_context context;
    int times;
};

/// What the questions of a thread leave for the next.
struct Shelf {
    int sharers = 0;  ///< SharedContext objects that are alive
    std::vector<Used> contexts;
};
thread_local Shelf shelf;

/// A context keeps the names of all that was ever asked in it.
constexpr int most_times = 500;

}  // namespace

RawContext::RawContext() {
    if (shelf.contexts.empty()) {
        context_ = make_context();
        return;
    }
    context_ = shelf.contexts.back().context;
    times_ = shelf.contexts.back().times;
    shelf.contexts.pop_back();
}

RawContext::~RawContext() {
    const auto context = static_cast<Z3_context>(context_);
    if (shelf.sharers > 0 && !spoilt_ && ++times_ < most_times)
        shelf.contexts.push_back({context, times_});
    else
        Z3_del_context(context);
}

SharedContext::SharedContext() { ++shelf.sharers; }

SharedContext::~SharedContext() {
    if (--shelf.sharers > 0) return;
    for (const Used& used : shelf.contexts) Z3_del_context(used.context);
    shelf.contexts.clear();
}

}  // namespace ringproof::checker::smt
