#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace ringproof::model {

/// An interned, immutable piece of text: names of buffers, semaphores, agents,
/// channels, barriers, labels, and the author's line of an operation.
/// Eight bytes; equal texts are the same pointer, so comparison is O(1).
/// The table lives as long as the process and is safe to use from several threads.
class Symbol {
public:
    /// The empty text.
    Symbol();
    /// Interns `text`.
    explicit Symbol(std::string_view text);

    const std::string& text() const { return *text_; }
    bool empty() const { return text_->empty(); }

    friend bool operator==(Symbol a, Symbol b) { return a.text_ == b.text_; }
    /// Alphabetical, so that sorted output does not depend on the order of interning.
    friend std::strong_ordering operator<=>(Symbol a, Symbol b) { return *a.text_ <=> *b.text_; }
    std::size_t hash() const { return std::hash<const void*>{}(text_); }

private:
    const std::string* text_;
};

}  // namespace ringproof::model

template <>
struct std::hash<ringproof::model::Symbol> {
    std::size_t operator()(ringproof::model::Symbol symbol) const { return symbol.hash(); }
};
