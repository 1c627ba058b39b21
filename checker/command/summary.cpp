#include <fmt/format.h>

#include "checker/command/answers.h"
#include "checker/command/command.h"

namespace ringproof::command {

using checker::Outcome;

void Summary::count(const FileAnswers& file, bool as_expected) {
    as_expected_ = as_expected;
    files_ += file.read;
    invalid_ += file.fault.has_value();
    for (const Answer& answer : file.answers) {
        // What a kernel would do under other promises is an answer, whatever it is; that there is none is not.
        if (!answer.change.option.empty() && answer.broken.empty()) continue;
        ++questions_;
        const Outcome outcome = answer.outcome();
        broken_ += !answer.broken.empty();
        if (!answer.broken.empty()) continue;
        proved_ += outcome == Outcome::proved;
        refuted_ += outcome == Outcome::counterexample;
        undecided_ += outcome == Outcome::undecided;
        invalid_sizes_ += outcome == Outcome::invalid;
        unexpected_ += !answer.as_expected();
        add(confirmation_, answer.confirmation);
    }
}

std::string Summary::text() const {
    std::string text = fmt::format("{} files, {} questions: {} proved, {} counterexamples, {} undecided", files_,
                                   questions_, proved_, refuted_, undecided_);
    if (invalid_sizes_ > 0) text += fmt::format(", {} invalid", invalid_sizes_);
    if (invalid_ > 0) text += fmt::format("; {} files invalid", invalid_);
    if (broken_ > 0) text += fmt::format("; {} WITHOUT ANSWER", broken_);
    if (as_expected_) text += unexpected_ == 0 ? "; all as expected" : fmt::format("; {} NOT as expected", unexpected_);
    if (confirmation_) text += "; " + confirmed_text(*confirmation_);
    return text;
}

int Summary::status() const {
    if (broken_ > 0) return internal_error;
    if (invalid_ > 0 || invalid_sizes_ > 0) return bad_input;
    if (as_expected_ ? unexpected_ > 0 : refuted_ > 0) return refuted;
    // What a second solver was asked to confirm and did not confirm is no proof yet.
    const bool unconfirmed = confirmation_ && !confirmation_->complete();
    return (undecided_ > 0 && !as_expected_) || unconfirmed ? undecided : all_proved;
}

}  // namespace ringproof::command
