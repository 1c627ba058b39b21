#pragma once

#include <cstdint>

/// What happens when memory runs out inside of the solver.
namespace ringproof::checker::smt {

/// Bounds what all solvers of the process hold together. What asks for more ends its question with an exception that
/// `answer` (checker/ask.h) knows. To be called before the first solver is made.
void bound_memory(std::uint64_t bytes);

/// Owns a context of Z3. Z3's own wrapper makes one without asking whether there was memory for it, and falls if there
/// was none; this one throws std::bad_alloc.
class RawContext {
public:
    RawContext();
    ~RawContext();
    RawContext(const RawContext&) = delete;
    RawContext& operator=(const RawContext&) = delete;

    /// A Z3_context, whose type no header shows.
    void* get() const { return context_; }

private:
    void* context_;
};

}  // namespace ringproof::checker::smt
