#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/event.h"
#include "model/rule.h"
#include "model/schedule.h"

/// The question that every engine answers and the answer that it gives: all that engines share besides the model.
namespace ringproof::checker {

struct Options {
    double timeout = 60;                ///< seconds for each question to a solver; 0: no bound
    std::int64_t max_events = 400'000;  ///< and counters, slots: larger schedules are left to engines that can
};

/// Whether `schedule` holds all properties of specs/semantics.md section 3 over `launches` launches. The schedule is
/// valid (model/validity.h) and outlives the question.
struct Question {
    const model::Schedule& schedule;
    std::int32_t launches;
    Options options;
};

enum class Outcome { proved, counterexample, undecided, invalid };

/// An execution that violates a property: the machine has replayed `trace` and found `finding` in it.
struct Counterexample {
    model::Finding finding;
    model::Trace trace;
};

struct Verdict {
    Outcome outcome = Outcome::undecided;
    std::string_view engine;
    /// One for each property that was found violated, the one that explains the others first.
    std::vector<Counterexample> counterexamples;
    model::Code reason = model::Code::over_limit;  ///< undecided: why
    std::string message;                           ///< undecided: in words
    std::int64_t events = 0;
    std::int64_t questions = 0;  ///< to a solver
    double seconds = 0;
    // When proved:
    model::Law law = model::Law::none;  ///< the weakest law that the result leans on
    bool same_expression = true;        ///< all chips hold the same expression, bit for bit
    std::int64_t claims = 0;            ///< slots of output compared with the contract
};

/// An engine by name.
struct Engine {
    std::string_view name;
    std::string_view about;
    Verdict (*answer)(const Question&);
};

/// All engines, in the order in which `auto` would try them.
std::span<const Engine> engines();

/// Thrown when an engine and the machine, or two engines, disagree: a fault of this program that must never be
/// mistaken for an answer.
struct Disagreement : std::logic_error {
    using std::logic_error::logic_error;
};

}  // namespace ringproof::checker
