#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "checker/smt/solver.h"

namespace ringproof::checker::smt {

/// What was stated to one solver and asked of it, in order, as SMT-LIB 2 that another solver can be asked with. The
/// text is made from what the engines say, with the meaning that solver.h and equation.h give to it, and not from what
/// was made of it for Z3.
class Transcript {
public:
    /// A question that was put, and what Z3 answered.
    struct Asked {
        std::string name;
        Answer answer = Answer::error;
    };

    /// `part` tells it from other transcripts about the same schedule; `about` says in words what is asked; `logic` is
    /// SMT-LIB's name of what it takes to decide it.
    Transcript(std::string part, std::string about, std::string logic)
        : part_(std::move(part)), about_(std::move(about)), logic_(std::move(logic)) {}

    const std::string& part() const { return part_; }
    /// The questions that the text asks, in its order.
    const std::vector<Asked>& asked() const { return asked_; }
    /// A whole file, below a comment that begins with `subject`. `with_answers`: it tells what Z3 said, too.
    std::string text(std::string_view subject, bool with_answers) const;

    // ---- Recording -----------------------------------------------------------------------------------------------

    void boolean(std::string_view name);
    /// At least one of them holds.
    void clause(const std::vector<Literal>& literals);
    /// If `condition` holds, the weights of the terms that hold sum up to `bound` at least.
    void at_least(Literal condition, const std::vector<Weighted>& terms, std::int64_t bound);
    void time(std::string_view name);
    void before(Time earlier, Time later);
    /// If `condition` holds.
    void before(Literal condition, Time earlier, Time later);
    /// Whether all of `assumptions` can hold together with everything stated.
    void question(const std::string& name, const std::vector<Literal>& assumptions, Answer answer);

    /// A command as it stands.
    void command(std::string_view text);
    /// Whether everything that is asserted can hold together.
    void question(const std::string& name, Answer answer);

private:
    /// A question's place in the text, between what was stated before and after it.
    struct Position {
        std::size_t offset;
        std::string command;
    };
    std::string text_of(Literal literal) const;
    void ask(const std::string& name, std::string command, Answer answer);

    std::string part_, about_, logic_;
    std::string stated_;
    std::vector<std::string> booleans_, times_;
    std::vector<Asked> asked_;
    std::vector<Position> positions_;  ///< of each question
};

/// The transcripts of all solvers that one question about a schedule needs.
class Transcripts {
public:
    /// A new one, which lives as long as this object; see Transcript. `part` consists of letters, digits and dashes.
    Transcript& open(const std::string& part, std::string about, std::string logic);
    const std::deque<Transcript>& all() const { return all_; }

private:
    std::deque<Transcript> all_;
};

/// A new transcript in `where`, see Transcript; null where nothing is recorded.
Transcript* record(Transcripts* where, const std::string& part, std::string about, std::string logic);

/// Text as the content of a comment: on one line.
std::string in_comment(std::string_view text);

}  // namespace ringproof::checker::smt
