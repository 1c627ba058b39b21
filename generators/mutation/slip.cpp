#include "generators/mutation/slip.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/language/language.h"

namespace ringproof::generators::mutation {

using model::Block;
using model::For;
using model::If;
using model::Kernel;
using model::OperationForm;
using model::Overloaded;
using model::Statement;

namespace {

void walk(const Block& block, Spot& spot, bool otherwise,
          const std::function<void(const Spot&, const Statement&)>& visit) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        spot.path.push_back({otherwise, i});
        visit(spot, block[i]);
        if (const auto* const loop = std::get_if<For>(&block[i].node)) walk(loop->body, spot, false, visit);
        if (const auto* const branch = std::get_if<If>(&block[i].node)) {
            walk(branch->then, spot, false, visit);
            walk(branch->otherwise, spot, true, visit);
        }
        spot.path.pop_back();
    }
}

/// A body of so many operations, or three dots.
std::string braces(const Block& body, std::size_t most) {
    const auto is_operation = [](const Statement& inner) { return std::holds_alternative<OperationForm>(inner.node); };
    if (body.size() > most || !std::all_of(body.begin(), body.end(), is_operation)) return "{ ... }";
    std::string text = "{ ";
    for (const Statement& inner : body) text += (text.size() > 2 ? "; " : "") + print(inner);
    return text + " }";
}

}  // namespace

const Block& block_of(const Kernel& kernel, const Spot& spot) {
    const Block* block = &kernel.agents.at(spot.agent).body;
    for (std::size_t i = 0; i + 1 < spot.path.size(); ++i) {
        const Statement& outer = block->at(spot.path[i].index);
        if (const auto* const loop = std::get_if<For>(&outer.node))
            block = &loop->body;
        else
            block = spot.path[i + 1].otherwise ? &std::get<If>(outer.node).otherwise : &std::get<If>(outer.node).then;
    }
    return *block;
}

Block& block_of(Kernel& kernel, const Spot& spot) {
    return const_cast<Block&>(block_of(std::as_const(kernel), spot));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

const Statement& statement_at(const Kernel& kernel, const Spot& spot) {
    return block_of(kernel, spot).at(spot.index());
}

Statement& statement_at(Kernel& kernel, const Spot& spot) { return block_of(kernel, spot).at(spot.index()); }

void Found::add(model::Where where, std::string what, std::function<void(Kernel&)> make, std::size_t holds) {
    // Each takes some memory, whatever it says.
    constexpr std::size_t least = 100;
    const std::size_t size = least + what.size() + holds;
    if (size > room_)
        throw model::Fault(model::Code::too_large, "more slips could be made in this kernel than can be kept",
                           locate(kernel_, where));
    room_ -= size;
    edits_.push_back({&slip_, std::move(what), where, std::move(make)});
}

void Found::becomes(const Spot& spot, OperationForm operation) {
    Statement statement{std::move(operation), statement_at(kernel_, spot).where};
    std::string what = fmt::format("becomes '{}'", text_of(statement));
    const model::Where where = statement.where;
    add(where, std::move(what),
        [spot, statement = std::move(statement)](Kernel& kernel) { statement_at(kernel, spot) = statement; });
}

std::string text_of(const Statement& statement) {
    constexpr std::size_t few = 2;
    const Overloaded cases{
        [&](const OperationForm&) { return print(statement); },
        [&](const model::Let&) { return print(statement); },
        [&](const For& loop) {
            return fmt::format("for {} in {} .. {} {}", loop.variable, print(loop.from), print(loop.to),
                               braces(loop.body, few));
        },
        [&](const If& branch) {
            return fmt::format("if {} {}", print(branch.condition),
                               braces(branch.then, branch.otherwise.empty() ? few : 0));
        },
    };
    return std::visit(cases, statement.node);
}

void each_statement(const Kernel& kernel, const std::function<void(const Spot&, const Statement&)>& visit) {
    for (std::size_t agent = 0; agent < kernel.agents.size(); ++agent) {
        Spot spot{agent, {}};
        walk(kernel.agents[agent].body, spot, false, visit);
    }
}

}  // namespace ringproof::generators::mutation
