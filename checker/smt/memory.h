#pragma once

#include <cstdint>

/// What happens when memory runs out inside of the solver.
namespace ringproof::checker::smt {

/// Bounds what all solvers of the process hold together. What asks for more ends its question with an exception that
/// `answer` (checker/ask.h) knows. To be called before the first solver is made.
void bound_memory(std::uint64_t bytes);

/// A context of Z3. Z3's own wrapper makes one without asking whether there was memory for it, and falls if there was
/// none; this one throws std::bad_alloc.
class RawContext {
public:
    RawContext();
    ~RawContext();
    RawContext(const RawContext&) = delete;
    RawContext& operator=(const RawContext&) = delete;

    /// A Z3_context, whose type no header shows.
    void* get() const { return context_; }
    /// It is not to be used by other questions: something has gone wrong in it.
    void spoil() { spoilt_ = true; }

private:
    void* context_;
    int times_ = 0;  ///< it was used before, by other questions
    bool spoilt_ = false;
};

/// While one is alive, questions that its thread asks one after the other share contexts, of which each costs more to
/// make than a small question to answer. What a question then answers does not change, but the model that it shows may
/// depend on those before it; so this is for those who ask thousands.
class SharedContext {
public:
    SharedContext();
    ~SharedContext();
    SharedContext(const SharedContext&) = delete;
    SharedContext& operator=(const SharedContext&) = delete;
};

}  // namespace ringproof::checker::smt
