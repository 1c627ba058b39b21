#include "checker/every/instance.h"

#include <gtest/gtest.h>

#include "checker/every/sample.h"
#include "model/cut.h"
#include "model/language/language.h"
#include "tests/support/places.h"
#include "tests/support/verdicts.h"

namespace ringproof::checker::every {
namespace {

/// What is said of chips alone is what the event structure says: whatever precedes has happened in every execution.
void expect_right(const std::string& file, std::int64_t n) {
    const model::Kernel kernel = tests::kernel_at(file);
    const Deadline none(0);
    const Sample sample(kernel, kernel.profile, n, 2, none);
    model::Schedule schedule = instantiate(kernel, n);
    schedule.launches = 2;
    const model::EventGraph graph(schedule, 2);
    const model::CutFinder finder(graph);
    // Each event of agents with its instance: by the order of the text.
    std::vector<std::pair<model::EventId, Instance>> events;
    for (model::EventId id = 0; id < graph.size(); ++id) {
        const model::Event& event = graph.event(id);
        if (event.moment == model::Moment::enter || event.moment == model::Moment::exit) {
            Instance instance;
            instance.rank = event.moment == model::Moment::enter ? enter : exit;
            instance.chip = number(event.who);
            instance.launch = number(event.launch);
            events.emplace_back(id, instance);
        }
    }
    const std::size_t agents = kernel.agents.size();
    for (const Operation& operation : sample.program().operations)
        for (const Numbers& numbers : sample.instances(operation.number)) {
            std::vector<Expr> values = as_expressions(numbers);
            values.push_back(number(0));
            const Instance instance = Family(operation).with(values);
            // Its place among all instances of its agent and launch is its step.
            std::int32_t step = 0;
            for (const Operation& other : sample.program().operations)
                for (const Numbers& others : sample.instances(other.number)) {
                    if (others[0] != numbers[0] || others[1] != numbers[1]) continue;
                    std::vector<Expr> at = as_expressions(others);
                    at.push_back(number(0));
                    if (holds(sample.order().text_before(Family(other).with(at), instance, false))) ++step;
                }
            const auto agent =
                static_cast<std::int32_t>(static_cast<std::size_t>(numbers[0]) * agents + operation.agent);
            for (model::EventId id = 0; id < graph.size(); ++id) {
                const model::Event& event = graph.event(id);
                if (is_environment(event.moment) || event.who != agent || event.launch != numbers[1] ||
                    event.step != step)
                    continue;
                events.emplace_back(id, instance);
                break;
            }
        }
    for (const auto& [first, one] : events) {
        std::vector<char> allowed(static_cast<std::size_t>(graph.size()), 1);
        allowed[static_cast<std::size_t>(first)] = 0;
        const model::Cut without = finder.largest(allowed);
        for (const auto& [second, other] : events) {
            if (first == second || !holds(sample.order().precedes(one, other))) continue;
            EXPECT_EQ(without.has[static_cast<std::size_t>(second)], 0) << file << " " << first << " " << second;
        }
    }
}

TEST(EveryOrder, IsThatOfChipsAndTheirEnvironment) {
    for (const char* const file : {"kernels/all_reduce.ring", "kernels/barrier_neighbour_doubled.ring",
                                   "kernels/all_reduce_bidirectional.ring", "kernels/gather.ring"})
        expect_right(file, 3);
}

TEST(EveryOrder, FollowsLoopsInsideEachOther) {
    const model::Kernel kernel = model::parse_kernel(R"(kernel nested(n)
profile pallas-tpu
buffer x
for a in 0 .. n {
  copy x -> x
  for b in 0 .. a { copy x -> x }
  copy x -> x
}
)",
                                                     "nested.ring");
    const Program program = program_of(kernel, kernel.profile, number(4), number(2));
    const Order order(program);
    const auto at = [&](std::size_t operation, Numbers rounds, std::int64_t launch = 0) {
        Numbers numbers{1, launch};
        numbers.insert(numbers.end(), rounds.begin(), rounds.end());
        numbers.push_back(0);
        return Family(program.operations[operation]).with(as_expressions(numbers));
    };
    EXPECT_TRUE(holds(order.precedes(at(0, {2}), at(1, {2, 0}))));
    EXPECT_TRUE(holds(order.precedes(at(1, {2, 1}), at(2, {2}))));
    EXPECT_TRUE(fails(order.precedes(at(2, {2}), at(1, {2, 1}))));
    EXPECT_TRUE(holds(order.precedes(at(2, {2}), at(1, {3, 0}))));
    EXPECT_TRUE(holds(order.precedes(at(1, {2, 0}), at(1, {2, 1}))));
    EXPECT_TRUE(holds(order.precedes(at(1, {2, 1}), at(1, {2, 1}))));
    EXPECT_TRUE(fails(order.text_before(at(1, {2, 1}), at(1, {2, 1}), false)));
    EXPECT_TRUE(holds(order.precedes(at(2, {3}), at(0, {0}, 1))));
    EXPECT_TRUE(fails(order.exists(at(1, {2, 2}))));
    EXPECT_TRUE(holds(order.exists(at(1, {2, 1}))));
}

}  // namespace
}  // namespace ringproof::checker::every
