#include "checker/smt/second_solver.h"

#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "checker/ask.h"
#include "checker/smt/process.h"

namespace ringproof::checker::smt {
namespace {

std::string_view word(Answer answer) { return answer == Answer::proved ? "unsat" : "sat"; }

}  // namespace

Confirmation& Confirmation::operator+=(const Confirmation& other) {
    by = other.by;
    unsat += other.unsat;
    confirmed += other.confirmed;
    unasked += other.unasked;
    if (complaint.empty()) complaint = other.complaint;
    return *this;
}

SecondSolver::SecondSolver(const std::string& name)
    : name_(std::filesystem::path(name).filename()), program_(find_program(name)) {}

Confirmation SecondSolver::confirm(const Transcript& transcript, const std::string& file, double seconds) const {
    Confirmation confirmation;
    confirmation.by = name_;
    for (const Transcript::Asked& question : transcript.asked())
        confirmation.unsat += question.answer == Answer::proved;
    if (transcript.asked().empty()) return confirmation;

    std::vector<std::string> arguments{program_};
    // The only solver that wants to be told that there is more than one question.
    if (name_.starts_with("cvc5")) arguments.push_back("--incremental");
    arguments.push_back(file);
    const Finished finished = run(arguments, seconds);

    // One word a question, in their order. Whatever else is said ends it: nothing after that is taken for an answer.
    std::istringstream lines(finished.output);
    std::size_t next = 0;
    for (std::string line; std::getline(lines, line); ++next) {
        const bool known = line == "sat" || line == "unsat" || line == "unknown";
        if (!known || next == transcript.asked().size()) {
            // More answers than questions: which answer is to which question is not known then.
            if (known) confirmation.confirmed = 0;
            confirmation.complaint = fmt::format("it says \"{}\"", in_comment(line.substr(0, 200)));
            break;
        }
        if (line == "unknown") {
            confirmation.complaint = fmt::format("it says unknown to \"{}\"", transcript.asked()[next].name);
            continue;
        }
        const auto& [name, answer] = transcript.asked()[next];
        if (answer != Answer::proved && answer != Answer::model) continue;  // Z3 gave none
        if (line != word(answer))
            throw Disagreement(fmt::format("to question {} of {}, \"{}\", Z3 says {} and {} says {}", next + 1,
                                           transcript.part(), name, word(answer), name_, line));
        confirmation.confirmed += answer == Answer::proved;
    }
    if (next < transcript.asked().size() && confirmation.complaint.empty())
        confirmation.complaint = finished.timed_out  ? fmt::format("{} s were over", seconds)
                                 : finished.too_much ? "it says too much"
                                                     : "it ended before it had answered";
    return confirmation;
}

}  // namespace ringproof::checker::smt
