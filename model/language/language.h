#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/diagnostic.h"
#include "model/kernel.h"

/// The .ring language, specs/language.md: text to Kernel and back.
namespace ringproof::model {

/// The largest file that is read, in bytes.
inline constexpr std::size_t largest_text = 1 << 20;
/// How deep an expression may be: no recursion over one goes deeper.
inline constexpr int deepest_expression = 1000;

/// The rule of a reduce that names none, in a kernel whose contracts name none.
inline constexpr std::string_view default_rule = "add";
/// The name of the agent that a file without 'agent' blocks has.
inline constexpr std::string_view only_agent = "main";

/// Reads one kernel. All names are known and of the right kind, `recv` counters carry the chip of the put's
/// destination, aliases of rules are replaced by their names. Throws Fault with file, line, column and the source line:
/// what was found and what was expected. Expects UTF-8.
Kernel parse_kernel(std::string_view text, std::string file_name);

/// The kernel as canonical text: `print(parse_kernel(print(k)))` is `print(k)`, and both instantiate to the same
/// schedule but for the line numbers in Step::at. Comments other than `about` and expectations are lost.
std::string print(const Kernel& kernel);
/// One statement, without a line end behind it; what it holds is indented by two.
std::string print(const Statement& statement);
/// One expression, with no more parentheses than needed.
std::string print(const Expr& expression);

/// A place in the kernel's text, for messages.
Location locate(const Kernel& kernel, Where where);

}  // namespace ringproof::model
