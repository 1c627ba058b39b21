#include "checker/every/chain.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ringproof::checker::every {
namespace {

std::int64_t value(const Expr& expression) { return known(expression).value(); }

std::string rule_applied(model::Symbol rule, const std::string& left, const std::string& right) {
    return fmt::format("({} {} {})", left, rule.text(), right);
}

/// The expression that a chain of known numbers means, written out.
std::string text_of(const Chain& chain, std::int64_t n) {
    std::string text;
    for (std::int64_t i = 0; i < value(chain.count); ++i) {
        const std::int64_t chip = (((value(chain.first) + chain.step * i) % n) + n) % n;
        const std::string operand =
            fmt::format("{}[{}]@{}#{}", chain.buffer.text(), value(chain.index), chip, value(chain.launch));
        if (i == 0)
            text = operand;
        else
            text = chain.right ? rule_applied(chain.rule, text, operand) : rule_applied(chain.rule, operand, text);
    }
    return text;
}

/// All ways to change one thing of a chain.
std::vector<std::function<void(Chain&)>> changes(std::int64_t n) {
    std::vector<std::function<void(Chain&)>> all{
        [](Chain& chain) { chain.buffer = model::Symbol("y"); },
        [](Chain& chain) { chain.rule = model::Symbol("max"); },
        [](Chain& chain) { chain.index = number(1); },
        [](Chain& chain) { chain.launch = number(1); },
        [](Chain& chain) { chain.step = -chain.step; },
        [](Chain& chain) { chain.right = !chain.right; },
    };
    for (std::int64_t chip = 0; chip < n; ++chip) all.emplace_back([=](Chain& chain) { chain.first = number(chip); });
    for (std::int64_t count = 0; count <= n + 1; ++count)
        all.emplace_back([=](Chain& chain) { chain.count = number(count); });
    return all;
}

/// Calls `visit(n, chain)` for chains of `least` operands and more on small rings.
void each_chain(std::int64_t least, const auto& visit) {
    for (std::int64_t n = 1; n <= 4; ++n)
        for (std::int64_t count = least; count <= n + 1; ++count)
            for (const int step : {1, -1})
                for (const bool right : {true, false}) {
                    Chain chain{model::Symbol("x"),
                                model::Symbol("add"),
                                number(0),
                                number(0),
                                number(count),
                                number(0),
                                step,
                                right};
                    visit(n, chain);
                }
}

/// Calls `visit(chains)` for `chains` as they are, and with one or two things about them changed.
template <std::size_t N>
void each_changed(const std::array<Chain, N>& chains, std::int64_t n, const auto& visit) {
    visit(chains);
    const auto ways = changes(n);
    for (std::size_t one = 0; one < N * ways.size(); ++one) {
        std::array<Chain, N> changed = chains;
        ways[one / N](changed[one % N]);
        visit(changed);
        for (std::size_t two = 0; two < one; ++two) {
            std::array<Chain, N> again = changed;
            ways[two / N](again[two % N]);
            visit(again);
        }
    }
}

TEST(EveryChain, ChainsThatAreEqualAreOneExpression) {
    std::size_t held = 0;
    each_chain(1, [&](std::int64_t n, const Chain& chain) {
        EXPECT_TRUE(holds(equals(chain, chain)));
        each_changed<2>({chain, chain}, n, [&](const std::array<Chain, 2>& two) {
            if (value(two[0].count) < 1 || !holds(equals(two[0], two[1]))) return;
            ++held;
            ASSERT_EQ(text_of(two[0], n), text_of(two[1], n));
        });
    });
    EXPECT_GT(held, 100u);
}

TEST(EveryChain, ChainsThatAreJoinedAreTheOperandsUnderTheRule) {
    const model::Symbol add("add");
    std::size_t held = 0;
    each_chain(2, [&](std::int64_t n, const Chain& whole) {
        Chain longer = whole, single = whole;
        longer.count = minus(whole.count, number(1));
        single.count = number(1);
        single.first = remainder(plus(whole.first, times(number(whole.step), longer.count)), number(n));
        const std::array<Chain, 3> three{whole, whole.right ? longer : single, whole.right ? single : longer};
        EXPECT_TRUE(holds(joins(three[0], three[1], three[2], add, number(n))));
        each_changed<3>(three, n, [&](const std::array<Chain, 3>& chains) {
            for (const model::Symbol rule : {add, model::Symbol("max")}) {
                if (!holds(joins(chains[0], chains[1], chains[2], rule, number(n)))) continue;
                ++held;
                ASSERT_EQ(text_of(chains[0], n), rule_applied(rule, text_of(chains[1], n), text_of(chains[2], n)));
            }
        });
    });
    EXPECT_GT(held, 100u);
}

}  // namespace
}  // namespace ringproof::checker::every
