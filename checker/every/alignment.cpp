#include "checker/every/alignment.h"

#include <algorithm>

namespace ringproof::checker::every {

Alignment::Alignment(const Program& program, const Samples& samples) {
    std::vector<Met> all;
    for (const auto& sample : samples)
        for (const Pair& pair : sample->matched)
            all.push_back({program.raises[pair.from].operation, program.waits[pair.to].operation, pair.from_numbers,
                           pair.to_numbers});
    std::vector<Statement> blocks;
    for (std::size_t agent = 0; agent < program.kernel->agents.size(); ++agent) blocks.push_back({agent, {}});
    align(program, blocks, all);
}

/// Puts the statements of blocks that run in step, round by round, in an order.
void Alignment::align(const Program& program, const std::vector<Statement>& blocks, const std::vector<Met>& all) {
    const std::size_t depth = blocks.front().second.size();
    const auto statement_of = [&](const Operation& operation) -> std::optional<Statement> {
        for (const auto& [agent, path] : blocks)
            if (operation.agent == agent && operation.path.size() > depth &&
                std::equal(path.begin(), path.end(), operation.path.begin()))
                return Statement{agent,
                                 {operation.path.begin(), operation.path.begin() + static_cast<long>(depth) + 1}};
        return std::nullopt;
    };
    std::map<Statement, std::size_t> numbers;
    for (const Operation& operation : program.operations)
        if (const auto statement = statement_of(operation)) numbers.emplace(*statement, 0);
    std::vector<const Statement*> statements;
    for (auto& [statement, number] : numbers) {
        number = statements.size();
        statements.push_back(&statement);
    }
    const std::size_t count = statements.size();
    std::vector<std::vector<char>> before(count, std::vector<char>(count, 0));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < count; ++k)
            before[i][k] =
                statements[i]->first == statements[k]->first && statements[i]->second < statements[k]->second;
    for (const Met& met : all) {
        const auto raise = statement_of(*met.raise), wait = statement_of(*met.wait);
        if (!raise || !wait) continue;
        // Launch and rounds of the loops around, in which both run in step.
        const auto around = [&](const Numbers& of) {
            return Numbers(of.begin() + 1, of.begin() + 2 + static_cast<long>(depth));
        };
        const Numbers raised = around(met.raised), waiting = around(met.waiting);
        if (raised > waiting) found_ = false;
        if (raised == waiting && *raise != *wait) before[numbers.at(*raise)][numbers.at(*wait)] = 1;
    }
    for (std::size_t through = 0; through < count; ++through)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; before[i][through] != 0 && k < count; ++k)
                before[i][k] = static_cast<char>(before[i][k] | before[through][k]);
    for (std::size_t i = 0; i < count && found_; ++i) {
        // Those that wait for each other are in step, and what is before them is before all of them.
        std::vector<Statement> in_step{*statements[i]};
        std::size_t place = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const bool is_before = before[k][i] != 0, is_after = before[i][k] != 0;
            place += is_before && !is_after;
            if (k != i && is_before && is_after) in_step.push_back(*statements[k]);
        }
        places_[*statements[i]] = place;
        std::sort(in_step.begin(), in_step.end());
        for (std::size_t k = 1; k < in_step.size(); ++k)
            if (in_step[k].first == in_step[k - 1].first) found_ = false;
        const bool is_loop =
            std::any_of(program.operations.begin(), program.operations.end(), [&](const Operation& operation) {
                return operation.path.size() > depth + 1 && statement_of(operation) == *statements[i];
            });
        // Each group once.
        if (is_loop && found_ && in_step.front() == *statements[i]) align(program, in_step, all);
    }
}

Expr Alignment::lower(const Instance& left, const Instance& right) const {
    const auto place = [&](const Operation& operation, std::size_t depth) {
        return places_.at(
            {operation.agent, {operation.path.begin(), operation.path.begin() + static_cast<long>(depth) + 1}});
    };
    std::size_t depth = 0;
    const auto in_step = [&] { return place(*left.operation, depth) == place(*right.operation, depth); };
    while (depth < left.rounds.size() && depth < right.rounds.size() && in_step()) ++depth;
    Expr before = number(place(*left.operation, depth) < place(*right.operation, depth));
    while (depth-- > 0)
        before = either(less(left.rounds[depth], right.rounds[depth]),
                        both(equal(left.rounds[depth], right.rounds[depth]), before));
    return either(less(left.launch, right.launch), both(equal(left.launch, right.launch), before));
}

}  // namespace ringproof::checker::every
