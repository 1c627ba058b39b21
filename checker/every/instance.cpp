#include "checker/every/instance.h"

#include <algorithm>

namespace ringproof::checker::every {

Names Instance::names() const {
    Names names{{"me", chip}, {"launch", launch}};
    if (operation != nullptr)
        for (std::size_t i = 0; i < rounds.size(); ++i) names[operation->loops[i].variable] = rounds[i];
    if (part) names["part"] = part;
    return names;
}

Names Instance::names(const Expr& n) const {
    Names all = names();
    all["n"] = n;
    return all;
}

std::vector<Expr> Instance::numbers() const {
    std::vector<Expr> all{chip, launch};
    all.insert(all.end(), rounds.begin(), rounds.end());
    all.push_back(part ? part : number(0));
    return all;
}

std::vector<std::string> Family::number_names() const {
    std::vector<std::string> names{"me", "launch"};
    if (operation != nullptr)
        for (const Loop& loop : operation->loops) names.push_back(loop.variable);
    names.emplace_back("part");
    return names;
}

Instance Family::any(const std::string& suffix) const {
    std::vector<Expr> numbers;
    for (const std::string& name : number_names()) numbers.push_back(variable(name + suffix));
    if (known(parts) == 1) numbers.back() = number(0);
    return with(numbers);
}

Instance Family::with(const std::vector<Expr>& numbers) const {
    Instance instance{rank, operation, numbers[0], numbers[1], {}, numbers.back()};
    instance.rounds.assign(numbers.begin() + 2, numbers.end() - 1);
    return instance;
}

Instance Family::first_part(const std::vector<std::int64_t>& numbers) const {
    std::vector<Expr> all = as_expressions(numbers);
    all.push_back(number(0));
    return with(all);
}

Expr Order::exists(const Instance& instance) const {
    std::vector<Expr> conditions{inside(instance.chip, program_.n), inside(instance.launch, program_.launches)};
    if (instance.operation != nullptr) {
        const Names names = instance.names();
        for (std::size_t i = 0; i < instance.rounds.size(); ++i) {
            const Loop& loop = instance.operation->loops[i];
            conditions.push_back(at_most(substitute(loop.from, names), instance.rounds[i]));
            conditions.push_back(less(instance.rounds[i], substitute(loop.to, names)));
        }
        conditions.push_back(substitute(instance.operation->guard, names));
    }
    return all_of(conditions);
}

Expr Order::exists(const Family& family, const Instance& instance) const {
    return both(exists(instance), inside(instance.part, at(family.parts, instance)));
}

Expr Order::same(const Instance& left, const Instance& right) const {
    if (left.rank != right.rank || left.operation != right.operation) return number(0);
    return both(both(equal(left.chip, right.chip), equal(left.launch, right.launch)),
                all_equal(left.rounds, right.rounds));
}

Expr Order::text_before(const Instance& left, const Instance& right, bool or_same) const {
    if (left.operation == nullptr || right.operation == nullptr || left.operation->agent != right.operation->agent)
        return number(0);
    const auto &first = left.operation->path, &second = right.operation->path;
    // From the innermost common block outwards.
    std::size_t common = 0;
    while (common < first.size() && common < second.size() && first[common] == second[common]) ++common;
    Expr before = number(common < first.size() && common < second.size() ? first[common] < second[common] : or_same);
    for (std::size_t i = std::min(common, left.rounds.size()); i-- > 0;)
        before = either(less(left.rounds[i], right.rounds[i]), both(equal(left.rounds[i], right.rounds[i]), before));
    return either(less(left.launch, right.launch), both(equal(left.launch, right.launch), before));
}

Expr Order::follows_on_link(const Operation& first, const Instance& earlier, const Operation& second,
                            const Instance& later) const {
    if (!first.push || !second.push || second.covers != model::Covers::link) return number(0);
    return all_of({equal(earlier.chip, later.chip), equal(at(first.target, earlier), at(second.target, later)),
                   text_before(earlier, later, false)});
}

Expr Order::precedes(const Instance& left, const Instance& right) const {
    Expr within = number(left.rank < right.rank);
    if (left.rank == right.rank) within = left.rank == work ? text_before(left, right, true) : number(1);
    const Expr earlier = less(left.launch, right.launch), together = equal(left.launch, right.launch);
    Expr on_chip = both(equal(left.chip, right.chip), either(earlier, both(together, within)));
    if (program_.profile.entry != model::Entry::barrier || right.rank < enter) return on_chip;
    // Chips enter as one event, after all of them have filled and so after everything of the launches before.
    const Expr common = left.rank <= enter ? either(earlier, together) : earlier;
    return either(on_chip, common);
}

}  // namespace ringproof::checker::every
