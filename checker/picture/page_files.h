#pragma once

#include <string_view>

namespace ringproof::checker::picture {

/// The text of page.css and page.js, which the build puts into the program.
extern const std::string_view page_style;
extern const std::string_view page_script;

}  // namespace ringproof::checker::picture
