#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "checker/limits.h"

namespace ringproof::checker::smt {

/// What a solver says to a question. Every question asks for a violation, so `proved` means that there is none.
enum class Answer { proved, model, timeout, error };

/// A Boolean of a solver, or its negation.
struct Literal {
    std::int32_t variable = 0;
    bool negated = false;

    friend Literal operator!(Literal literal) { return {literal.variable, !literal.negated}; }
};

struct Weighted {
    Literal literal;
    std::int64_t weight = 1;  ///< > 0
};

class Transcript;

/// When something happens, as a number that only its order with others gives a meaning.
struct Time {
    std::int32_t variable = 0;
};

/// What a solver is good at: counting alone, where it is fastest, or counting beside orders of times.
enum class Theory { counting, orders };

/// An incremental solver for clauses and counting constraints over Booleans and, if it is made for that, orders of
/// times. The only door to Z3 for schedules; no header of Z3 shows.
class Solver {
public:
    /// The deadline of all questions together must outlive it, and so must the transcript that records it, if any.
    explicit Solver(const Deadline& deadline, Theory theory = Theory::counting, Transcript* transcript = nullptr);
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    Literal make(const std::string& name);
    /// At least one of them holds.
    void clause(const std::vector<Literal>& literals);
    /// If `condition` holds, the weights of the literals that hold sum up to `bound` at least.
    void at_least(Literal condition, const std::vector<Weighted>& terms, std::int64_t bound);

    /// Assumes a solver for orders, as do the statements about times.
    Time make_time(const std::string& name);
    /// `earlier` comes before `later`.
    void before(Time earlier, Time later);
    /// The same, if `condition` holds.
    void before(Literal condition, Time earlier, Time later);

    /// Whether all of `assumptions` can hold together with everything stated: `model` if so, `proved` if not. `name`
    /// says in words what is asked.
    Answer ask(const std::string& name, const std::vector<Literal>& assumptions);
    /// The literal's value in the model of the last question, which must have been answered by `model`.
    bool value(Literal literal) const;

    std::int64_t questions() const { return questions_; }
    /// What the solver said when it answered `error` or `timeout`.
    const std::string& complaint() const { return complaint_; }

private:
    struct Z3;
    Answer check(const std::vector<Literal>& assumptions);

    std::unique_ptr<Z3> z3_;
    Transcript* transcript_;
    std::int64_t questions_ = 0;
    bool broken_ = false;  ///< something stated could not be expressed: no answer is given any more
    std::string complaint_;
};

}  // namespace ringproof::checker::smt
