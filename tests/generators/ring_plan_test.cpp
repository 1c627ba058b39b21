#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "generators/agent_events.h"
#include "generators/ring/plan.h"
#include "generators/ring/plans.h"
#include "generators/ring/simpler.h"
#include "generators/smaller.h"
#include "tests/support/check_often.h"
#include "tests/support/quick_verdict.h"
#include "tests/support/verdicts.h"

namespace ringproof::generators {
namespace {

constexpr int often = 2'000;

TEST(RingPlan, MakesValidSchedulesOfBoundedSize) {
    tests::check_often(often, [] {
        const model::Schedule schedule = schedule_of(*ring_plans());
        RC_ASSERT(is_valid(schedule));
        RC_ASSERT(agent_events(schedule) <= most_ring_events);
    });
}

TEST(RingPlan, SettlesOnce) {
    tests::check_often(often, [] {
        const RingPlan plan = *ring_plans();
        RC_ASSERT(settled(plan) == plan);
    });
}

TEST(RingPlan, IsProvedWhenNothingIsWrongWithIt) {
    tests::check_often(400, [] {
        RingPlan plan = *ring_plans();
        plan.faults = 0;
        plan = settled(plan);
        RC_PRE(agent_events(schedule_of(plan)) <= most_ring_events);
        RC_LOG() << plan;
        RC_ASSERT(tests::word_of(tests::quick_verdict(schedule_of(plan))) == "proved");
    });
}

/// Values of an enumeration that were seen.
class Seen {
public:
    explicit Seen(std::string name, std::int32_t count) : name_(std::move(name)), missing_(numbers(count)) {}
    template <class Enum>
    void see(Enum value) {
        missing_.erase(static_cast<std::int32_t>(value));
    }
    void expect_all() const {
        for (const std::int32_t value : missing_) ADD_FAILURE() << name_ << " " << value << " never came up";
    }

private:
    static std::set<std::int32_t> numbers(std::int32_t count) {
        std::set<std::int32_t> all;
        for (std::int32_t k = 0; k < count; ++k) all.insert(k);
        return all;
    }
    std::string name_;
    std::set<std::int32_t> missing_;
};

TEST(RingPlan, MakesEveryChoiceRightAndEveryMistake) {
    Seen patterns("pattern", 10), rules("rule", 5), movers("mover", 3), notices("notice", 5), watches("watch", 4),
        counters("counters", 3), kept("kept", 4), credits("credits", 3), gates("gate", 5), splits("split", 3),
        faults("fault", fault_kinds), chips("chips - 2", 4), rings("rings - 1", 3), launches("launches - 1", 2);
    const rc::Gen<RingPlan> plans = ring_plans();
    for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
        const RingPlan plan = plans(rc::Random(seed)).value();
        for (std::int32_t k = 0; k < fault_kinds; ++k)
            if (plan.has(static_cast<Fault>(k))) faults.see(k);
        if (!plan.right()) continue;
        patterns.see(plan.pattern);
        for (std::int32_t hop = 0; hop < plan.hops; ++hop) rules.see(plan.rules[static_cast<std::size_t>(hop)]);
        movers.see(plan.mover);
        notices.see(plan.notice);
        watches.see(plan.watch);
        counters.see(plan.counters);
        kept.see(plan.kept);
        credits.see(plan.credits);
        gates.see(plan.gate);
        splits.see(plan.split);
        chips.see(plan.chips - 2);
        rings.see(plan.rings - 1);
        launches.see(plan.launches - 1);
    }
    for (const Seen* const seen : {&patterns, &rules, &movers, &notices, &watches, &counters, &kept, &credits, &gates,
                                   &splits, &faults, &chips, &rings, &launches})
        seen->expect_all();
}

TEST(RingPlan, ShrinksToThePlainestOne) {
    const rc::Gen<RingPlan> plans = ring_plans();
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RingPlan plan = plans(rc::Random(seed)).value();
        for (;;) {
            const std::vector<RingPlan> next = simpler(plan);
            for (const RingPlan& one : next) {
                ASSERT_LT(size(one), size(plan));
                ASSERT_EQ(settled(one), one);
                ASSERT_TRUE(is_valid(schedule_of(one))) << one;
            }
            if (next.empty()) break;
            // By turns from the front and from the back, to go down by large and by small steps.
            plan = seed % 2 == 0 ? next.front() : next.back();
        }
        EXPECT_EQ(plan, settled(RingPlan{})) << plan;
    }
}

TEST(RingPlan, KeepsItsFaultWhenItShrinks) {
    RingPlan plan;
    plan.pattern = Pattern::travel;
    plan.chips = 4;
    plan.hops = 3;
    plan.slots = 1;
    plan.faults = 1U << static_cast<int>(Fault::no_credit);
    plan = settled(plan);
    const auto races = [](const RingPlan& one) {
        return one.has(Fault::no_credit) && tests::word_of(tests::quick_verdict(schedule_of(one))) == "race";
    };
    ASSERT_TRUE(races(plan));
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (const RingPlan& one : simpler(plan))
            if (races(one)) {
                plan = one;
                smaller = true;
                break;
            }
    }
    // One slot is used again at the second hop, and two chips hop once.
    EXPECT_EQ(plan.chips, 3);
    EXPECT_EQ(plan.hops, 2);
}

}  // namespace
}  // namespace ringproof::generators
