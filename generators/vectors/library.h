#pragma once

#include <span>
#include <string_view>

#include "model/kernel.h"

namespace ringproof::generators {

/// A kernel of specs/, which the build puts into this library, so that vectors can be made where specs/ is not.
struct LibraryKernel {
    std::string_view folder;  ///< below specs/: `kernels`, `gallery`, `conformance/litmus`, ...
    model::Kernel kernel;
};

/// Those of specs/kernels, specs/gallery and specs/conformance, by folder and name.
std::span<const LibraryKernel> library();

}  // namespace ringproof::generators
