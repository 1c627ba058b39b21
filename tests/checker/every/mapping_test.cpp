#include "checker/every/mapping.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "checker/every/program.h"
#include "model/language/language.h"

namespace ringproof::checker::every {
namespace {

const Deadline& no_deadline() {
    static const Deadline deadline(0);
    return deadline;
}

std::vector<Feature> features_named(const std::vector<std::string>& names) {
    std::vector<Feature> features;
    for (std::size_t i = 0; i < names.size(); ++i)
        features.push_back({variable(names[i]),
                            [](const Numbers& numbers, std::size_t index, std::int64_t) { return numbers[index]; }, i,
                            1});
    return features;
}

RC_GTEST_PROP(EveryMapping, FindsEveryNumberThatIsLinearInTwoOthers, ()) {
    const auto a = *rc::gen::inRange<std::int64_t>(-2, 3), b = *rc::gen::inRange<std::int64_t>(-2, 3),
               of_n = *rc::gen::inRange<std::int64_t>(-2, 3), constant = *rc::gen::inRange<std::int64_t>(-4, 5);
    const bool modular = *rc::gen::arbitrary<bool>();
    std::vector<Numbers> numbers;
    for (std::int64_t i = 0; i < 4; ++i)
        for (std::int64_t k = 0; k < 4; ++k) numbers.push_back({i, k});
    std::vector<Point> points;
    for (const std::int64_t n : {4, 5, 7})
        for (const Numbers& each : numbers) {
            const std::int64_t value = a * each[0] + b * each[1] + of_n * n + constant;
            points.push_back({n, &each, modular ? ((value % n) + n) % n : value, modular ? n : 0});
        }
    const auto found = fit_number(points, features_named({"i", "k"}), variable("n"));
    RC_ASSERT(found.has_value());
    for (const Point& point : points) {
        const auto value = known(substitute(
            *found, {{"n", number(point.n)}, {"i", number((*point.numbers)[0])}, {"k", number((*point.numbers)[1])}}));
        RC_ASSERT(value.has_value());
        const std::int64_t off = *value - point.value;
        RC_ASSERT((modular ? off % point.n : off) == 0);
    }
}

TEST(EveryMapping, FindsNothingWhereThereIsNoRule) {
    std::vector<Numbers> numbers;
    for (std::int64_t i = 0; i < 8; ++i) numbers.push_back({i});
    std::vector<Point> points;
    for (const Numbers& each : numbers) points.push_back({8, &each, each[0] * each[0], 0});
    EXPECT_FALSE(fit_number(points, features_named({"i"}), variable("n")).has_value());
}

/// A kernel whose first unit is waited for before the loop, and the others in it.
const char* const two_places = R"(kernel two_places(n)
profile pallas-tpu

buffer x in
buffer hold[n] ring
sem arrived

put x -> right.hold[0] recv arrived
wait arrived
for k in 1 .. n {
  put x -> right.hold[k] recv arrived
  wait arrived
}
)";

TEST(EveryMapping, TellsInWhichOfSeveralWaitsAUnitIsTaken) {
    const model::Kernel kernel = model::parse_kernel(two_places, "two_places.ring");
    Samples samples;
    for (const std::int64_t n : {4, 5})
        samples.push_back(std::make_unique<Sample>(kernel, kernel.profile, n, 2, no_deadline()));
    const Program program = program_of(kernel, kernel.profile, variable("n"), variable("launches"));
    ASSERT_EQ(program.raises.size(), 2u);
    ASSERT_EQ(program.waits.size(), 2u);
    for (std::size_t raise = 0; raise < 2; ++raise) {
        std::vector<Pair> pairs;
        for (const auto& sample : samples)
            for (const Pair& pair : sample->matched)
                if (pair.from == raise) pairs.push_back(pair);
        const auto mapping = fit(raise_to_wait, raise, pairs, samples, program);
        ASSERT_TRUE(mapping.has_value());
        ASSERT_EQ(mapping->alternatives.size(), 1u);
        EXPECT_EQ(mapping->alternatives.front().to, raise);
        // By the right chip, in the same round.
        EXPECT_EQ(model::print(mapping->alternatives.front().numbers.front()), "(me + 1) % n");
    }
}

TEST(EveryMapping, TakesTheFirstAlternativeThatFits) {
    const model::Kernel kernel = model::parse_kernel(two_places, "two_places.ring");
    const Program program = program_of(kernel, kernel.profile, number(5), number(1));
    const Order order(program);
    const Family unit(program.raises[1]);
    Mapping mapping{&raise_to_wait, 1, {}};
    const Expr right = remainder(plus(variable("me"), number(1)), program.n);
    // A round that does not exist for the last, then one that always does.
    mapping.alternatives.push_back(
        {number(1), 1, {right, variable("launch"), plus(variable("k"), number(1)), number(0)}});
    mapping.alternatives.push_back({number(1), 0, {right, variable("launch"), number(0)}});
    const auto at = [&](std::int64_t k) { return mapping.images(order, unit.with(as_expressions({2, 0, k, 0}))); };
    EXPECT_TRUE(holds(at(3)[0].condition));
    EXPECT_TRUE(fails(at(3)[1].condition));
    EXPECT_TRUE(fails(at(4)[0].condition));
    EXPECT_TRUE(holds(at(4)[1].condition));
}

}  // namespace
}  // namespace ringproof::checker::every
