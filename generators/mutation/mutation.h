#pragma once

#include <span>
#include <vector>

#include "generators/mutation/slip.h"

/// Kernels with one slip each, made in kernel form: loops and indices stay symbolic, so one mutant is one mistake of
/// the author, on all chips and in all rounds.
namespace ringproof::generators::mutation {

/// All slips, by what they are made in: waits, signals, transfers, places, bounds, declarations.
std::vector<const Slip*> slips();

/// Every single slip at every place of the kernel, none of them made yet. Two may come to the same kernel in the end.
/// What an edit makes prints as a .ring file that parses (but for expressions at the language's bounds); it need not
/// instantiate: an index may be out of range. Throws Fault (too_large) where there are more than could be kept.
std::vector<Edit> edits(const model::Kernel& kernel);

/// Those of them that make different kernels: what prints the same as the original, or as what an edit before it makes,
/// is left out. Costs a copy and a print for each.
std::vector<Edit> distinct_edits(const model::Kernel& kernel);

/// The kernel with the slip in it. Its statements keep the lines of the original.
model::Kernel made(const model::Kernel& kernel, const Edit& edit);

struct Mutant {
    Edit edit;
    model::Kernel kernel;
};

/// The distinct edits, made.
std::vector<Mutant> mutants(const model::Kernel& kernel);

}  // namespace ringproof::generators::mutation
