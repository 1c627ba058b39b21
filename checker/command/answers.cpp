#include "checker/command/answers.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/command/command.h"
#include "checker/command/report_text.h"
#include "checker/command/trace_files.h"
#include "checker/report.h"

namespace ringproof::command {
namespace {

using checker::Outcome;
using checker::smt::Confirmation;

constexpr std::string_view outcome_words[] = {"proved", "counterexample", "undecided", "invalid"};

/// What was found at these sizes, in words.
std::string found_text(const Answer& answer) {
    if (!answer.broken.empty()) return "NO ANSWER, which is a fault of ringproof,";
    if (answer.outcome() == Outcome::counterexample) return "counterexample, " + answer.found();
    return answer.found();
}

/// In brackets after the sizes: whose answer it is, and what it says besides.
std::string note_of(const Answer& answer, const Style& style) {
    if (!answer.broken.empty()) return answer.broken;
    if (answer.fault) return answer.message();
    const auto& [verdict, engines, asked] = answer.decision;
    std::string note = fmt::format("{}", fmt::join(engines, ", "));
    if (style.count) note = fmt::format("{} of {} engines: {}", decided(verdict) ? engines.size() : 0, asked, note);
    return verdict.outcome == Outcome::counterexample ? note : fmt::format("{}; {}", note, answer.message());
}

bool same_line(const Answer& one, const Answer& other, const Style& style) {
    // Counterexamples of one property share a story, whatever place each speaks of.
    return one.found() == other.found() && one.way == other.way && one.launches == other.launches &&
           one.profile == other.profile && !one.every && !other.every && note_of(one, style) == note_of(other, style);
}

/// What it is about.
std::string size_text(const Answer& answer, const std::vector<std::int64_t>& sizes) {
    if (answer.every) return answer.size();
    return fmt::format("n = {}{}", sizes_text(sizes), answer.manner());
}

std::string story_of(const Answer& answer) {
    std::string out = fmt::format("  n = {}{}:\n{}", answer.chips, answer.manner(), indented(answer.story));
    for (std::size_t i = 1; i < answer.codes.size(); ++i)
        out +=
            fmt::format("    also: {} {}\n", model::number(answer.codes[i]), model::diagnostic(answer.codes[i]).title);
    return out;
}

}  // namespace

std::string confirmed_text(const Confirmation& confirmation) {
    return fmt::format("{} of {} unsat answers confirmed by {}{}", confirmation.confirmed, confirmation.unsat,
                       confirmation.by, confirmation.complete() ? "" : fmt::format(" ({})", confirmation.complaint));
}

void add(std::optional<Confirmation>& sum, const std::optional<Confirmation>& confirmation) {
    if (!confirmation) return;
    if (!sum) sum.emplace();
    *sum += *confirmation;
}

std::string Answer::found() const {
    if (broken.empty() && outcome() == Outcome::counterexample)
        return std::string(model::word(model::property_of(codes.front())));
    return std::string(outcome_word());
}

std::string_view Answer::outcome_word() const {
    return broken.empty() ? outcome_words[static_cast<int>(outcome())] : "broken";
}

std::string Answer::message() const {
    if (!broken.empty()) return broken;
    if (fault) return fault->what();
    switch (outcome()) {
        case Outcome::counterexample:
            return headline;
        case Outcome::undecided:
            return fmt::format("{} {}", model::number(verdict().reason), verdict().message);
        default:
            return checker::proof_note(verdict());
    }
}

std::string Answer::manner() const {
    return fmt::format("{}{}{}", way.empty() ? "" : ", " + way, assumed.empty() ? "" : ", " + assumed,
                       launches == 1 ? "" : fmt::format(", {} launches", launches));
}

std::string Answer::size() const {
    if (!every) return fmt::format("n = {}{}", chips, manner());
    return fmt::format("every n >= {}{} and every number of launches", every->least,
                       every->some ? " that it takes" : "");
}

std::string text_of(const FileAnswers& file, const Style& style) {
    // Sizes with the same outcome share a line; the first of each outcome speaks for them.
    struct Group {
        const Answer* first;
        std::vector<std::int64_t> sizes;
        std::optional<Confirmation> confirmation;
        std::int64_t states = 0, transitions = 0;
        std::vector<std::string> traces;
    };
    std::vector<Group> groups;
    for (const Answer& answer : file.answers) {
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& known) { return same_line(*known.first, answer, style); });
        if (group == groups.end()) group = groups.insert(group, Group{&answer, {}, std::nullopt, 0, 0, {}});
        group->sizes.push_back(answer.chips);
        add(group->confirmation, answer.confirmation);
        group->states += answer.verdict().states;
        group->transitions += answer.verdict().transitions;
        group->traces.insert(group->traces.end(), answer.traces.begin(), answer.traces.end());
    }
    std::string out;
    std::set<std::string> smallest_told;
    for (const auto& [answer, sizes, confirmation, states, transitions, traces] : groups) {
        out += fmt::format("{}: {} for {}{} ({})", file.file, found_text(*answer), size_text(*answer, sizes),
                           style.profiles ? ", profile " + answer->profile : "", note_of(*answer, style));
        if (states > 0) out += fmt::format("; {} states, {} transitions", states, transitions);
        if (answer->every && answer->every->steps > 0)
            out += fmt::format("; {} steps ({})", answer->every->steps, fmt::join(answer->every->ranges, ", "));
        if (confirmation) out += "; " + confirmed_text(*confirmation);
        if (style.as_expected && answer->as_expected() && answer->expected != "proved") out += ", as expected";
        if (style.as_expected && !answer->as_expected()) out += fmt::format(", EXPECTED {}", answer->expected);
        out += "\n";
        const bool tell = answer->found() != "broken" && answer->outcome() == Outcome::counterexample && !style.brief &&
                          !(style.as_expected && answer->as_expected());
        for (const model::PlanFact& fact : answer->facts) out += fmt::format("  {}\n", fact.text);
        for (const std::string& note : answer->notes) out += fmt::format("  note: {}\n", note);
        // Once for each profile.
        if (answer->tell_smallest && smallest_told.insert(answer->profile).second)
            out += fmt::format("  {}\n", answer->smallest->text());
        if (tell) out += story_of(*answer);
        for (const std::string& trace : traces) out += fmt::format("  trace: {}\n", trace_files_text(trace));
    }
    // The fault itself goes to standard error.
    if (file.fault) out += fmt::format("{}: invalid\n", file.file);
    if (!file.skipped.empty() && !file.fault)
        out += fmt::format("{}: does not take n = {}\n", file.file, sizes_text(file.skipped));
    return out;
}

}  // namespace ringproof::command
