#include <algorithm>

#include <fmt/format.h>

#include "checker/cross_check.h"
#include "generators/check.h"
#include "generators/numbers.h"
#include "model/machine.h"
#include "model/scheduler.h"

namespace ringproof::generators {
namespace {

using model::Code;
using model::Property;

/// What a verdict with counterexamples says of other violations. Engines ask one property after the other
/// (checker::ask_in_order), so what comes after one that is violated may be left out.
class RuledOut {
public:
    explicit RuledOut(const checker::Verdict& verdict) : verdict_(verdict) {}

    /// Whether no execution can show `code`.
    bool operator()(Code code) const {
        if (!checker::looked_at_all(verdict_) && verdict_.outcome != checker::Outcome::proved) return false;
        const Property property = property_of(code);
        if (has(property) || has(Property::counter_range)) return has(property) && has_kinds(property) && !has(code);
        if (property == Property::counter_range || property == Property::deadlock) return true;
        if (has(Property::deadlock)) return false;
        if (code == Code::uninitialised || code == Code::wrong_result)
            return !has(Property::race) && !has(Property::not_entered) && !has(Property::dirty_exit);
        return true;
    }

private:
    /// Properties of several kinds of which each is looked for by itself. The four kinds of race are one question.
    static bool has_kinds(Property property) {
        return property == Property::not_entered || property == Property::dirty_exit;
    }
    bool has(Property property) const {
        return std::any_of(verdict_.counterexamples.begin(), verdict_.counterexamples.end(),
                           [&](const auto& shown) { return property_of(shown.finding.code) == property; });
    }
    bool has(Code code) const {
        return std::any_of(verdict_.counterexamples.begin(), verdict_.counterexamples.end(),
                           [&](const auto& shown) { return shown.finding.code == code; });
    }

    const checker::Verdict& verdict_;
};

/// Whether what was found and what was expected are the same number, for each pair of a run.
template <class T>
bool equal_as(const model::Machine& machine, std::uint64_t seed) {
    InNumbers<T> numbers(machine.values(), seed);
    for (const auto& [found, expected] : machine.results().pairs) {
        const bool same = numbers.of(found) == numbers.of(expected);
        if (!same && numbers.knows_all()) return false;
    }
    return true;
}

std::string complaint_of(const model::Machine& machine, const checker::Verdict& verdict, std::uint64_t seed) {
    const RuledOut ruled_out(verdict);
    for (const model::Finding& finding : machine.findings())
        if (ruled_out(finding.code)) return fmt::format("shows {}, which is ruled out", model::number(finding.code));
    if (verdict.outcome != checker::Outcome::proved) return {};
    if (!machine.finished()) return "does not come to its end after a proof";
    if (!equal_as<std::uint64_t>(machine, seed)) return "ends with a wrong number after a proof";
    if (verdict.law == model::Law::none && !equal_as<double>(machine, seed))
        return "ends with another rounding after a proof that leans on no law";
    return {};
}

}  // namespace

std::string executions_fit(Trial trial) {
    if (!checker::decided(trial.verdict)) return {};
    constexpr std::uint64_t of_each = 4;
    const auto run = [&](auto&& scheduler) {
        model::Machine machine(trial.schedule, trial.schedule.launches);
        scheduler(machine);
        return complaint_of(machine, trial.verdict, trial.random.next());
    };
    if (std::string wrong = run([](auto& machine) { model::run_in_order(machine); }); !wrong.empty())
        return "a run in order " + wrong;
    for (std::uint64_t k = 0; k < of_each; ++k) {
        const std::uint64_t seed = trial.random.next();
        if (std::string wrong = run([&](auto& machine) { run_random(machine, seed); }); !wrong.empty())
            return fmt::format("the random run {} {}", seed, wrong);
        if (std::string wrong = run([&](auto& machine) { run_adversarial(machine, seed); }); !wrong.empty())
            return fmt::format("the adversarial run {} {}", seed, wrong);
    }
    return {};
}

}  // namespace ringproof::generators
