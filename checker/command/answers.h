#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/command/smallest.h"
#include "checker/decision.h"
#include "checker/smt/second_solver.h"
#include "model/diagnostic.h"
#include "model/import/plan.h"
#include "model/language/profile_text.h"

/// What `verify` found, and the forms in which it says so.
namespace ringproof::command {

/// What a proof for every n says beside its verdict.
struct EveryNote {
    std::int64_t least = 0;           ///< chips
    bool some = false;                ///< of those that the kernel takes
    std::vector<std::string> ranges;  ///< `n >= 3: 120 steps`
    std::size_t steps = 0;
};

/// The answer to one question.
struct Answer {
    std::string schedule;  ///< name
    std::int64_t chips = 0;
    std::string way;      ///< of a plan
    std::string assumed;  ///< of a plan: options that are not as usual
    std::int32_t launches = 1;
    std::string profile;            ///< as model::profile_text has it
    std::size_t asked_profile = 0;  ///< which of those asked
    model::OptionValue change{};    ///< `--weaken`: the option that is not as asked; else empty
    /// Options of the profile asked.
    std::vector<model::OptionValue> own_options;
    checker::Decision decision;         ///< without its counterexamples, which are large: their codes are kept
    std::vector<model::Code> codes;     ///< of its counterexamples
    std::string expected = "proved";    ///< by the file's own word
    std::string headline, story;        ///< of a counterexample
    std::vector<std::string> traces;    ///< of its counterexamples, where they are kept: files without their endings
    std::optional<Smallest> smallest;   ///< of a counterexample, for the same profile, where it was looked for
    bool tell_smallest = false;         ///< whether it adds to what was asked for
    std::optional<model::Fault> fault;  ///< there is no such schedule: invalid
    std::string broken;                 ///< a fault of this program: there is no answer
    std::vector<std::string> notes;     ///< of a plan: what people should know besides
    std::vector<model::PlanFact> facts;
    std::optional<checker::smt::Confirmation> confirmation;  ///< of a second solver that was asked
    std::optional<EveryNote> every;                          ///< it is about every number of chips and launches

    const checker::Verdict& verdict() const { return decision.verdict; }
    checker::Outcome outcome() const { return fault ? checker::Outcome::invalid : verdict().outcome; }
    /// `proved`, `undecided`, `invalid`, `broken`, or the name of the violated property.
    std::string found() const;
    /// `broken`, or the word of the outcome.
    std::string_view outcome_word() const;
    bool as_expected() const { return found() == expected; }
    /// What the proof says, what the counterexample is, or why there is no answer.
    std::string message() const;
    /// `, in place, --fifo-depth 3, 2 launches`: how a plan is run, and launches if more than one.
    std::string manner() const;
    /// `n = 4, 2 launches`, or `every n >= 2 and every number of launches`.
    std::string size() const;
};

struct FileAnswers {
    std::string file;
    std::vector<Answer> answers;
    std::vector<std::int64_t> skipped;  ///< sizes that the kernel does not take
    std::optional<model::Fault> fault;  ///< the file is invalid, whatever is asked of it
    bool schedule = false;              ///< not a kernel
    std::size_t open = 0;               ///< questions without an answer, because the work was interrupted
    bool read = false;                  ///< else its questions are not known
    std::string more;                   ///< what `--slack` or `--repair` found, in the form asked for
};

/// How text is written.
struct Style {
    bool as_expected = false;  ///< only tell whether verdicts are as expected, and the story where they are not
    bool brief = false;        ///< no stories
    bool profiles = false;     ///< say for which profile
    bool count = false;        ///< say how many engines were asked
};

/// `12 of 12 unsat answers confirmed by cvc5`, and why not where some are not.
std::string confirmed_text(const checker::smt::Confirmation& confirmation);
/// Adds what there is of one to what there is of the other.
void add(std::optional<checker::smt::Confirmation>& sum, const std::optional<checker::smt::Confirmation>& confirmation);

/// A line for the file and the story of its smallest counterexample.
std::string text_of(const FileAnswers& file, const Style& style);
/// A table for the file: its verdict, and the verdict under each profile that differs in one option.
std::string weaken_text(const FileAnswers& file);
/// One JSON object a line and question (design of the keys: README, "For scripts").
std::string json_lines(const FileAnswers& file);
/// A JUnit report: one test case a question. Not empty `interruption`: it has an error that says so.
std::string junit(const std::vector<FileAnswers>& files, bool as_expected, const std::string& interruption);

/// Counts over all files, and the exit status that follows.
class Summary {
public:
    void count(const FileAnswers& file, bool as_expected);
    std::string text() const;
    int status() const;

private:
    int files_ = 0, questions_ = 0;
    int proved_ = 0, refuted_ = 0, undecided_ = 0, unexpected_ = 0, broken_ = 0;
    int invalid_ = 0;        ///< files
    int invalid_sizes_ = 0;  ///< of files that are not invalid as a whole
    std::optional<checker::smt::Confirmation> confirmation_;
    bool as_expected_ = false;
};

}  // namespace ringproof::command
