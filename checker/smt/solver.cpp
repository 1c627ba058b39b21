#include "checker/smt/solver.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <z3++.h>

#include "checker/smt/memory.h"
#include "checker/smt/transcript.h"

namespace ringproof::checker::smt {

struct Solver::Z3 {
    Z3(const Deadline& end, Theory theory)
        : deadline(end),
          solver(theory == Theory::counting ? z3::solver(context, "QF_FD")
                                            : z3::solver(context, z3::solver::simple())) {}

    const Deadline& deadline;
    RawContext raw;
    z3::scoped_context scope{static_cast<Z3_context>(raw.get())};
    z3::context& context = scope();
    z3::solver solver;
    std::vector<z3::expr> variables;
    std::vector<z3::expr> times;
    std::unique_ptr<z3::model> model;
    double bounded = 0;  ///< seconds that a check may take; 0: not bounded yet

    /// A check ends with the deadline, or a little later: setting the bound costs as much as a small question.
    void bound() {
        const double seconds = deadline.left();
        if (seconds == 0 || (bounded > 0 && seconds <= bounded && seconds > 0.8 * bounded)) return;
        solver.set("timeout", static_cast<unsigned>(seconds * 1000));
        bounded = seconds;
    }

    z3::expr expression(Literal literal) const {
        const z3::expr& variable = variables[literal.variable];
        return literal.negated ? !variable : variable;
    }
    z3::expr before(Time earlier, Time later) const { return times[earlier.variable] - times[later.variable] <= -1; }
    z3::expr any(const std::vector<Literal>& literals) {
        z3::expr_vector all(context);
        for (const Literal literal : literals) all.push_back(expression(literal));
        return z3::mk_or(all);
    }
    void add(const std::vector<Literal>& literals) { solver.add(any(literals)); }
};

Solver::Solver(const Deadline& deadline, Theory theory, Transcript* transcript)
    : z3_(std::make_unique<Z3>(deadline, theory)), transcript_(transcript) {
    z3::params params(z3_->context);
    if (theory == Theory::counting) {
        // Counting constraints as they are, not spelt out as circuits.
        params.set("cardinality.solver", true);
        params.set("pb.solver", z3_->context.str_symbol("solver"));
    } else {
        params.set("arith.solver", 1U);  // orders are all that is said of times
    }
    params.set("ctrl_c", false);  // who interrupts the program is the program's own affair
    if (deadline.effort() > 0) params.set("rlimit", deadline.effort());
    z3_->solver.set(params);
}

Solver::~Solver() = default;

Literal Solver::make(const std::string& name) {
    z3_->variables.push_back(z3_->context.bool_const(name.c_str()));
    if (transcript_ != nullptr) transcript_->boolean(name);
    return {static_cast<std::int32_t>(z3_->variables.size()) - 1, false};
}

void Solver::clause(const std::vector<Literal>& literals) {
    if (transcript_ != nullptr) transcript_->clause(literals);
    z3_->add(literals);
}

void Solver::at_least(Literal condition, const std::vector<Weighted>& terms, std::int64_t bound) {
    if (transcript_ != nullptr) transcript_->at_least(condition, terms, bound);
    if (bound <= 0) return;
    std::int64_t total = 0, divisor = 0;
    for (const Weighted& term : terms) {
        total += term.weight;
        divisor = std::gcd(divisor, term.weight);
    }
    if (total < bound) return z3_->add({!condition});
    bool all_needed = true;
    for (const Weighted& term : terms) {
        // Without this one the rest falls short: a plain implication, which the solver likes better.
        const bool needed = total - term.weight < bound;
        if (needed) z3_->add({!condition, term.literal});
        all_needed = all_needed && needed;
    }
    if (all_needed) return;
    bound = (bound + divisor - 1) / divisor;
    if (bound > std::numeric_limits<int>::max()) {
        broken_ = true;
        return;
    }
    if (bound == 1) {
        std::vector<Literal> any{!condition};
        for (const Weighted& term : terms) any.push_back(term.literal);
        return z3_->add(any);
    }
    z3::expr_vector literals(z3_->context);
    std::vector<int> weights;
    for (const Weighted& term : terms) {
        literals.push_back(z3_->expression(term.literal));
        // A weight above the bound is as good as the bound, which keeps the numbers small.
        weights.push_back(static_cast<int>(std::min(term.weight / divisor, bound)));
    }
    z3_->solver.add(
        z3::implies(z3_->expression(condition), z3::pbge(literals, weights.data(), static_cast<int>(bound))));
}

Time Solver::make_time(const std::string& name) {
    z3_->times.push_back(z3_->context.int_const(name.c_str()));
    if (transcript_ != nullptr) transcript_->time(name);
    return {static_cast<std::int32_t>(z3_->times.size()) - 1};
}

void Solver::before(Time earlier, Time later) {
    if (transcript_ != nullptr) transcript_->before(earlier, later);
    z3_->solver.add(z3_->before(earlier, later));
}

void Solver::before(Literal condition, Time earlier, Time later) {
    if (transcript_ != nullptr) transcript_->before(condition, earlier, later);
    z3_->solver.add(z3::implies(z3_->expression(condition), z3_->before(earlier, later)));
}

Answer Solver::ask(const std::string& name, const std::vector<Literal>& assumptions) {
    ++questions_;
    const Answer answer = check(assumptions);
    if (transcript_ != nullptr) transcript_->question(name, assumptions, answer);
    return answer;
}

Answer Solver::check(const std::vector<Literal>& assumptions) {
    z3_->model.reset();
    if (broken_) {
        complaint_ = "a counter needs more units than the solver counts";
        return Answer::error;
    }
    try {
        z3_->bound();
        z3::expr_vector assumed(z3_->context);
        for (const Literal literal : assumptions) assumed.push_back(z3_->expression(literal));
        switch (z3_->solver.check(assumed)) {
            case z3::unsat:
                return Answer::proved;
            case z3::sat:
                z3_->model = std::make_unique<z3::model>(z3_->solver.get_model());
                return Answer::model;
            default:
                z3_->raw.spoil();
                complaint_ = z3_->solver.reason_unknown();
                return Answer::timeout;
        }
    } catch (const z3::exception& exception) {
        z3_->raw.spoil();
        complaint_ = exception.msg();
        return Answer::error;
    }
}

bool Solver::value(Literal literal) const { return z3_->model->eval(z3_->expression(literal), true).is_true(); }

}  // namespace ringproof::checker::smt
