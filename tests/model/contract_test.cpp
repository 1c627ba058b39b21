#include "model/contract.h"

#include <functional>
#include <map>
#include <set>

#include <boost/hana/type.hpp>
#include <boost/hana/unpack.hpp>
#include <gtest/gtest.h>

#include "model/collectives.h"
#include "tests/support/play.h"

namespace ringproof::model {
namespace {

namespace hana = boost::hana;

template <class... Collectives>
testing::Types<Collectives...> types_of(hana::tuple<Collectives...>);
using CollectiveTypes = decltype(types_of(collective::list));

constexpr std::int32_t slots = 2;  // a block

std::int32_t blocks(collective::Blocks count, std::int32_t chips) {
    return count == collective::Blocks::all ? chips : count == collective::Blocks::one ? 1 : 0;
}

/// A schedule with the buffers that the collective asks for, and nothing else.
template <class C>
Schedule schedule_for(std::int32_t chips, bool in_place, std::int32_t root) {
    Schedule schedule;
    schedule.chips = chips;
    const std::int32_t in = blocks(C::in_blocks, chips) * slots, out = blocks(C::out_blocks, chips) * slots;
    for (std::int32_t chip = 0; chip < chips && C::info.has_data; ++chip) {
        if (in_place) {
            schedule.buffers.push_back({chip, Symbol("x"), std::max(in, out), Role::inout, {}});
        } else {
            schedule.buffers.push_back({chip, Symbol("x"), in, Role::in, {}});
            schedule.buffers.push_back({chip, Symbol("y"), out, Role::out, {}});
        }
    }
    Contract contract;
    contract.collective = Symbol(C::info.name);
    if (C::info.has_data) contract.in = contract.out = Symbol("x");
    if (C::info.has_data && !in_place) contract.out = Symbol("y");
    if (C::info.reduces) contract.rule = Symbol("add");
    contract.root = root;
    contract.distance = C::info.distance;
    schedule.contracts.push_back(contract);
    return schedule;
}

std::string source_text(const Expected& expected) {
    if (const auto* const one = std::get_if<Input>(&expected))
        return one->buffer.text() + std::to_string(one->index) + "@" + std::to_string(one->chip);
    const Across& across = std::get<Across>(expected);
    return across.rule.text() + " " + across.buffer.text() + std::to_string(across.index);
}

std::map<std::int32_t, std::string> claims_of(const Schedule& schedule, std::int32_t chip) {
    const BufferIndex buffers(schedule);
    std::map<std::int32_t, std::string> claims;
    each_claim(buffers, schedule.contracts.front(), chip, [&](Place place, const Expected& expected) {
        EXPECT_EQ(place.buffer, buffers.find(chip, schedule.contracts.front().out));
        EXPECT_TRUE(claims.emplace(place.index, source_text(expected)).second) << "one claim a slot";
    });
    return claims;
}

template <class C>
struct EveryCollective : testing::Test {};
TYPED_TEST_SUITE(EveryCollective, CollectiveTypes);

TYPED_TEST(EveryCollective, ClaimsFitItsBuffers) {
    using C = TypeParam;
    for (const std::int32_t chips : {1, 2, 3, 5})
        for (const bool in_place : {false, true})
            for (std::int32_t root = 0; root < (C::info.rooted ? chips : 1); ++root) {
                const Schedule schedule = schedule_for<C>(chips, in_place, root);
                const BufferIndex buffers(schedule);
                ASSERT_EQ(check_contract(buffers, schedule.contracts.front()), "");
                std::size_t claimed = 0;
                for (std::int32_t chip = 0; chip < chips; ++chip)
                    each_claim(buffers, schedule.contracts.front(), chip, [&](Place place, const Expected& expected) {
                        ++claimed;
                        const Buffer& buffer = schedule.buffers.at(place.buffer);
                        EXPECT_EQ(buffer.chip, chip);
                        EXPECT_EQ(buffer.name, schedule.contracts.front().out);
                        EXPECT_GE(place.index, 0);
                        EXPECT_LT(place.index, buffer.size);
                        EXPECT_EQ(std::holds_alternative<Across>(expected), C::info.reduces);
                        const std::int32_t from =
                            std::holds_alternative<Input>(expected) ? std::get<Input>(expected).chip : 0;
                        ASSERT_TRUE(from >= 0 && from < chips);
                        const std::int32_t index =
                            std::visit([](const auto& source) { return source.index; }, expected);
                        EXPECT_GE(index, 0);
                        EXPECT_LT(index, schedule.buffers.at(buffers.find(from, Symbol("x"))).size);
                        // A slot and its source stand at the same place in their blocks.
                        EXPECT_EQ(index % slots, place.index % slots);
                    });
                EXPECT_EQ(claimed > 0, C::info.has_data);
            }
}

TYPED_TEST(EveryCollective, IsFoundByItsName) {
    const Collective* const found = find_collective(TypeParam::info.name);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->about, TypeParam::info.about);
    EXPECT_EQ(find_collective(std::string(TypeParam::info.name) + "s"), nullptr);
}

TYPED_TEST(EveryCollective, RefusesWhatDoesNotFit) {
    using C = TypeParam;
    const auto fault = [](const std::function<void(Schedule&)>& spoil, bool in_place = false) {
        Schedule schedule = schedule_for<C>(3, in_place, 0);
        spoil(schedule);
        return check_contract(BufferIndex(schedule), schedule.contracts.front());
    };
    EXPECT_EQ(fault([](Schedule&) {}), "");
    if (C::info.rooted) {
        EXPECT_NE(fault([](Schedule& s) { s.contracts.front().root = 3; }), "");
        EXPECT_NE(fault([](Schedule& s) { s.contracts.front().root = -1; }), "");
    }
    if (C::info.reduces) {
        EXPECT_NE(fault([](Schedule& s) { s.contracts.front().rule = Symbol("copy"); }), "");
        EXPECT_NE(fault([](Schedule& s) { s.contracts.front().rule = Symbol("mul"); }), "");
    }
    if (!C::info.has_data) {
        EXPECT_NE(fault([](Schedule& s) { s.profile.entry = Entry::together; }), "");
        EXPECT_NE(fault([](Schedule& s) { s.contracts.front().distance = -1; }), "");
        return;
    }
    EXPECT_NE(fault([](Schedule& s) { s.buffers.pop_back(); }), "") << "no output on one chip";
    EXPECT_NE(fault([](Schedule& s) { s.buffers.front().role = Role::scratch; }), "");
    EXPECT_NE(fault([](Schedule& s) { s.buffers.back().role = Role::scratch; }), "");
    EXPECT_NE(fault([](Schedule& s) { s.buffers.front().role = Role::in; }, true), "") << "in place needs inout";
    EXPECT_NE(fault([](Schedule& s) { s.buffers.back().size += 1; }), "");
    EXPECT_NE(fault([](Schedule& s) { s.contracts.front().in = Symbol("z"); }), "");
}

/// The table of specs/language.md for two slots a block, written out without the list; by hand and out of place.
std::map<std::int32_t, std::string> by_hand(const std::string& name, std::int32_t n, std::int32_t c,
                                            std::int32_t root) {
    std::map<std::int32_t, std::string> claims;
    const auto input = [](std::int32_t index, std::int32_t chip) {
        return "x" + std::to_string(index) + "@" + std::to_string(chip);
    };
    for (std::int32_t k = 0; k < slots; ++k) {
        if (name == "reduce_scatter") claims[k] = "add x" + std::to_string(c * slots + k);
        if (name == "all_reduce" || (name == "reduce" && c == root)) claims[k] = "add x" + std::to_string(k);
        if (name == "permute") claims[k] = input(k, c == 0 ? n - 1 : c - 1);
        if (name == "broadcast") claims[k] = input(k, root);
        if (name == "scatter") claims[k] = input(c * slots + k, root);
        for (std::int32_t j = 0; j < n; ++j) {
            if (name == "all_gather" || (name == "gather" && c == root)) claims[j * slots + k] = input(k, j);
            if (name == "all_to_all") claims[j * slots + k] = input(c * slots + k, j);
        }
    }
    return claims;
}

TYPED_TEST(EveryCollective, ClaimsWhatTheLanguageSays) {
    using C = TypeParam;
    for (const std::int32_t n : {1, 2, 3, 4})
        for (std::int32_t root = 0; root < (C::info.rooted ? n : 1); ++root)
            for (std::int32_t chip = 0; chip < n; ++chip) {
                const auto wanted = by_hand(std::string(C::info.name), n, chip, root);
                if (wanted.empty() && C::info.has_data && !C::info.rooted)
                    FAIL() << "a collective that is not in the table here";
                EXPECT_EQ(claims_of(schedule_for<C>(n, false, root), chip), wanted)
                    << C::info.name << " " << n << " " << chip;
            }
}

TEST(Contract, InPlaceVariants) {
    const auto at = [](const Schedule& schedule, std::int32_t chip) { return claims_of(schedule, chip); };
    using Claims = std::map<std::int32_t, std::string>;
    // The own block is block `me`.
    EXPECT_EQ(at(schedule_for<collective::ReduceScatter>(3, true, 0), 1), (Claims{{2, "add x2"}, {3, "add x3"}}));
    EXPECT_EQ(at(schedule_for<collective::Scatter>(3, true, 2), 1), (Claims{{2, "x2@2"}, {3, "x3@2"}}));
    EXPECT_EQ(at(schedule_for<collective::AllGather>(2, true, 0), 0),
              (Claims{{0, "x0@0"}, {1, "x1@0"}, {2, "x2@1"}, {3, "x3@1"}}));
    EXPECT_EQ(at(schedule_for<collective::Gather>(2, true, 1), 1),
              (Claims{{0, "x0@0"}, {1, "x1@0"}, {2, "x2@1"}, {3, "x3@1"}}));
    EXPECT_EQ(at(schedule_for<collective::Gather>(2, true, 1), 0), Claims{});
    EXPECT_EQ(at(schedule_for<collective::AllReduce>(2, true, 0), 1), (Claims{{0, "add x0"}, {1, "add x1"}}));
}

TEST(Contract, PermuteByAnyDistance) {
    for (const std::int32_t distance : {-4, -1, 0, 1, 2, 3, 7}) {
        Schedule schedule = schedule_for<collective::Permute>(3, false, 0);
        schedule.contracts.front().distance = distance;
        for (std::int32_t chip = 0; chip < 3; ++chip)
            EXPECT_EQ(claims_of(schedule, ((chip + distance) % 3 + 3) % 3).at(0), "x0@" + std::to_string(chip))
                << distance;
    }
}

TEST(Contract, BarrierReachesRoundTheRing) {
    const Schedule schedule = tests::schedule_of("kernel k(n) contract barrier() contract barrier(distance = 1)", 5);
    for (std::int32_t other = 0; other < 5; ++other) {
        EXPECT_TRUE(must_have_entered(schedule, schedule.contracts[0], 0, other)) << other;
        EXPECT_EQ(must_have_entered(schedule, schedule.contracts[1], 0, other), other != 2 && other != 3) << other;
    }
    EXPECT_FALSE(must_have_entered(schedule, schedule_for<collective::AllReduce>(5, false, 0).contracts[0], 0, 1));
}

TEST(Contract, UnknownCollective) {
    Schedule schedule = schedule_for<collective::AllReduce>(2, false, 0);
    schedule.contracts.front().collective = Symbol("all_reduces");
    EXPECT_NE(check_contract(BufferIndex(schedule), schedule.contracts.front()), "");
}

}  // namespace
}  // namespace ringproof::model
