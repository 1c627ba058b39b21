#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/every/chain.h"
#include "checker/every/mapping.h"

/// What the writes of a program make of the inputs: guessed from samples, and only that.
namespace ringproof::checker::every {

/// A chain, or a label applied to some.
struct Description {
    Expr when;            ///< in the numbers of the write
    model::Symbol label;  ///< empty: the chain itself
    std::vector<Chain> chains;

    /// With the numbers of that instance.
    Description at(const Instance& instance, const Expr& n) const;
};

/// For each write what it leaves in its slot: one of the alternatives, whose conditions exclude each other. No
/// alternatives: nothing was found.
class Values {
public:
    /// Both must outlive it.
    Values(const Program& program, const Samples& samples);
    ~Values();
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    const std::vector<Description>& of(const Access& write);

private:
    struct Guess;
    const Program& program_;
    const Samples& samples_;
    std::vector<std::optional<std::vector<Description>>> known_;
    std::unique_ptr<Guess> guess_;
};

/// The reads that what a write stores is made of, in their order.
std::vector<const Access*> operands_of(const Operation& operation);
inline bool is_work(const Operation& operation) {
    return std::holds_alternative<model::Compute<model::Symbolic>>(*operation.form);
}
inline bool is_reduction(const Operation& operation) {
    return std::holds_alternative<model::Reduce<model::Symbolic>>(*operation.form);
}

}  // namespace ringproof::checker::every
