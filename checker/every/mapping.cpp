#include "checker/every/mapping.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ringproof::checker::every {
namespace {

Expr same_counter(const Order& order, const Raise& raise, const Instance& raised, const Wait& wait,
                  const Instance& waiting) {
    if (raise.semaphore != wait.semaphore) return number(0);
    std::vector<Expr> same{equal(order.at(raise.chip, raised), waiting.chip),
                           equal(order.at(raise.index, raised), order.at(wait.index, waiting))};
    if (!order.program().is_global(raise.semaphore)) same.push_back(equal(raised.launch, waiting.launch));
    return all_of(same);
}

Expr raise_fits(const Order& order, std::size_t from, const Instance& raised, std::size_t to, const Instance& waiting) {
    const Wait& wait = order.program().waits[to];
    return both(order.exists(wait, waiting), same_counter(order, order.program().raises[from], raised, wait, waiting));
}

Expr wait_fits(const Order& order, std::size_t from, const Instance& waiting, std::size_t to, const Instance& raised) {
    const Raise& raise = order.program().raises[to];
    return both(order.exists(raise, raised), same_counter(order, raise, raised, order.program().waits[from], waiting));
}

Expr read_fits(const Order& order, std::size_t from, const Instance& reader, std::size_t to, const Instance& writer) {
    const Access &read = order.program().accesses[from], &write = order.program().accesses[to];
    if (read.buffer != write.buffer) return number(0);
    const model::Role role = order.program().buffer(read.buffer).role;
    // Other memory is made anew at the start of a launch.
    const bool anew = order.program().has_launch_memory() && !is_input(role);
    return all_of({order.exists(write, writer), same_slot(order, read, reader, write, writer),
                   anew ? equal(reader.launch, writer.launch) : number(1)});
}

Family raise_family(const Program& program, std::size_t number) { return program.raises[number]; }
Family wait_family(const Program& program, std::size_t number) { return program.waits[number]; }
Family access_family(const Program& program, std::size_t number) { return program.accesses[number]; }

const Sample& sample_of(const Samples& samples, std::int64_t n) {
    return **std::find_if(samples.begin(), samples.end(), [&](const auto& sample) { return sample->n() == n; });
}

}  // namespace

Expr same_slot(const Order& order, const Access& one, const Instance& at_one, const Access& other,
               const Instance& at_other) {
    if (one.buffer != other.buffer) return number(0);
    return both(equal(order.at(one.chip, at_one), order.at(other.chip, at_other)),
                equal(order.at(one.index, at_one), order.at(other.index, at_other)));
}

const Relation raise_to_wait{raise_family, wait_family, raise_fits};
const Relation wait_to_raise{wait_family, raise_family, wait_fits};
const Relation read_to_write{access_family, access_family, read_fits};

std::vector<Mapping::Image> Mapping::images(const Order& order, const Instance& instance) const {
    std::vector<Image> all;
    Expr none_before = number(1);
    const Names names = instance.names(order.program().n);
    for (const Alternative& alternative : alternatives) {
        std::vector<Expr> numbers;
        for (const Expr& each : alternative.numbers) numbers.push_back(substitute(each, names));
        const Instance image = relation->to(order.program(), alternative.to).with(numbers);
        const Expr fits =
            both(substitute(alternative.when, names), relation->fits(order, from, instance, alternative.to, image));
        all.push_back({both(none_before, fits), alternative.to, image});
        none_before = both(none_before, negated(fits));
    }
    return all;
}

std::vector<Expr> questions_about(const Program& program, const std::vector<std::string>& names) {
    std::vector<Expr> fitting;
    for (const Expr& question : program.questions) {
        std::set<std::string> used;
        collect_variables(question, used);
        used.erase("n");
        if (std::all_of(used.begin(), used.end(), [&](const std::string& name) {
                return std::find(names.begin(), names.end(), name) != names.end();
            }))
            fitting.push_back(question);
    }
    return fitting;
}

std::vector<Feature> features_of(const Program& program, const Family& family) {
    const auto itself = [](const Numbers& numbers, std::size_t index, std::int64_t) { return numbers[index]; };
    const auto block = [](const Numbers& numbers, std::size_t index, std::int64_t by) { return numbers[index] / by; };
    std::vector<Feature> features;
    const auto names = family.number_names();
    for (std::size_t i = 0; i < names.size(); ++i) features.push_back({variable(names[i]), itself, i, 1});
    if (known(family.parts)) return features;
    for (const std::int64_t size : program.block_sizes)
        features.push_back(
            {binary(model::Binary::divide, variable(names.back()), number(size)), block, names.size() - 1, size});
    return features;
}

