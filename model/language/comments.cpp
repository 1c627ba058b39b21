#include "model/language/comments.h"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "model/language/language.h"
#include "model/language/suggest.h"

namespace ringproof::model {
namespace {

constexpr std::array<std::string_view, 8> verdicts{"proved",      "deadlock",   "race",          "uninitialised",
                                                   "not-entered", "dirty-exit", "counter-range", "wrong-result"};
constexpr std::array<std::string_view, 6> relations{"==", "!=", "<", "<=", ">", ">="};
constexpr std::string_view blanks = " \t\r";

/// Where the comment of a line begins; npos: it has none. Symbols in quotes do not span lines.
std::size_t comment_begin(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quoted && line[i] == '\\')
            ++i;
        else if (line[i] == '"')
            quoted = !quoted;
        else if (line[i] == '#' && !quoted)
            return i;
    }
    return std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The words of an expectation one by one.
class ExpectationReader {
public:
    ExpectationReader(const Kernel& kernel, std::int32_t line, std::size_t begin)
        : kernel_(kernel), line_(line), next_(begin) {}

    Expectation read() {
        Expectation result;
        result.where = {line_, static_cast<std::int32_t>(next_) + 1};
        const std::string_view verdict = take();
        if (std::find(verdicts.begin(), verdicts.end(), verdict) == verdicts.end())
            refuse(fmt::format("one of {}", fmt::join(verdicts, ", ")), verdict, did_you_mean(verdict, verdicts));
        result.verdict = verdict;
        bool own = false;
        std::string_view word = take();
        if (word == "at") {
            expect("n");
            const std::string_view relation = take();
            if (std::find(relations.begin(), relations.end(), relation) == relations.end())
                refuse(fmt::format("one of {}", fmt::join(relations, " ")), relation);
            result.relation = relation;
            result.chips = number<std::int64_t>();
            word = take();
        }
        for (; word == "with"; word = take()) {
            const std::string_view what = take();
            if (what == "profile" && result.profile.empty()) {
                result.profile = take();
                const auto profile = find_profile(result.profile);
                if (!profile) refuse("the name of a profile", result.profile);
                own = result.profile == kernel_.profile_name && *profile == kernel_.profile;
            } else if (what == "launches" && result.launches == 0) {
                result.launches = number<std::int32_t>();
            } else {
                refuse("'profile NAME' or 'launches NUMBER', each at most once", what);
            }
        }
        // The file's own profile is the one that goes without saying.
        if (own) result.profile.clear();
        if (!word.empty())
            refuse("'at n RELATION NUMBER', 'with profile NAME', 'with launches NUMBER' or the end of the line", word);
        return result;
    }

private:
    /// The next word, empty at the end of the line.
    std::string_view take() {
        const std::string_view line = kernel_.lines[static_cast<std::size_t>(line_) - 1];
        begin_ = std::min(line.find_first_not_of(blanks, next_), line.size());
        next_ = std::min(line.find_first_of(blanks, begin_), line.size());
        return line.substr(begin_, next_ - begin_);
    }
    void expect(std::string_view word) {
        if (const std::string_view found = take(); found != word) refuse(fmt::format("'{}'", word), found);
    }
    template <class Integer>
    Integer number() {
        const std::string_view text = take();
        Integer value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc() || end != text.data() + text.size() || value < 1) refuse("a number from 1 on", text);
        return value;
    }
    [[noreturn]] void refuse(const std::string& expected, std::string_view found, const std::string& hint = {}) const {
        throw Fault(Code::syntax,
                    fmt::format("in an expectation: expected {}, found {}{}", expected,
                                found.empty() ? "the end of the line" : fmt::format("'{}'", found), hint),
                    locate(kernel_, {line_, static_cast<std::int32_t>(begin_) + 1}));
    }

    const Kernel& kernel_;
    std::int32_t line_;
    std::size_t next_;
    std::size_t begin_ = 0;  ///< of the word taken last
};

}  // namespace

void read_comments(Kernel& kernel) {
    constexpr std::string_view mark = "expect:";
    bool opening = true;
    for (std::size_t i = 0; i < kernel.lines.size(); ++i) {
        const std::string_view line = kernel.lines[i];
        const std::size_t begin = comment_begin(line);
        if (begin == std::string_view::npos || !trimmed(line.substr(0, begin)).empty()) opening = false;
        if (begin == std::string_view::npos) continue;
        const std::string_view comment = trimmed(line.substr(begin + 1));
        if (comment.starts_with(mark)) {
            const std::size_t words = line.find(mark, begin) + mark.size();
            kernel.expectations.push_back(ExpectationReader(kernel, static_cast<std::int32_t>(i) + 1, words).read());
        } else if (opening) {
            if (!kernel.about.empty()) kernel.about += '\n';
            kernel.about += comment;
        }
    }
    // Empty lines at its beginning are left out already.
    kernel.about.erase(kernel.about.find_last_not_of('\n') + 1);
}

}  // namespace ringproof::model
