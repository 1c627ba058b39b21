#include "generators/mutation/mutation.h"

#include <functional>
#include <string>
#include <unordered_set>
#include <utility>

#include "generators/mutation/slips.h"
#include "model/language/language.h"

namespace ringproof::generators::mutation {

std::vector<const Slip*> slips() {
    std::vector<const Slip*> all;
    for (const auto& list : {slips_of_statements(), slips_of_moves(), slips_of_counters(), slips_of_transfers(),
                             slips_of_places(), slips_of_bounds(), slips_of_declarations()})
        for (const Slip& slip : list) all.push_back(&slip);
    return all;
}

std::vector<Edit> edits(const model::Kernel& kernel) {
    std::vector<Edit> all;
    // What an edit holds takes up to a hundred times as much memory as its text.
    std::size_t room = 8U << 20U;
    for (const Slip* const slip : slips()) {
        Found found(kernel, *slip, all, room);
        slip->find(found);
    }
    return all;
}

std::vector<Edit> distinct_edits(const model::Kernel& kernel) {
    // Texts may be long, so their digests are kept.
    const std::hash<std::string> digest;
    std::unordered_set<std::size_t> seen{digest(print(kernel))};
    std::vector<Edit> all = edits(kernel);
    std::erase_if(all, [&](const Edit& edit) { return !seen.insert(digest(print(made(kernel, edit)))).second; });
    return all;
}

model::Kernel made(const model::Kernel& kernel, const Edit& edit) {
    model::Kernel mutant = kernel;
    edit.make(mutant);
    return mutant;
}

std::vector<Mutant> mutants(const model::Kernel& kernel) {
    std::vector<Mutant> all;
    for (Edit& edit : distinct_edits(kernel)) {
        model::Kernel mutant = made(kernel, edit);
        all.push_back({std::move(edit), std::move(mutant)});
    }
    return all;
}

}  // namespace ringproof::generators::mutation
