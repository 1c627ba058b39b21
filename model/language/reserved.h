#pragma once

#include <algorithm>
#include <array>
#include <string_view>

/// The words of the .ring language that cannot be names, and what a name looks like.
namespace ringproof::model {

inline constexpr std::array<std::string_view, 6> given_variables{"n", "me", "left", "right", "row", "col"};
inline constexpr std::array<std::string_view, 5> functions{"chip", "min", "max", "pow2", "log2"};
inline constexpr std::array<std::string_view, 8> declaration_words{"kernel",  "torus",   "requires", "contract",
                                                                   "ensures", "profile", "buffer",   "sem"};
inline constexpr std::array<std::string_view, 18> statement_words{
    "put",   "get",  "signal", "wait",  "set",   "snapshot", "copy", "reduce", "compute",
    "write", "read", "poll",   "fence", "quiet", "barrier",  "let",  "for",    "if"};
inline constexpr std::array<std::string_view, 25> other_words{
    "agent",  "else",  "not",    "and",     "or",     "len",      "add",           "channel", "accumulate",
    "covers", "take",  "all",    "equals",  "by",     "at_least", "into",          "cost",    "reads",
    "writes", "until", "expect", "nothing", "global", "launch",   "above_snapshot"};
// Not reserved, since they are clear from where they stand and are good names:
// in, out, inout, scratch, ring, send, recv, done.

constexpr bool is_one_of(std::string_view text, const auto& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}
constexpr bool is_given_variable(std::string_view text) { return is_one_of(text, given_variables); }
constexpr bool is_function(std::string_view text) { return is_one_of(text, functions); }
constexpr bool is_reserved(std::string_view text) {
    return is_given_variable(text) || is_function(text) || is_one_of(text, declaration_words) ||
           is_one_of(text, statement_words) || is_one_of(text, other_words);
}

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word_character(char c) { return is_letter(c) || is_digit(c); }

/// The most characters of a name, and bytes of a symbol. They are repeated in every operation that a loop makes.
inline constexpr std::size_t longest_name = 255;

/// The length of the word at the beginning of `text`; 0 if there is none.
constexpr std::size_t word_length(std::string_view text) {
    if (text.empty() || !is_letter(text.front())) return 0;
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word_character) - text.begin());
}
/// Whether `text`, a word, can be a name.
constexpr bool is_name(std::string_view text) { return !is_reserved(text); }
constexpr bool is_word(std::string_view text) { return word_length(text) == text.size(); }
constexpr bool may_be_variable(std::string_view text) { return is_name(text) || is_given_variable(text); }
constexpr bool may_begin_number(std::string_view text) { return may_be_variable(text) || is_function(text); }

}  // namespace ringproof::model
