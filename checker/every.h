#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/ask.h"
#include "model/kernel.h"
#include "model/rule.h"

/// Proofs for every number of chips at once, made on the kernel with its loops still open (specs/semantics.md 5.14).
namespace ringproof::checker {

struct EveryOptions {
    std::int64_t least = 2;  ///< the fewest chips that are spoken of, at least 1
    double timeout = 60;     ///< seconds for the whole question; 0: no bound
};

/// A step of a proof: a statement about all numbers of chips and launches that a solver has proved.
struct EveryStep {
    std::string about;   ///< the property that it is a part of
    std::string name;    ///< a sentence, with the kernel's own lines
    std::string uses;    ///< the lines whose waits it leans on
    std::string script;  ///< SMT-LIB 2: declarations and assertions that cannot hold together, after the prelude
};

/// A proof for a range of numbers of chips, and any number of launches.
struct EveryPart {
    std::int64_t least = 0, most = 0;  ///< most: 0 for no bound
    std::vector<EveryStep> steps;
};

/// `proved`: every schedule of the kernel with `least` or more chips, and any number of launches, holds all properties.
/// `undecided`: nothing is known; never a counterexample.
struct EveryVerdict {
    Outcome outcome = Outcome::undecided;
    double seconds = 0;
    // When proved:
    std::string prelude;  ///< definitions that all scripts use
    std::vector<EveryPart> parts;
    model::Law law = model::Law::none;  ///< that the result leans on at most
    bool same_expression = false;       ///< shown for all chips
    std::size_t promises = 0;           ///< of contracts
    // When undecided:
    bool outside = false;  ///< the kernel is not of the kind that is spoken of
    model::Where where;    ///< the line, if one is to blame
    model::Code reason = model::Code::not_every_n;
    std::string property;  ///< of which something was not proved
    std::string message;
    std::map<std::string, std::int64_t> model;  ///< where that does not hold: n, me, launches, rounds of loops
};

/// Throws Fault where the kernel has no schedule at a size that is tried.
EveryVerdict prove_every(const model::Kernel& kernel, const model::Profile& profile, const EveryOptions& options = {});

}  // namespace ringproof::checker
