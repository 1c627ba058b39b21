#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checker/limits.h"
#include "model/event.h"
#include "model/rule.h"
#include "model/schedule.h"

/// The question that every engine answers and the answer that it gives: all that engines share besides the model.
namespace ringproof::checker {

namespace smt {
class Transcripts;
}

struct Options {
    double timeout = 60;  ///< seconds for the whole question; 0: no bound
    /// Of a solver for each question to it, in its own units (about a million a second); 0: no bound. Unlike a bound on
    /// time the same on every machine, and cheaper for questions that take microseconds.
    std::uint32_t max_effort = 0;
    std::int64_t max_events = 400'000;  ///< and counters, slots: larger schedules are left to engines that can
    std::int64_t max_orders = 100'000;  ///< pairs of events whose order is asked for, by an engine that asks for orders
    std::int64_t max_states = 10'000'000;     ///< of engines that visit states
    std::int64_t max_replayed = 1'000'000;    ///< events, to make a counterexample shorter: about a second
    smt::Transcripts* transcripts = nullptr;  ///< where questions to a solver are recorded; null: nowhere
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
    std::int64_t states = 0;       ///< visited, by an engine that visits them
    std::int64_t transitions = 0;  ///< between them
    double seconds = 0;
    // When proved:
    model::Law law = model::Law::none;  ///< the weakest law that the result leans on
    bool same_expression = true;        ///< all chips hold the same expression, bit for bit
    std::int64_t claims = 0;            ///< slots of output compared with the contract
};

/// The violations that an engine has found, each with an execution in which the machine has shown it.
class Evidence {
public:
    /// The question must outlive it.
    Evidence(std::string_view engine, const Question& question) : engine_(engine), question_(&question) {}

    /// Keeps the finding with its trace after the machine has made it; `matches` tells which finding of the machine is
    /// meant. At rest: after the machine has judged the end. Throws Disagreement where the machine does not allow the
    /// trace or does not see the finding.
    void replay(const model::Finding& expected, model::Trace trace, bool at_rest,
                const std::function<bool(const model::Finding& seen)>& matches);
    bool empty() const { return best_.empty(); }
    bool has(model::Code code) const { return best_.contains(model::precedence(code)); }
    /// What was found, one a property, the one that explains the others first.
    std::vector<Counterexample> take();

private:
    std::string_view engine_;
    const Question* question_;
    std::map<int, Counterexample> best_;  ///< by precedence: the one with the shortest trace
};

/// The answer of an engine: what `decide` puts into evidence and verdict. No evidence and no GaveUp: proved. Memory
/// that was used up is a limit like GaveUp. Takes the time.
Verdict answer(std::string_view engine, const Question& question,
               const std::function<void(Evidence& evidence, Verdict& verdict)>& decide);

/// What an engine asks, one function a property. Each puts what it finds into evidence and throws GaveUp at a limit.
struct Asks {
    std::function<void()> counter_range, deadlock, entered, races, clean_exit, barriers, values;
};

/// Asks one property after the other, in the order in which they lean on each other (specs/semantics.md section 3):
/// past its width a counter means something else, so that what is blocked or raced then has no meaning; after a
/// deadlock nothing else is asked; what slots hold is fixed only where nothing before `uninitialised` is violated, and
/// who has entered does not change it.
void ask_in_order(const Evidence& evidence, const Asks& asks);

/// Throws GaveUp where the schedule, in one of its `rotations`, is of more than `most` events, counters and slots.
void check_size(const Question& question, std::int64_t most, std::int32_t rotations = 1);

/// An engine by name.
struct Engine {
    std::string_view name;
    std::string_view about;
    Verdict (*answer)(const Question&);
};

/// All engines, in the order in which they are listed to users.
std::span<const Engine> engines();

/// Thrown when an engine and the machine, or two engines, disagree: a fault of this program that must never be
/// mistaken for an answer.
struct Disagreement : std::logic_error {
    using std::logic_error::logic_error;
};

}  // namespace ringproof::checker
