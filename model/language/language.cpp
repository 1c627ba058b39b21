#include "model/language/language.h"

#include <algorithm>

#include "model/language/comments.h"
#include "model/language/syntax.h"
#include "model/language/tree_reader.h"

namespace ringproof::model {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

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
