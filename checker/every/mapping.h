#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "checker/every/sample.h"

/// Which instance of one family belongs to which of another: guessed from samples, and only that.
namespace ringproof::checker::every {

using Samples = std::vector<std::unique_ptr<Sample>>;

/// Both are of one slot.
Expr same_slot(const Order& order, const Access& one, const Instance& at_one, const Access& other,
               const Instance& at_other);

/// A way in which instances of families belong together.
struct Relation {
    Family (*from)(const Program&, std::size_t);
    Family (*to)(const Program&, std::size_t);
    /// What must hold of two that do: the second exists, and both speak of the same counter or slot.
    Expr (*fits)(const Order&, std::size_t from, const Instance&, std::size_t to, const Instance&);
};

/// A unit that is raised and a unit that is waited for, on the same counter.
extern const Relation raise_to_wait, wait_to_raise;
/// A read and a write of the same slot.
extern const Relation read_to_write;

/// For each instance of one family, an instance of some other.
struct Mapping {
    struct Alternative {
        Expr when;  ///< in the numbers of the instance that is mapped
        std::size_t to = 0;
        std::vector<Expr> numbers;  ///< likewise
    };
    const Relation* relation = nullptr;
    std::size_t from = 0;
    std::vector<Alternative> alternatives;  ///< of those that fit, the first is meant

    /// An image and the condition under which it is the one.
    struct Image {
        Expr condition;
        std::size_t to = 0;
        Instance instance;
    };
    std::vector<Image> images(const Order& order, const Instance& instance) const;
};

/// The mapping that agrees with all of `pairs`, which have the family `from`; none is found where they follow no rule
/// that is linear in the numbers of an instance and n, or are none. Chips are numbers modulo n.
std::optional<Mapping> fit(const Relation& relation, std::size_t from, const std::vector<Pair>& pairs,
                           const Samples& samples, const Program& program);

/// The questions that the kernel's text asks about these names and n alone: where something changes, it is there.
std::vector<Expr> questions_about(const Program& program, const std::vector<std::string>& names);

/// What `fit(items, when)` makes of all items, instances of `family`; where that is nothing, what it makes of two parts
/// of them, which a question of the text tells apart. Empty if that is nothing either. `names_of(item)` are an item's
/// numbers and n by name.
template <class Item>
auto fit_in_parts(const Program& program, const Family& family, const std::vector<Item>& items, const Expr& when,
                  const auto& fit, const auto& names_of)
    -> std::vector<typename std::invoke_result_t<decltype(fit), const std::vector<Item>&, const Expr&>::value_type> {
    if (auto whole = fit(items, when)) return {std::move(*whole)};
    for (const Expr& question : questions_about(program, family.number_names())) {
        std::vector<Item> yes, no;
        for (const Item& item : items) (holds(substitute(question, names_of(item))) ? yes : no).push_back(item);
        if (yes.empty() || no.empty()) continue;
        auto first = fit(yes, question), second = fit(no, negated(question));
        if (first && second) return {std::move(*first), std::move(*second)};
    }
    return {};
}

/// What a rule may speak of: the numbers of an instance and, where slots come in blocks, the block of a slot.
struct Feature {
    Expr expression;  ///< in the names of the family
    std::int64_t (*of)(const Numbers& numbers, std::size_t index, std::int64_t by);
    std::size_t index = 0;
    std::int64_t by = 1;

    std::int64_t value(const Numbers& numbers) const { return of(numbers, index, by); }
};
std::vector<Feature> features_of(const Program& program, const Family& family);

/// A number that is linear in features and n, or so modulo something.
struct Point {
    std::int64_t n = 0;
    const Numbers* numbers = nullptr;  ///< of an instance
    std::int64_t value = 0;            ///< what is to be found
    std::int64_t modulus = 0;
};
/// In the names and n, not reduced; none if there is none.
std::optional<Expr> fit_number(const std::vector<Point>& points, const std::vector<Feature>& features, const Expr& n);

}  // namespace ringproof::checker::every
