#pragma once

#include <span>
#include <string>
#include <vector>

#include "checker/decision.h"

/// Engines against each other: they share the model and nothing else, so what two of them say of one question is the
/// strongest test that either can be put to.
namespace ringproof::checker {

/// How two verdicts on one question contradict each other, in words; empty where they agree. They agree when
/// - one of them is undecided, which says nothing; or
/// - both are `proved`, with the same law and the same word on whether all chips hold the same expression; or
/// - both are counterexamples and name the same property first, whose precedence specs/semantics.md section 3 fixes. An
///   engine that reached a limit after it had found something may have missed what comes earlier, not what comes later.
std::string contradiction(const Verdict& one, const Verdict& other);

/// Throws Disagreement, with both verdicts in words, where `verdict` contradicts `other`.
void require_agreement(const Verdict& one, const Verdict& other);

/// What every engine says, each with all of the time, in their order. Throws Disagreement.
std::vector<Verdict> ask_all(const Question& question, std::span<const Engine> engines);

/// The best of what several engines say of one question; at least one has been asked.
Decision best_of(std::vector<Verdict> verdicts);

/// Asks every engine, and tells the best of what they say. Throws Disagreement.
Decision cross_check(const Question& question, std::span<const Engine> engines);

}  // namespace ringproof::checker
