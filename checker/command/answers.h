#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/ask.h"
#include "checker/smt/second_solver.h"
#include "model/diagnostic.h"

/// What `verify` found, and the forms in which it says so.
namespace ringproof::command {

/// The answer for one size.
struct Answer {
    std::string schedule;  ///< name
    std::int32_t chips = 0;
    std::int32_t launches = 1;
    checker::Verdict verdict;
    std::string expected = "proved";                         ///< by the file's own word
    std::string headline, story;                             ///< of a counterexample
    std::optional<checker::smt::Confirmation> confirmation;  ///< of a second solver that was asked

    /// `proved`, `undecided`, or the name of the violated property.
    std::string found() const;
    bool as_expected() const { return found() == expected; }
};

struct FileAnswers {
    std::string file;
    std::vector<Answer> answers;
    std::vector<std::int64_t> skipped;  ///< sizes that the kernel does not take
    std::optional<model::Fault> fault;  ///< the file is invalid
};

/// How text is written.
struct Style {
    bool as_expected = false;  ///< only tell whether verdicts are as expected, and the story where they are not
    bool brief = false;        ///< no stories
};

/// A line for the file and the story of its smallest counterexample.
std::string text_of(const FileAnswers& file, const Style& style);
/// One JSON object a line and size (design of the keys: README, "For scripts").
std::string json_lines(const FileAnswers& file);
/// A JUnit report: one test case a size.
std::string junit(const std::vector<FileAnswers>& files, bool as_expected);

/// Counts over all files, and the exit status that follows.
class Summary {
public:
    void count(const FileAnswers& file, bool as_expected);
    std::string text() const;
    int status() const;

private:
    int files_ = 0, sizes_ = 0;
    std::optional<checker::smt::Confirmation> confirmation_;
    int proved_ = 0, refuted_ = 0, undecided_ = 0, invalid_ = 0, unexpected_ = 0;
    bool as_expected_ = false;
};

}  // namespace ringproof::command
