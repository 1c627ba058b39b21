#include "generators/vectors/library.h"

#include <string>
#include <vector>

#include "generators/vectors/library_texts.h"
#include "model/language/language.h"

namespace ringproof::generators {

std::span<const LibraryKernel> library() {
    static const auto all = [] {
        std::vector<LibraryKernel> kernels;
        for (const LibraryText& text : library_texts())
            kernels.push_back({text.folder, model::parse_kernel(text.text, std::string(text.name) + ".ring")});
        return kernels;
    }();
    return all;
}

}  // namespace ringproof::generators
