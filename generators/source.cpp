#include "generators/source.h"

#include <rapidcheck.h>

#include "generators/kernel_schedules.h"
#include "generators/ring_schedules.h"
#include "generators/unstructured.h"

namespace ringproof::generators {

std::vector<Source> sources(std::span<const model::Kernel> kernels) {
    std::vector<Source> list{
        {"ring", "ring collectives, right and wrong, with up to two slips", 6, ring_schedules()},
        {"monotone", "any operations of monotone schedules", 3, unstructured_schedules({5, 5}, Operations::monotone)},
        {"any", "any operations", 2, unstructured_schedules({3, 4}, Operations::all)},
    };
    if (kernels.empty()) return list;
    list.push_back({"kernel", "kernels with other sizes, parameters and promises", 1, kernel_schedules(kernels)});
    list.push_back({"mutant", "the same with one slip in the kernel", 2, mutant_schedules(kernels)});
    return list;
}

}  // namespace ringproof::generators
