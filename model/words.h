#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ringproof::model {

/// The words of an enumeration, by value: `words<Covers>[0] == "own"`. Readers, writers, the command line and messages
/// all take them from here. Specialised beside each enumeration.
template <class Enum>
inline constexpr std::array<std::string_view, 0> words{};

template <class Enum>
constexpr std::string_view word(Enum value) {
    static_assert(!words<Enum>.empty(), "the header with the words of this enumeration is missing");
    return words<Enum>[static_cast<std::size_t>(value)];
}

/// The value that has this word.
template <class Enum>
constexpr std::optional<Enum> from_word(std::string_view text) {
    static_assert(!words<Enum>.empty(), "the header with the words of this enumeration is missing");
    for (std::size_t i = 0; i < words<Enum>.size(); ++i)
        if (words<Enum>[i] == text) return static_cast<Enum>(i);
    return std::nullopt;
}

}  // namespace ringproof::model
