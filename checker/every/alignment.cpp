#include "checker/every/alignment.h"

#include <algorithm>
#include <optional>
#include <set>

namespace ringproof::checker::every {
namespace {

/// Launch and rounds of the loops around a statement of that depth.
Numbers rounds_around(const Numbers& numbers, std::size_t depth) {
    return {numbers.begin() + 1, numbers.begin() + 2 + static_cast<long>(depth)};
}

}  // namespace

struct Alignment::Steps {
    std::size_t depth = 0;
    std::vector<Statement> statements;
    std::vector<std::vector<char>> before;

    std::optional<std::size_t> of(const Operation& operation) const {
        for (std::size_t i = 0; i < statements.size(); ++i)
            if (operation.agent == statements[i].first && operation.path.size() > depth &&
                std::equal(statements[i].second.begin(), statements[i].second.end(), operation.path.begin()))
                return i;
        return std::nullopt;
    }
};

Alignment::Alignment(const Program& program, const Samples& samples) : program_(program), samples_(samples) {
    for (const auto& sample : samples)
        for (const Pair& pair : sample->matched)
            met_.push_back({program.raises[pair.from].operation, program.waits[pair.to].operation, pair.from_numbers,
                            pair.to_numbers});
    std::vector<Statement> blocks;
    for (std::size_t agent = 0; agent < program.kernel->agents.size(); ++agent) blocks.push_back({agent, {}});
    found_ = align(blocks);
}

Alignment::Steps Alignment::steps_of(const std::vector<Statement>& blocks) const {
    Steps steps;
    steps.depth = blocks.front().second.size();
    std::set<Statement> all;
    for (const Operation& operation : program_.operations)
        for (const auto& [agent, path] : blocks)
            if (operation.agent == agent && operation.path.size() > steps.depth &&
                std::equal(path.begin(), path.end(), operation.path.begin()))
                all.insert(
                    {agent, {operation.path.begin(), operation.path.begin() + static_cast<long>(steps.depth) + 1}});
    steps.statements.assign(all.begin(), all.end());
    const std::size_t count = steps.statements.size();
    steps.before.assign(count, std::vector<char>(count, 0));
    // Of one agent, those that some chip comes to in the same round.
    for (const auto& sample : samples_) {
        std::map<std::pair<std::int64_t, Numbers>, std::set<std::size_t>> together;
        for (const Operation& operation : program_.operations)
            if (const auto statement = steps.of(operation))
                for (const Numbers& numbers : sample->instances(operation.number))
                    together[{numbers[0], rounds_around(numbers, steps.depth)}].insert(*statement);
        for (const auto& [where, statements] : together)
            for (const std::size_t one : statements)
                for (const std::size_t other : statements)
                    if (one < other && steps.statements[one].first == steps.statements[other].first)
                        steps.before[one][other] = 1;
    }
    for (const Met& met : met_) {
        const auto raise = steps.of(*met.raise), wait = steps.of(*met.wait);
        if (raise && wait && *raise != *wait &&
            rounds_around(met.raised, steps.depth) == rounds_around(met.waiting, steps.depth))
            steps.before[*raise][*wait] = 1;
    }
    for (std::size_t through = 0; through < count; ++through)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; steps.before[i][through] != 0 && k < count; ++k)
                steps.before[i][k] = static_cast<char>(steps.before[i][k] | steps.before[through][k]);
    return steps;
}

/// Puts the statements of blocks that run in step, round by round, in an order.
bool Alignment::align(const std::vector<Statement>& blocks) {
    const Steps steps = steps_of(blocks);
    const bool is_late = std::any_of(met_.begin(), met_.end(), [&](const Met& met) {
        return steps.of(*met.raise) && steps.of(*met.wait) &&
               rounds_around(met.raised, steps.depth) > rounds_around(met.waiting, steps.depth);
    });
    if (is_late) return false;
    std::size_t number = 0;
    for (const Group& group : groups_of(steps)) {
        auto found = place(steps, group);
        if (!found) return false;
        found->number = number++;
        for (const std::size_t i : group) places_[steps.statements[i]] = *found;
    }
    for (const Operation& first : program_.operations)
        for (const Operation& second : program_.operations) {
            const auto one = steps.of(first), other = steps.of(second);
            if (one && other && *one < *other && first.agent == second.agent &&
                places_.at(steps.statements[*one]).number > places_.at(steps.statements[*other]).number)
                against_text_.emplace_back(&first, &second);
        }
    return true;
}

