#include "checker/every_text.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checker/report.h"
#include "model/language/language.h"
#include "model/language/profile_text.h"

namespace ringproof::checker {
namespace {

/// The properties of specs/semantics.md section 3, and what is shown besides, in the order of a proof.
struct Chapter {
    std::string_view about, title, text;
};
constexpr Chapter chapters[] = {
    {"valid", "The kernel has a schedule of every size", "Indices are inside, amounts positive, contracts fit."},
    {"order", "What comes before which wait",
     "Each unit that a wait takes is one that is raised, and no other unit. A raise whose unit has been taken by then "
     "comes before the wait if every other unit on that counter has been taken by then as well, or comes later: else "
     "the wait would find too few."},
    {"deadlock", "No deadlock",
     "Units that are raised and units that are waited for belong together one to one, and each is issued before it is "
     "waited for in an order of all events in which each agent's text goes on. So all waits are met."},
    {"not-entered", "Nothing reaches a chip that has not entered, or has left", ""},
    {"race", "No races", "Of two accesses that meet in a slot, one ends before the other opens."},
    {"dirty-exit", "Clean exits", ""},
    {"uninitialised", "Every read sees a write", "A write that has ended before, and no other lies between."},
    {"wrong-result", "What slots hold, and the result", "By induction along the order in which reads see writes."},
    {"laws", "Laws that the result leans on", ""},
};

}  // namespace

std::string range_text(const EveryPart& part) {
    return part.most == 0 ? fmt::format("n >= {}", part.least) : fmt::format("n = {}", part.least);
}

std::string not_proved_text(const model::Kernel& kernel, const EveryVerdict& verdict) {
    std::string text =
        verdict.outside ? "no proof for every n speaks of this kernel: " : "no proof for every n was found: ";
    text += verdict.message;
    if (!verdict.property.empty()) text += fmt::format(" ({})", verdict.property);
    if (verdict.where.line > 0) {
        text += fmt::format(" (line {}", verdict.where.line);
        const auto line = static_cast<std::size_t>(verdict.where.line) - 1;
        if (line < kernel.lines.size()) {
            const std::string& source = kernel.lines[line];
            const auto first = source.find_first_not_of(' ');
            if (first != std::string::npos) text += fmt::format(": `{}`", source.substr(first));
        }
        text += ")";
    }
    if (verdict.model.empty()) return text;
    std::vector<std::string> values;
    if (const auto n = verdict.model.find("n"); n != verdict.model.end())
        values.push_back(fmt::format("n = {}", n->second));
    for (const auto& [name, value] : verdict.model)
        if (name != "n" && name != "launches") values.push_back(fmt::format("{} = {}", name, value));
    return fmt::format("{}; what was tried does not show that for {}, which is no counterexample", text,
                       fmt::join(values, ", "));
}

std::string proof_markdown(const model::Kernel& kernel, const model::Profile& profile, const EveryVerdict& verdict) {
    Verdict summary;
    summary.law = verdict.law;
    summary.same_expression = verdict.same_expression;
    summary.claims = static_cast<std::int64_t>(verdict.promises);
    const std::int64_t least =
        std::min_element(verdict.parts.begin(), verdict.parts.end(), [](const EveryPart& a, const EveryPart& b) {
            return a.least < b.least;
        })->least;
    std::string out = fmt::format(
        "# {} is right for every n >= {} and every number of launches\n\n{}, profile `{}`: {}.\n\n"
        "Every step below is a statement about all numbers of chips, launches and rounds of loops. Its SMT-LIB 2 "
        "asserts that the statement fails; a solver answers `unsat`. `x'` is a second instance of an event whose "
        "numbers are `x`; `s_2` is the second loop over `s`, and `part` tells apart the units or slots of one line. "
        "Why "
        "these steps prove the properties is said in specs/semantics.md, section 5.14.\n",
        kernel.name, least, kernel.file, model::profile_text(profile), proof_note(summary));
    out += "\n```\n";
    for (std::size_t i = 0; i < kernel.lines.size(); ++i) out += fmt::format("{:3}  {}\n", i + 1, kernel.lines[i]);
    out += "```\n";
    out += fmt::format(
        "\nAll scripts use this remainder, which is right for what is less than three times its divisor away from 0. "
        "Beyond "
        "that it is `other`, a number of which nothing is said: what is proved holds for any number "
        "there. Put it before a step's script to ask a solver again; `--smt2 DIR` writes all of them as one file, and "
        "`--second-solver cvc5` asks.\n\n```smt2\n(set-logic QF_LIA)\n{}```\n",
        verdict.prelude);
    if (!kernel.parameters.empty()) {
        out += "\nParameters:";
        for (const model::Parameter& parameter : kernel.parameters)
            out += fmt::format(" {} = {}", parameter.name, parameter.value);
        out += ".\n";
    }
    for (const EveryPart& part : verdict.parts) {
        out += fmt::format("\n## {}\n", range_text(part));
        std::size_t number = 0;
        std::string scripts;
        for (const Chapter& chapter : chapters) {
            std::string steps;
            for (const EveryStep& step : part.steps) {
                if (step.about != chapter.about) continue;
                ++number;
                steps += fmt::format("{}. {}{}\n", number, step.name,
                                     step.uses.empty() ? "" : fmt::format(" — by what is raised on {}", step.uses));
                scripts += fmt::format("\n{}. {}\n\n```smt2\n{}(check-sat)\n```\n", number, step.name, step.script);
            }
            if (steps.empty()) continue;
            out += fmt::format("\n### {}\n\n{}{}{}", chapter.title, chapter.text, chapter.text.empty() ? "" : "\n\n",
                               steps);
        }
        out += fmt::format("\n### The steps for {} as SMT-LIB 2\n{}", range_text(part), scripts);
    }
    return out;
}

bool is_proof(const std::string& path) {
    std::ifstream file(path);
    std::string first;
    return std::getline(file, first) && first.starts_with("# ") &&
           first.find(" is right for every n >= ") != std::string::npos;
}

}  // namespace ringproof::checker
