#pragma once

#include <span>
#include <vector>

#include "checker/decision.h"

/// Which engines `auto` asks.
namespace ringproof::checker {

/// A proof of at most this size (model::EventGraph::estimate) is also made by `cuts`, whose proof is the one of record.
/// Larger ones take it seconds and more.
inline constexpr std::int64_t size_of_record = 4'000;
/// Below this size every state is visited sooner than an order is ruled out.
inline constexpr std::int64_t size_of_few_states = 60;

/// Those of `engines` that can answer the question, the one to try first in front: monotone schedules are for `clocks`,
/// then `cuts`; others for `orders` and `explore`, the smallest for `explore` first. Where none of these is in the
/// list, all of it.
std::vector<Engine> suited(const Question& question, std::span<const Engine> engines);

/// Asks the engines that suit, one after the other, until one has decided. All together have the question's time: while
/// another could still be asked, an engine gets half of what is left. What `clocks` has proved, `cuts` proves again
/// where the size allows. Throws Disagreement where the two contradict each other.
Decision choose(const Question& question, std::span<const Engine> engines);

/// The same with all engines, but without the proof of record, which costs most of the time: for questions that are
/// many.
Verdict choose_without_record(const Question& question);

}  // namespace ringproof::checker
