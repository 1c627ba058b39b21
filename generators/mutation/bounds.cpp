#include <array>

#include <fmt/format.h>

#include "generators/mutation/expressions.h"
#include "generators/mutation/slips.h"
#include "model/language/language.h"

/// Loops, conditions and lets that are one off.
namespace ringproof::generators::mutation {
namespace {

using model::Expr;
using model::For;
using model::If;
using model::Kernel;
using model::Let;
using model::Statement;

void bounds(Found& found, const Spot& spot, const For& loop, const Expr& from, const Expr& to) {
    found.add(statement_at(found.kernel(), spot).where,
              fmt::format("becomes 'for {} in {} .. {}'", loop.variable, print(from), print(to)),
              [spot, from, to](Kernel& kernel) {
                  auto& changed = std::get<For>(statement_at(kernel, spot).node);
                  changed.from = from;
                  changed.to = to;
              });
}

void loop_bound(Found& found) {
    each_statement(found.kernel(), [&](const Spot& spot, const Statement& statement) {
        const auto* const loop = std::get_if<For>(&statement.node);
        if (loop == nullptr) return;
        for (const int by : {-1, 1}) bounds(found, spot, *loop, shifted(loop->from, by), loop->to);
        for (const int by : {-1, 1}) bounds(found, spot, *loop, loop->from, shifted(loop->to, by));
    });
}

void condition_becomes(Found& found, const Spot& spot, const Expr& condition) {
    found.add(
        statement_at(found.kernel(), spot).where, fmt::format("becomes 'if {}'", print(condition)),
        [spot, condition](Kernel& kernel) { std::get<If>(statement_at(kernel, spot).node).condition = condition; });
}

void let_becomes(Found& found, const Spot& spot, const Let& let, const Expr& value) {
    found.add(statement_at(found.kernel(), spot).where, fmt::format("becomes 'let {} = {}'", let.name, print(value)),
              [spot, value](Kernel& kernel) { std::get<Let>(statement_at(kernel, spot).node).value = value; });
}

void condition(Found& found) {
    each_statement(found.kernel(), [&](const Spot& spot, const Statement& statement) {
        if (const auto* const branch = std::get_if<If>(&statement.node))
            for (const Expr& other : off_by_one(branch->condition)) condition_becomes(found, spot, other);
        if (const auto* const let = std::get_if<Let>(&statement.node))
            for (const Expr& other : off_by_one(let->value)) let_becomes(found, spot, *let, other);
    });
}

void always(Found& found) {
    each_statement(found.kernel(), [&](const Spot& spot, const Statement& statement) {
        if (std::holds_alternative<If>(statement.node)) condition_becomes(found, spot, number(1));
    });
}

/// Of lets that hold a number, not a condition.
void index(Found& found) {
    each_statement(found.kernel(), [&](const Spot& spot, const Statement& statement) {
        const auto* const let = std::get_if<Let>(&statement.node);
        if (let == nullptr || !off_by_one(let->value).empty()) return;
        for (const int by : {-1, 1}) let_becomes(found, spot, *let, shifted(let->value, by));
    });
}

constexpr std::array bound_slips{
    Slip{"bound of a loop off by one", "That round is empty, or does nothing that matters.", loop_bound},
    Slip{"condition off by one", "At that bound it makes no difference.", condition},
    Slip{"condition always met", "Where it was not met it would do no harm.", always},
    Slip{"index off by one", "The whole is only renamed.", index},
};

}  // namespace

std::span<const Slip> slips_of_bounds() { return bound_slips; }

}  // namespace ringproof::generators::mutation
