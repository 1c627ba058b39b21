#pragma once

#include <memory>
#include <string_view>

#include "model/kernel.h"
#include "model/language/tree_reader.h"

namespace ringproof::model {

/// The syntax tree of a .ring text. Throws Fault: too large, not text, empty, nested too deep, or no sentence
/// of the grammar. `text` must outlive the tree; `kernel` gives file name and lines for messages.
std::unique_ptr<Node> syntax_tree(std::string_view text, const Kernel& kernel);

/// Throws Fault if `text` is too large, not UTF-8 text, or empty.
void check_text(std::string_view text, const std::string& file);

}  // namespace ringproof::model
