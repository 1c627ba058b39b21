#include "checker/values.h"

#include <algorithm>

#include <fmt/format.h>

#include "checker/smt/equation.h"
#include "checker/smt/transcript.h"

namespace ringproof::checker {

using model::Code;
using model::Finding;

void judge_values(const model::Machine& finished, const Evidence& evidence, Verdict& verdict,
                  const std::function<void(const Finding&)>& show) {
    const auto& findings = finished.findings();
    for (const Finding& finding : findings) {
        const bool judged_here = finding.code == Code::uninitialised || finding.code == Code::wrong_result;
        if (!judged_here && !evidence.has(finding.code))
            throw Disagreement(
                fmt::format("the machine sees {} where it was proved that there is none", model::number(finding.code)));
    }
    for (const Code code : {Code::uninitialised, Code::wrong_result}) {
        const auto first = std::find_if(findings.begin(), findings.end(),
                                        [&](const Finding& finding) { return finding.code == code; });
        if (first != findings.end()) show(*first);
    }
    if (finished.results().too_large)
        throw GaveUp(Code::over_limit, "an expression is too large to be compared with its contract");
    verdict.law = finished.results().law;
    verdict.same_expression = finished.results().same_expression;
    verdict.claims = finished.results().claims;
}

void prove_equal(const Question& question, const Deadline& deadline, const model::Machine& finished) {
    model::Values& values = finished.values();
    smt::Equations equations(
        values, deadline,
        record(
            question.options.transcripts, "values",
            "; Inputs are unknowns u0, u1, ... and opaque work is a function of its arguments. Each question asks for\n"
            "; inputs for which what was found differs from what was expected: unsat says that there are none.\n",
            "ALL"));
    for (const auto& [found, expected] : finished.results().pairs) {
        const std::string name = fmt::format("{} differs from {}", values.text(found, 40), values.text(expected, 40));
        switch (equations.ask_different(name, found, expected)) {
            case smt::Answer::proved:
                break;
            case smt::Answer::model:
                throw Disagreement("the solver sees inputs for which a result that was proved is wrong: " + name);
            default:
                throw no_answer(name, equations.complaint());
        }
    }
}

}  // namespace ringproof::checker
