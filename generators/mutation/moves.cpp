#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "generators/mutation/expressions.h"
#include "generators/mutation/slips.h"
#include "model/language/language.h"

/// A wait or a signal stands at the wrong place: anywhere else in its block, before its loop or after it. A wait and a
/// put that have changed places are among them.
namespace ringproof::generators::mutation {
namespace {

using model::Block;
using model::Expr;
using model::For;
using model::If;
using model::Kernel;
using model::Let;
using model::OperationForm;
using model::Signal;
using model::Statement;
using model::Symbolic;
using model::Wait;

template <template <class> class Op>
bool is(const Statement& statement) {
    const auto* const operation = std::get_if<OperationForm>(&statement.node);
    return operation != nullptr && std::holds_alternative<Op<Symbolic>>(*operation);
}

/// A wait or signal, or an if around a few of them, which moves as one.
template <template <class> class Op>
bool moves(const Statement& statement) {
    constexpr std::size_t few = 4;
    if (is<Op>(statement)) return true;
    const auto* const branch = std::get_if<If>(&statement.node);
    return branch != nullptr && !branch->then.empty() && branch->then.size() <= few && branch->otherwise.empty() &&
           std::all_of(branch->then.begin(), branch->then.end(), is<Op>);
}

/// Past these a move changes nothing: waits that stand together wait for the same, in whatever order.
template <template <class> class Op>
bool does_not_matter(const Statement& statement) {
    return std::holds_alternative<Let>(statement.node) || moves<Op>(statement);
}

/// Calls `visit` with each expression of a statement that moves.
void each_expression(Statement& statement, const auto& visit) {
    if (auto* const branch = std::get_if<If>(&statement.node)) {
        visit(branch->condition);
        for (Statement& inner : branch->then) each_expression(inner, visit);
        return;
    }
    auto& operation = std::get<OperationForm>(statement.node);
    const auto counter = [&](Symbolic::Counter& form) {
        if (form.chip) visit(form.chip);
        if (form.index) visit(form.index);
    };
    if (auto* const wait = std::get_if<Wait<Symbolic>>(&operation)) {
        counter(wait->counter);
        const model::Overloaded until{
            [&](model::AtLeast<Symbolic>& form) {
                visit(form.at_least);
                if (auto* const take = std::get_if<Expr>(&form.take)) visit(*take);
            },
            [&](model::Equals<Symbolic>& form) { visit(form.equals); },
            [&](model::AboveSnapshot<Symbolic>& form) { visit(form.above_snapshot); },
        };
        std::visit(until, wait->until);
    }
    if (auto* const signal = std::get_if<Signal<Symbolic>>(&operation)) {
        counter(signal->counter);
        const model::Overloaded effect{
            [&](model::Add<Symbolic>& form) { visit(form.add); },
            [&](model::Assign<Symbolic>& form) { visit(form.set); },
        };
        std::visit(effect, signal->effect);
    }
}

/// With `value` in the place of a variable that is not known where the statement goes. False where that would become
/// larger than anybody writes; lets that hold each other twice grow without bound.
bool substitute(Statement& statement, const std::string& name, const Expr& value) {
    bool fits = true;
    each_expression(statement, [&](Expr& expression) {
        fits = fits && is_short(expression) && is_short(value);
        if (fits) expression = replaced(expression, name, value);
    });
    return fits;
}

/// Writes out the lets of `block` from `first` up to `last`, excluded, which the statement leaves behind.
bool write_out(Statement& statement, const Block& block, std::size_t first, std::size_t last) {
    for (std::size_t i = last; i-- > first;)
        if (const auto* const let = std::get_if<Let>(&block[i].node))
            if (!substitute(statement, let->name, let->value)) return false;
    return true;
}

void put_at(Block& block, std::size_t from, std::size_t to, const Statement& statement) {
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(from));
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(to), statement);
}

template <template <class> class Op>
void later(Found& found) {
    each_statement(found.kernel(), [&](const Spot& spot, const Statement& statement) {
        if (!moves<Op>(statement)) return;
        const Block& block = block_of(found.kernel(), spot);
        for (std::size_t to = spot.index() + 1; to < block.size(); ++to) {
            if (does_not_matter<Op>(block[to])) continue;
            found.add(
                statement.where, fmt::format("'{}' after '{}'", text_of(statement), text_of(block[to])),
                [spot, to, statement](Kernel& kernel) { put_at(block_of(kernel, spot), spot.index(), to, statement); },
                print(statement).size());
        }
    });
}

template <template <class> class Op>
void earlier(Found& found) {
    each_statement(found.kernel(), [&](const Spot& spot, const Statement& statement) {
        if (!moves<Op>(statement)) return;
        const Block& block = block_of(found.kernel(), spot);
        for (std::size_t to = spot.index(); to-- > 0;) {
            if (does_not_matter<Op>(block[to])) continue;
            Statement moved = statement;
            if (!write_out(moved, block, to, spot.index())) return;
            found.add(
                statement.where, fmt::format("'{}' before '{}'", text_of(moved), text_of(block[to])),
                [spot, to, moved](Kernel& kernel) { put_at(block_of(kernel, spot), spot.index(), to, moved); },
                print(moved).size());
        }
    });
}

/// Out of the loop around it, where the loop's variable has the value of the first or of the last round.
template <template <class> class Op>
void out_of_loop(Found& found, bool after) {
    each_statement(found.kernel(), [&](const Spot& spot, const Statement& statement) {
        if (!moves<Op>(statement) || spot.path.size() < 2) return;
        Spot outer = spot;
        outer.path.pop_back();
        const auto* const loop = std::get_if<For>(&statement_at(found.kernel(), outer).node);
        if (loop == nullptr) return;
        Statement moved = statement;
        const Expr round = after ? shifted(loop->to, -1) : loop->from;
        if (!write_out(moved, loop->body, 0, spot.index()) || !substitute(moved, loop->variable, round)) return;
        found.add(
            statement.where, fmt::format("'{}' {} the loop", text_of(moved), after ? "behind" : "before"),
            [spot, outer, moved, after](Kernel& kernel) {
                Block& body = block_of(kernel, spot);
                body.erase(body.begin() + static_cast<std::ptrdiff_t>(spot.index()));
                Block& around = block_of(kernel, outer);
                around.insert(around.begin() + static_cast<std::ptrdiff_t>(outer.index() + (after ? 1 : 0)), moved);
            },
            print(moved).size());
    });
}
template <template <class> class Op>
void before_loop(Found& found) {
    out_of_loop<Op>(found, false);
}
template <template <class> class Op>
void behind_loop(Found& found) {
    out_of_loop<Op>(found, true);
}

constexpr std::array move_slips{
    Slip{"wait too late", "Nothing that it was moved past depends on it.", later<Wait>},
    Slip{"wait too early", "Nothing that it was moved past has to come before it.", earlier<Wait>},
    Slip{"wait before the loop", "One wait, before all rounds, is enough.", before_loop<Wait>},
    Slip{"wait behind the loop", "One wait, after all rounds, is enough.", behind_loop<Wait>},
    Slip{"signal too late", "Nobody has to hear of it sooner.", later<Signal>},
    Slip{"signal too early", "It promises nothing of what it was moved past.", earlier<Signal>},
    Slip{"signal before the loop", "One signal, before all rounds, is enough.", before_loop<Signal>},
    Slip{"signal behind the loop", "One signal, after all rounds, is enough.", behind_loop<Signal>},
};

}  // namespace

std::span<const Slip> slips_of_moves() { return move_slips; }

}  // namespace ringproof::generators::mutation
