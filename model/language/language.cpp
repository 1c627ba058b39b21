#include "model/language/language.h"

#include "model/excerpt.h"
#include "model/language/comments.h"
#include "model/language/syntax.h"
#include "model/language/tree_reader.h"

namespace ringproof::model {

Kernel parse_kernel(std::string_view text, std::string file_name) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    check_text(text, file_name);
    Kernel kernel;
    kernel.file = std::move(file_name);
    kernel.lines = lines_of(text);
    const auto tree = syntax_tree(text, kernel);
    TreeReader(kernel).read(*tree);
    read_comments(kernel);
    return kernel;
}

Location locate(const Kernel& kernel, Where where) {
    Location location;
    location.file = kernel.file;
    location.line = where.line;
    location.column = where.column;
    if (where.line > 0 && static_cast<std::size_t>(where.line) <= kernel.lines.size())
        location.excerpt = kernel.lines[static_cast<std::size_t>(where.line) - 1];
    return location;
}

}  // namespace ringproof::model