namespace {

/// Factors of so many features, the simplest first: of none, of one, of two, and of three without a multiple.
std::vector<Numbers> factors_to_try(std::size_t count) {
    constexpr std::int64_t one_factor[] = {1, -1, 2, -2, 3, -3, 4, -4};
    std::vector<Numbers> tried{Numbers(count, 0)};
    for (const std::int64_t factor : one_factor)
        for (std::size_t i = 0; i < count; ++i) {
            tried.emplace_back(count, 0);
            tried.back()[i] = factor;
        }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = i + 1; k < count; ++k)
            for (const std::int64_t a : one_factor)
                for (const std::int64_t b : one_factor) {
                    tried.emplace_back(count, 0);
                    tried.back()[i] = a;
                    tried.back()[k] = b;
                }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = i + 1; k < count; ++k)
            for (std::size_t m = k + 1; m < count; ++m)
                for (int signs = 0; signs < 8; ++signs) {
                    tried.emplace_back(count, 0);
                    tried.back()[i] = (signs & 1) != 0 ? -1 : 1;
                    tried.back()[k] = (signs & 2) != 0 ? -1 : 1;
                    tried.back()[m] = (signs & 4) != 0 ? -1 : 1;
                }
    return tried;
}

}  // namespace

std::optional<Expr> fit_number(const std::vector<Point>& points, const std::vector<Feature>& features, const Expr& n) {
    if (points.empty()) return std::nullopt;
    const std::size_t count = features.size();
    const auto value_of = [&](const Point& point, const Numbers& factors, std::int64_t of_n) {
        std::int64_t value = of_n * point.n;
        for (std::size_t i = 0; i < count; ++i)
            if (factors[i] != 0) value += factors[i] * features[i].value(*point.numbers);
        return value;
    };
    const auto agrees = [&](const Numbers& factors, std::int64_t of_n) -> std::optional<std::int64_t> {
        // Modulo something, one size tells the constant but for multiples: those near to zero are tried.
        std::vector<std::int64_t> constants{points[0].value - value_of(points[0], factors, of_n)};
        if (points[0].modulus > 0) {
            const std::int64_t rest = ((constants[0] % points[0].modulus) + points[0].modulus) % points[0].modulus;
            const std::int64_t by = points[0].modulus;
            constants = {rest, rest - by, rest + by, rest - 2 * by};
            if (rest > by / 2) std::swap(constants[0], constants[1]);
        }
        for (const std::int64_t constant : constants)
            if (std::all_of(points.begin(), points.end(), [&](const Point& point) {
                    const std::int64_t off = value_of(point, factors, of_n) + constant - point.value;
                    return point.modulus > 0 ? off % point.modulus == 0 : off == 0;
                }))
                return constant;
        return std::nullopt;
    };
    const auto expression = [&](const Numbers& factors, std::int64_t of_n, std::int64_t constant) {
        Expr sum = number(0);
        for (std::size_t i = 0; i < count; ++i)
            if (factors[i] > 0) sum = plus(sum, times(number(factors[i]), features[i].expression));
        for (std::size_t i = 0; i < count; ++i)
            if (factors[i] < 0) sum = minus(sum, times(number(-factors[i]), features[i].expression));
        if (of_n != 0) sum = of_n > 0 ? plus(sum, times(number(of_n), n)) : minus(sum, times(number(-of_n), n));
        return constant >= 0 ? plus(sum, number(constant)) : minus(sum, number(-constant));
    };
    const Numbers of_n_tried{0, 1, -1, 2, -2};
    const bool modular = points[0].modulus > 0;
    for (const Numbers& factors : factors_to_try(count))
        for (const std::int64_t of_n : of_n_tried) {
            if (modular && of_n != 0 && points[0].modulus % points[0].n == 0 &&
                of_n % (points[0].modulus / points[0].n) == 0)
                continue;
            if (const auto constant = agrees(factors, of_n)) return expression(factors, of_n, *constant);
        }
    return std::nullopt;
}

namespace {

class Fitting {
public:
    Fitting(const Relation& relation, std::size_t from, const Program& program, bool bound)
        : relation_(relation), from_(from), program_(program), bound_(bound) {}

    /// Alternatives that tell where each of the pairs goes, which all go to one family; none: there is no rule.
    std::vector<Mapping::Alternative> alternatives(const std::vector<Pair>& pairs) const {
        const Family family = relation_.from(program_, from_);
        return fit_in_parts(
            program_, family, pairs, part_of(pairs),
            [&](const std::vector<Pair>& some, const Expr& when) { return fit_whole(some, when); },
            [&](const Pair& pair) { return family.with(as_expressions(pair.from_numbers)).names(number(pair.n)); });
    }

private:
    /// That it is this part, where all of them are one part of several; if bound, that it is this round.
    Expr part_of(const std::vector<Pair>& pairs) const {
        const auto parts = known(relation_.from(program_, from_).parts);
        const std::int64_t part = pairs.front().from_numbers.back();
        const bool one_of_several =
            parts && *parts > 1 &&
            std::all_of(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.from_numbers.back() == part; });
        Expr when = one_of_several ? equal(variable("part"), number(part)) : number(1);
        if (!bound_) return when;
        const auto names = relation_.from(program_, from_).number_names();
        for (std::size_t i = 2; i + 1 < names.size(); ++i) {
            const std::int64_t round = pairs.front().from_numbers[i];
            if (std::all_of(pairs.begin(), pairs.end(),
                            [&](const Pair& pair) { return pair.from_numbers[i] == round; }))
                when = both(when, equal(variable(names[i]), number(round)));
        }
        return when;
    }

