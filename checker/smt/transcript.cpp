#include "checker/smt/transcript.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace ringproof::checker::smt {
namespace {

/// A name as SMT-LIB writes it.
std::string symbol(std::string_view name) {
    const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    const bool as_it_is =
        std::all_of(name.begin(), name.end(), plain) && !name.empty() && !(name[0] >= '0' && name[0] <= '9');
    return as_it_is ? std::string(name) : fmt::format("|{}|", name);
}

std::string_view status(Answer answer) {
    return answer == Answer::proved ? "unsat" : answer == Answer::model ? "sat" : "unknown";
}

}  // namespace

Transcript* record(Transcripts* where, const std::string& part, std::string about, std::string logic) {
    return where == nullptr ? nullptr : &where->open(part, std::move(about), std::move(logic));
}

std::string in_comment(std::string_view text) {
    std::string line(text);
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c < ' '; }, ' ');
    return line;
}

std::string Transcript::text(std::string_view subject, bool with_answers) const {
    std::string out = fmt::format("; {}\n{}", in_comment(subject), about_);
    out +=
        "; Check it with `cvc5 --incremental FILE`, or with any solver that reads SMT-LIB 2 and takes several "
        "questions.\n";
    if (with_answers) out += "; The status before each question is what Z3 answered.\n";
    out += fmt::format("(set-logic {})\n", logic_);
    std::size_t told = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
        out.append(stated_, told, positions_[i].offset - told);
        told = positions_[i].offset;
        out += fmt::format("; Question {}: {}\n", i + 1, in_comment(asked_[i].name));
        if (with_answers) out += fmt::format("(set-info :status {})\n", status(asked_[i].answer));
        out += positions_[i].command + "\n";
    }
    return out.append(stated_, told);
}

std::string Transcript::text_of(Literal literal) const {
    const std::string& name = booleans_[literal.variable];
    return literal.negated ? fmt::format("(not {})", name) : name;
}

void Transcript::boolean(std::string_view name) {
    booleans_.push_back(symbol(name));
    command(fmt::format("(declare-const {} Bool)", booleans_.back()));
}

void Transcript::clause(const std::vector<Literal>& literals) {
    std::string any;
    for (const Literal literal : literals) any += " " + text_of(literal);
    command(literals.empty()       ? "(assert false)"
            : literals.size() == 1 ? fmt::format("(assert{})", any)
                                   : fmt::format("(assert (or{}))", any));
}

void Transcript::time(std::string_view name) {
    times_.push_back(symbol(name));
    command(fmt::format("(declare-const {} Int)", times_.back()));
}

void Transcript::before(Time earlier, Time later) {
    command(fmt::format("(assert (< {} {}))", times_[earlier.variable], times_[later.variable]));
}

void Transcript::before(Literal condition, Time earlier, Time later) {
    command(fmt::format("(assert (=> {} (< {} {})))", text_of(condition), times_[earlier.variable],
                        times_[later.variable]));
}

void Transcript::at_least(Literal condition, const std::vector<Weighted>& terms, std::int64_t bound) {
    const std::string premise = text_of(condition);
    std::int64_t total = 0;
    std::string sum, any;
    for (const Weighted& term : terms) {
        total += term.weight;
        sum += fmt::format(" (ite {} {} 0)", text_of(term.literal), term.weight);
        any += " " + text_of(term.literal);
    }
    if (bound <= 0) return;
    if (total < bound) return command(fmt::format("(assert (not {}))", premise));
    // Solvers are slow at sums. Most here say "all of them" or "one of them", which needs no arithmetic.
    bool all_needed = true, one_suffices = true;
    for (const Weighted& term : terms) {
        const bool needed = total - term.weight < bound;
        if (needed) command(fmt::format("(assert (=> {} {}))", premise, text_of(term.literal)));
        all_needed = all_needed && needed;
        one_suffices = one_suffices && term.weight >= bound;
    }
    if (all_needed) return;
    command(one_suffices ? fmt::format("(assert (=> {} (or{})))", premise, any)
                         : fmt::format("(assert (=> {} (>= (+{}) {})))", premise, sum, bound));
}

void Transcript::question(const std::string& name, const std::vector<Literal>& assumptions, Answer answer) {
    if (assumptions.empty()) return question(name, answer);
    std::string all;
    for (const Literal literal : assumptions) all += (all.empty() ? "" : " ") + text_of(literal);
    ask(name, fmt::format("(check-sat-assuming ({}))", all), answer);
}

void Transcript::command(std::string_view text) { (stated_ += text) += '\n'; }

void Transcript::question(const std::string& name, Answer answer) { ask(name, "(check-sat)", answer); }

void Transcript::ask(const std::string& name, std::string command, Answer answer) {
    asked_.push_back({name, answer});
    positions_.push_back({stated_.size(), std::move(command)});
}

Transcript& Transcripts::open(const std::string& part, std::string about, std::string logic) {
    const auto same = std::count_if(all_.begin(), all_.end(), [&](const Transcript& other) {
        return other.part() == part || other.part().starts_with(part + "-");
    });
    return all_.emplace_back(same == 0 ? part : fmt::format("{}-{}", part, same + 1), std::move(about),
                             std::move(logic));
}

}  // namespace ringproof::checker::smt
