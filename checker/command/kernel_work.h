#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "checker/command/mutant_answers.h"
#include "checker/command/mutate_arguments.h"

namespace ringproof::command {

/// One kernel and its mutants, looked at in whatever order and by whatever thread.
class KernelWork {
public:
    /// `arguments` must outlive it.
    KernelWork(std::string path, const MutateArguments& arguments);

    /// Reads the file, proves the kernel itself and makes its mutants, none if it is not proved. To be called once,
    /// before the others; a fault becomes the answer.
    void read();
    std::size_t mutants() const { return edits_.size(); }
    std::string label(std::size_t mutant) const;
    /// Looks at a mutant, by its index. May be called by several threads for different mutants. Throws nothing.
    void look_at(std::size_t index);

    bool done() const;
    /// Hands out what is known so far, in the order of the mutants. To be called once.
    KernelAnswers take();
    /// Writes the mutants that have a verdict at each size to `folder`, which is made, and returns how many these are.
    /// Throws Fault: unwritable.
    std::size_t save(const KernelAnswers& answers, const std::string& folder) const;

private:
    void read_kernel();
    /// Whether it is proved at each size that it takes, which are kept.
    bool prove_kernel();
    MutantVerdict verdict_of(const model::Kernel& kernel, std::int64_t chips, std::int32_t launches,
                             MutantAnswer& answer) const;
    bool is_right_but_for_counters(const model::Kernel& kernel) const;

    const MutateArguments* arguments_;
    // Fixed once the file has been read.
    std::string file_;
    std::optional<model::Kernel> kernel_;
    std::vector<generators::mutation::Edit> edits_;

    mutable std::mutex guard_;  ///< of what follows
    KernelAnswers answers_;
    std::vector<char> known_;  ///< of the mutants
};

}  // namespace ringproof::command