    std::optional<Mapping::Alternative> fit_whole(const std::vector<Pair>& pairs, const Expr& when) const {
        Mapping::Alternative found{when, pairs.front().to, {}};
        const auto features = features_of(program_, relation_.from(program_, from_));
        for (std::size_t i = 0; i < pairs.front().to_numbers.size(); ++i) {
            std::vector<Point> points;
            points.reserve(pairs.size());
            for (const Pair& pair : pairs) points.push_back({pair.n, &pair.from_numbers, pair.to_numbers[i], 0});
            const auto value = i == 0 ? fit_reduced(points, features, 1) : fit_any(points, features);
            if (!value) return std::nullopt;
            found.numbers.push_back(*value);
        }
        return found;
    }

    /// As it is, or else from a least value on modulo a multiple of n.
    std::optional<Expr> fit_any(const std::vector<Point>& points, const std::vector<Feature>& features) const {
        if (auto value = fit_number(points, features, program_.n)) return value;
        std::map<std::int64_t, std::int64_t> least;
        for (const Point& point : points) {
            const auto [found, is_new] = least.emplace(point.n, point.value);
            if (!is_new) found->second = std::min(found->second, point.value);
        }
        std::vector<Point> leasts;
        const Numbers none;
        for (const auto& [n, value] : least) leasts.push_back({n, &none, value, 0});
        const auto from = fit_number(leasts, {}, program_.n);
        if (!from) return std::nullopt;
        std::vector<Point> above = points;
        for (Point& point : above) point.value -= least.at(point.n);
        constexpr std::int64_t most = 4;
        for (std::int64_t of_n = 1; of_n <= most; ++of_n)
            if (auto value = fit_reduced(above, features, of_n)) return plus(*from, *value);
        return std::nullopt;
    }

    std::optional<Expr> fit_reduced(std::vector<Point> points, const std::vector<Feature>& features,
                                    std::int64_t of_n) const {
        for (Point& point : points) {
            point.modulus = of_n * point.n;
            if (point.value < 0 || point.value >= point.modulus) return std::nullopt;
        }
        const auto value = fit_number(points, features, program_.n);
        if (!value) return std::nullopt;
        return of_n == 1 ? on_ring(*value, program_.n) : remainder(*value, times(number(of_n), program_.n));
    }

    const Relation& relation_;
    std::size_t from_;
    const Program& program_;
    bool bound_;
};

bool agrees(const Mapping& mapping, const Pair& pair, const Samples& samples) {
    const Sample& sample = sample_of(samples, pair.n);
    const Instance instance =
        mapping.relation->from(sample.program(), mapping.from).with(as_expressions(pair.from_numbers));
    for (const Mapping::Image& image : mapping.images(sample.order(), instance)) {
        if (!holds(image.condition)) continue;
        if (image.to != pair.to) return false;
        const std::vector<Expr> numbers = image.instance.numbers();
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (known(numbers[i]) != pair.to_numbers[i]) return false;
        return true;
    }
    return false;
}

/// Whether there is an order of the alternatives in which the first that fits is always the right one.
bool put_in_order(Mapping& mapping, const std::vector<Pair>& pairs, const Samples& samples) {
    constexpr std::size_t most_orders = 120;
    std::vector<std::size_t> places(mapping.alternatives.size());
    std::iota(places.begin(), places.end(), 0);
    const auto all = mapping.alternatives;
    for (std::size_t tried = 0; tried < most_orders; ++tried) {
        for (std::size_t i = 0; i < places.size(); ++i) mapping.alternatives[i] = all[places[i]];
        if (std::all_of(pairs.begin(), pairs.end(), [&](const Pair& pair) { return agrees(mapping, pair, samples); }))
            return true;
        if (!std::next_permutation(places.begin(), places.end())) break;
    }
    return false;
}

}  // namespace

std::optional<Mapping> fit(const Relation& relation, std::size_t from, const std::vector<Pair>& pairs,
                           const Samples& samples, const Program& program) {
    std::map<std::size_t, std::vector<Pair>> by_family;
    for (const Pair& pair : pairs) by_family[pair.to].push_back(pair);
    // Where a loop has few rounds, rules agree too easily: then each is bound to the rounds in which it was seen.
    for (const bool bound : {false, true}) {
        Mapping mapping{&relation, from, {}};
        const Fitting fitting(relation, from, program, bound);
        // Those of the environment last: their slots always exist.
        for (const bool environment : {false, true})
            for (const auto& [to, group] : by_family) {
                if ((relation.to(program, to).operation == nullptr) != environment) continue;
                const auto found = fitting.alternatives(group);
                if (found.empty()) return std::nullopt;
                mapping.alternatives.insert(mapping.alternatives.end(), found.begin(), found.end());
            }
        if (!mapping.alternatives.empty() && put_in_order(mapping, pairs, samples)) return mapping;
    }
    return std::nullopt;
}

}  // namespace ringproof::checker::every
