#include "checker/report.h"

#include <fmt/format.h>

#include "checker/explanation.h"
#include "checker/story/words.h"
#include "model/monotone.h"

namespace ringproof::checker {
namespace {

using namespace model;

/// The kernel's line of an operation, `    14 |   put x[c] -> ...`, if the text is at hand.
std::string excerpt(const Schedule& schedule, const Event& event, std::span<const std::string> lines) {
    const std::size_t line = line_number(schedule, event);
    if (line == 0 || line > lines.size()) return {};
    return fmt::format("    {:>4} | {}\n", line, lines[line - 1]);
}

std::string text_of(const Schedule& schedule, const Explanation& explanation, bool deadlock,
                    std::span<const std::string> lines) {
    std::string out;
    for (const Remark& remark : explanation.remarks) {
        out += fmt::format("{:{}}{}\n", "", 2 + 2 * remark.depth, remark.text);
        if (remark.quote && !remark.events.empty()) out += excerpt(schedule, remark.events.front(), lines);
    }
    if (explanation.any_timing && !deadlock) out += "  It shows with any timing.\n";
    if (explanation.recipe) out += fmt::format("  {}.\n", explanation.recipe->text);
    return out;
}

}  // namespace

std::string headline(const Schedule& schedule, const Finding& finding) {
    std::string what;
    if (finding.place) what = ": " + schedule.text(*finding.place);
    if (finding.counter) what = ": " + schedule.text(*finding.counter);
    if (finding.code == Code::not_entered || finding.code == Code::left_already)
        what = fmt::format(": chip {}", finding.value);
    if (finding.code == Code::deadlock)
        what = fmt::format(": {} of {} agents are blocked for ever", finding.blocked.size(), schedule.agents.size());
    return fmt::format("{} {}{}", number(finding.code), diagnostic(finding.code).title, what);
}

std::string finding_text(const Schedule& schedule, const Finding& finding, std::span<const std::string> lines) {
    return explanation_text(schedule, {finding, {}}, lines);
}

std::string explanation_text(const Schedule& schedule, const Counterexample& counterexample,
                             std::span<const std::string> lines) {
    return headline(schedule, counterexample.finding) + "\n" +
           text_of(schedule, explain(schedule, counterexample), counterexample.finding.code == Code::deadlock, lines);
}

std::string execution_text(const Schedule& schedule, const Counterexample& counterexample) {
    const auto& [finding, trace] = counterexample;
    std::string out;
    if (finding.code == Code::deadlock && model::why_not_monotone(schedule).empty())
        out = fmt::format("  Every execution ends so, after {} events.\n", trace.size());
    else if (finding.code == Code::deadlock)
        out = fmt::format("  An execution that ends so, {} events:\n{}", trace.size(), trace_text(schedule, trace));
    else
        out = fmt::format("  An execution that shows it, {} events, none of which can be left out:\n{}", trace.size(),
                          trace_text(schedule, trace));
    return out + fmt::format("  help: {}\n", diagnostic(finding.code).help);
}

std::string story(const Schedule& schedule, const Counterexample& counterexample, std::span<const std::string> lines) {
    return explanation_text(schedule, counterexample, lines) + execution_text(schedule, counterexample);
}

std::string proof_note(const Verdict& verdict) {
    if (verdict.claims == 0) return "no output is claimed: only order and clean ends are proved";
    constexpr std::string_view laws[] = {"", "associativity", "associativity and commutativity",
                                         "associativity, commutativity and idempotence"};
    if (verdict.law == Law::none) return "outputs are the contract's very expressions";
    return fmt::format("needs {}; {}", laws[static_cast<int>(verdict.law)],
                       verdict.same_expression ? "every chip computes the same expression"
                                               : "chips compute different expressions, so rounding may differ");
}

}  // namespace ringproof::checker