std::vector<Alignment::Group> Alignment::groups_of(const Steps& steps) {
    const std::size_t count = steps.statements.size();
    std::vector<Group> groups;
    std::vector<char> placed(count, 0);
    const auto is_next = [&](std::size_t i) {
        if (placed[i] != 0) return false;
        for (std::size_t k = 0; k < count; ++k)
            if (steps.before[k][i] != 0 && steps.before[i][k] == 0 && placed[k] == 0) return false;
        return true;
    };
    for (std::size_t done = 0; done < count;) {
        // As in the text where nothing speaks against it.
        std::size_t i = 0;
        while (!is_next(i)) ++i;
        Group& group = groups.emplace_back();
        for (std::size_t k = 0; k < count; ++k)
            if (k == i || (steps.before[k][i] != 0 && steps.before[i][k] != 0)) group.push_back(k);
        for (const std::size_t k : group) placed[k] = 1;
        done += group.size();
    }
    return groups;
}

std::optional<Alignment::Place> Alignment::place(const Steps& steps, const Group& group) {
    std::vector<Statement> blocks;
    for (const std::size_t i : group) blocks.push_back(steps.statements[i]);
    const bool one_each = std::adjacent_find(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) {
                              return a.first == b.first;
                          }) == blocks.end();
    const bool has_loop =
        std::any_of(program_.operations.begin(), program_.operations.end(), [&](const Operation& operation) {
            const auto statement = steps.of(operation);
            return statement && operation.path.size() > steps.depth + 1 &&
                   std::find(group.begin(), group.end(), *statement) != group.end();
        });
    const std::size_t before = against_text_.size();
    if (one_each && (!has_loop || align(blocks))) return Place{0, 0};
    against_text_.resize(before);
    const int chips = direction(steps, group);
    return chips != 0 ? std::optional(Place{0, chips}) : std::nullopt;
}

int Alignment::direction(const Steps& steps, const Group& group) const {
    bool up = true, down = true;
    const auto is_in = [&](const Operation& operation) {
        const auto statement = steps.of(operation);
        return statement && std::find(group.begin(), group.end(), *statement) != group.end();
    };
    for (const Met& met : met_) {
        if (!is_in(*met.raise) || !is_in(*met.wait) ||
            rounds_around(met.raised, steps.depth) != rounds_around(met.waiting, steps.depth))
            continue;
        up &= met.raised[0] <= met.waiting[0];
        down &= met.raised[0] >= met.waiting[0];
    }
    return up ? 1 : down ? -1 : 0;
}

Expr Alignment::lower(const Order& order, const Instance& left, const Instance& right) const {
    const auto place = [&](const Operation& operation, std::size_t depth) {
        return places_.at(
            {operation.agent, {operation.path.begin(), operation.path.begin() + static_cast<long>(depth) + 1}});
    };
    std::size_t depth = 0;
    const auto goes_deeper = [&] {
        const Place here = place(*left.operation, depth);
        return here.chips == 0 && here.number == place(*right.operation, depth).number;
    };
    while (depth < left.rounds.size() && depth < right.rounds.size() && goes_deeper()) ++depth;
    const Place of_left = place(*left.operation, depth), of_right = place(*right.operation, depth);
    Expr before = number(of_left.number < of_right.number);
    if (of_left.number == of_right.number && of_left.chips != 0) {
        const Expr chips = of_left.chips > 0 ? less(left.chip, right.chip) : less(right.chip, left.chip);
        before = either(chips, both(equal(left.chip, right.chip), order.text_before(left, right, false)));
    }
    while (depth-- > 0)
        before = either(less(left.rounds[depth], right.rounds[depth]),
                        both(equal(left.rounds[depth], right.rounds[depth]), before));
    return either(less(left.launch, right.launch), both(equal(left.launch, right.launch), before));
}

}  // namespace ringproof::checker::every
