#include "checker/cross_check.h"

#include <fmt/format.h>

namespace ringproof::checker {
namespace {

using model::property_of;
using model::word;

/// The finding that a counterexample names first.
model::Code first_code(const Verdict& verdict) { return verdict.counterexamples.front().finding.code; }

std::string in_words(const Verdict& verdict) {
    if (verdict.outcome == Outcome::counterexample)
        return fmt::format("{} says counterexample, {} ({}){}", verdict.engine, word(property_of(first_code(verdict))),
                           model::number(first_code(verdict)),
                           looked_at_all(verdict) ? "" : ", and had not looked at all");
    return fmt::format(
        "{} says proved, law {}, {}", verdict.engine, word(verdict.law),
        verdict.same_expression ? "the same expression on every chip" : "different expressions on different chips");
}

std::string of_counterexamples(const Verdict& one, const Verdict& other) {
    const int first = model::precedence(first_code(one)), second = model::precedence(first_code(other));
    if (property_of(first_code(one)) == property_of(first_code(other))) return {};
    if ((first > second && !looked_at_all(one)) || (second > first && !looked_at_all(other))) return {};
    return "the property named first";
}

}  // namespace

std::string contradiction(const Verdict& one, const Verdict& other) {
    if (!decided(one) || !decided(other)) return {};
    if (one.outcome != other.outcome) return "the outcome";
    if (one.outcome == Outcome::counterexample) return of_counterexamples(one, other);
    if (one.law != other.law) return "the law that the result leans on";
    if (one.same_expression != other.same_expression) return "whether every chip holds the same expression";
    return {};
}

void require_agreement(const Verdict& one, const Verdict& other) {
    if (const std::string what = contradiction(one, other); !what.empty())
        throw Disagreement(fmt::format("engines differ in {}: {}; {}", what, in_words(one), in_words(other)));
}

std::vector<Verdict> ask_all(const Question& question, std::span<const Engine> engines) {
    std::vector<Verdict> verdicts;
    for (const Engine& engine : engines) {
        verdicts.push_back(engine.answer(question));
        // Each against each: agreement with what had not looked at all hands nothing on.
        for (std::size_t i = 0; i + 1 < verdicts.size(); ++i) require_agreement(verdicts[i], verdicts.back());
    }
    return verdicts;
}

Decision best_of(std::vector<Verdict> verdicts) {
    Decision decision;
    for (const Verdict& verdict : verdicts) {
        if (decided(verdict) || verdict.reason != model::Code::not_monotone) ++decision.asked;
        if (decided(verdict)) decision.engines.push_back(verdict.engine);
    }
    // Of an answer that looked at all, more can be told.
    Verdict* best = &verdicts.front();
    for (Verdict& verdict : verdicts)
        if (decided(verdict) && (!decided(*best) || (!looked_at_all(*best) && looked_at_all(verdict)))) best = &verdict;
    decision.verdict = std::move(*best);
    if (decision.engines.empty()) decision.engines.push_back(decision.verdict.engine);
    return decision;
}

Decision cross_check(const Question& question, std::span<const Engine> engines) {
    return best_of(ask_all(question, engines));
}

}  // namespace ringproof::checker
