#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/kernel.h"

/// The text of a kernel with the places of its statements, and small edits of it.
namespace ringproof::checker::repair {

/// Part of a text, in bytes, the end excluded.
struct Range {
    std::size_t begin = 0, end = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

/// The range becomes this text.
struct Edit {
    Range range;
    std::string with;
};

/// The text with all edits made, which do not overlap. Of several insertions at one place the first stands first.
std::string edited(std::string_view text, std::vector<Edit> edits);

/// One loop round a statement.
struct Loop {
    std::string variable, from, to;  ///< as in the text
};

/// A statement and where it stands. An if behind an else begins with the else.
struct Site {
    Range range;
    const model::Statement* statement = nullptr;
    std::size_t agent = 0;
    std::size_t block = 0;         ///< the same for statements of one block
    std::size_t index = 0;         ///< in the block
    std::size_t last = 0;          ///< index of the block's last statement
    std::size_t parent = no_site;  ///< the if or loop that holds it
    std::vector<Loop> loops;       ///< outermost first
    static constexpr std::size_t no_site = static_cast<std::size_t>(-1);
};

class KernelText {
public:
    /// `kernel` was read from `text` and must outlive this.
    KernelText(std::string text, const model::Kernel& kernel);

    const std::string& text() const { return text_; }
    const model::Kernel& kernel() const { return *kernel_; }
    std::string_view text(Range range) const {
        return std::string_view(text_).substr(range.begin, range.end - range.begin);
    }
    std::string_view text(const Site& site) const { return text(site.range); }
    /// Statements in the order of the text, what an if or a loop holds behind it.
    const std::vector<Site>& sites() const { return sites_; }
    /// Words, numbers and signs in the range, without comments; strings are one.
    std::vector<Range> tokens(Range range) const;
    /// The whole of the text from the first statement on.
    Range body() const;
    /// Line number from 1.
    int line(std::size_t offset) const;

    /// Puts statements before the site, on a line of their own where the site begins its line.
    Edit before(const Site& site, const std::string& statements) const;
    Edit behind(const Site& site, const std::string& statements) const;
    /// Takes the statement away, and its line if nothing else is on it, and the if or loop that then holds nothing.
    Edit without(const Site& site) const;
    /// Puts a declaration on a line behind the last line of declarations of semaphores.
    Edit declare(const std::string& declaration) const;

private:
    struct Token {
        Range range;
        int depth;  ///< of braces
    };
    void tokenize();
    void walk(const model::Block& block, std::size_t agent, std::size_t parent, std::vector<Loop>& loops);
    std::size_t offset(model::Where where) const;
    std::size_t token_at(std::size_t offset) const;
    void find_ends();
    bool begins_line(std::size_t offset) const;
    /// Where the line ends, if nothing but a comment stands between; npos: something else does.
    std::size_t free_to_line_end(std::size_t offset) const;
    std::string indent(std::size_t offset) const;

    std::string text_;
    const model::Kernel* kernel_;
    std::vector<std::size_t> line_starts_;
    std::vector<Token> tokens_;
    std::vector<Site> sites_;
    std::size_t blocks_ = 0;
};

}  // namespace ringproof::checker::repair
