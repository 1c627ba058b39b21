#include "model/compare.h"

#include <fstream>
#include <functional>
#include <sstream>

#include <gtest/gtest.h>

#include "model/json/json.h"
#include "model/text.h"
#include "tests/support/places.h"

namespace ringproof::model {
namespace {

Schedule every_operation() {
    std::ifstream file(tests::data("../schema/valid/every_operation.json"));
    std::ostringstream text;
    text << file.rdbuf();
    return read_schedule(text.str(), "every_operation.json");
}

/// Changes `value` a little, for each way in which it can be changed, and calls `check` after each.
template <class T>
void each_change(T& value, const std::function<void()>& check) {
    if constexpr (Described<T>) {
        each_member(value, [&](std::string_view, auto& member) { each_change(member, check); });
    } else {
        const T before = value;
        if constexpr (std::is_same_v<T, std::int32_t>)
            ++value;
        else if constexpr (std::is_same_v<T, bool>)
            value = !value;
        else if constexpr (std::is_same_v<T, Symbol>)
            value = Symbol(value.text() + "'");
        else if constexpr (std::is_same_v<T, std::string>)
            value += "'";
        else if constexpr (std::is_enum_v<T>)
            value = static_cast<T>(static_cast<int>(value) == 0 ? 1 : 0);
        else if constexpr (requires { value.index = 0; })  // a place or counter
            ++value.index;
        else if constexpr (requires { value.reset(); })
            value ? value.reset() : static_cast<void>(value.emplace());
        else if constexpr (requires { value.emplace_back(); })
            value.emplace_back();
        else
            value = std::variant_alternative_t<1, T>{};
        if (!equal(before, value)) check();
        value = before;
    }
}

TEST(Compare, EveryMemberOfEveryOperationCounts) {
    const Schedule schedule = every_operation();
    int changes = 0;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps) {
            const auto changed = [&](auto operation) {
                each_change(operation, [&] {
                    ++changes;
                    const Operation other = operation;
                    EXPECT_FALSE(equal(step.operation, other)) << describe(schedule, step.operation);
                    EXPECT_NE(hash_of(step.operation), hash_of(other)) << describe(schedule, step.operation);
                });
            };
            std::visit(changed, step.operation);
            EXPECT_TRUE(equal(step.operation, Operation(step.operation)));
            EXPECT_EQ(hash_of(step.operation), hash_of(Operation(step.operation)));
        }
    EXPECT_GT(changes, 60);
}

TEST(Compare, EveryMemberOfAScheduleCounts) {
    const Schedule schedule = every_operation();
    Schedule other = schedule;
    int changes = 0;
    const auto check = [&] {
        ++changes;
        EXPECT_FALSE(equal(schedule, other)) << changes;
        EXPECT_NE(hash_of(schedule), hash_of(other)) << changes;
    };
    EXPECT_TRUE(equal(schedule, other));
    EXPECT_EQ(hash_of(schedule), hash_of(other));
    each_member(other, [&]<class T>(std::string_view, T& member) {
        if constexpr (requires { member.emplace_back(); }) {
            for (auto& element : member) each_change(element, check);
            const T before = member;
            member.pop_back();
            check();
            member = before;
        } else {
            each_change(member, check);
        }
    });
    EXPECT_GT(changes, 100);
}

TEST(Compare, TermsDifferInEachPart) {
    const auto atom = [](std::string_view name) { return Term{Atom{Symbol(name)}}; };
    const std::vector<Term> terms{
        atom("a"),
        atom("b"),
        Term{Input{0, Symbol("x"), 0}},
        Term{Input{1, Symbol("x"), 0}},
        Term{Input{0, Symbol("x"), 1}},
        Term{Input{0, Symbol("y"), 0}},
        Term{Reduction{Symbol(), {atom("a"), atom("b")}}},
        Term{Reduction{Symbol(), {atom("b"), atom("a")}}},
        Term{Reduction{Symbol("max"), {atom("a"), atom("b")}}},
        Term{Application{Symbol("f"), 0, {atom("a")}}},
        Term{Application{Symbol("f"), 1, {atom("a")}}},
        Term{Application{Symbol("g"), 0, {atom("a")}}},
        Term{Application{Symbol("f"), 0, {}}},
    };
    for (std::size_t i = 0; i < terms.size(); ++i)
        for (std::size_t j = 0; j < terms.size(); ++j) {
            EXPECT_EQ(equal(terms[i], terms[j]), i == j) << i << ' ' << j;
            EXPECT_EQ(hash_of(terms[i]) == hash_of(terms[j]), i == j) << i << ' ' << j;
        }
}

TEST(Text, EachOperationOnOneLine) {
    const Schedule schedule = every_operation();
    std::vector<std::string> lines;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps) lines.push_back(describe(schedule, step.operation));
    const std::vector<std::string> expected{
        "put x[1] -> chip 1 y[2] len 2 send s[1] add 2 recv s[2] add 3 channel c accumulate",
        "put x[0] -> chip 2 y[0]",
        "get chip 2 x[1] -> t[2] len 2 done r channel c",
        "signal chip 2 s[2] add 4 channel c covers link",
        "signal chip 2 s[0] set 0",
        "wait s[1] at_least 3 take 2",
        "wait s[0] at_least 1 take all",
        "wait s[0] at_least 0",
        "wait s[0] equals 5",
        "snapshot r",
        "wait r above_snapshot 6",
        "set s[1] value 7",
        "set s[0] value 0",
        "copy chip 2 x[0] -> t[0] len 3",
        "reduce x[1] -> t[0] with z[0] len 2 rule max",
        "reduce x[0] -> t[0]",
        "compute reads x[0], chip 0 x[0] writes t[3] cost 9 label matmul",
        "write t[0] value nothing",
        "write t[0] value reduce(x[0]@0, x[0]@1, x[0]@2#1)",
        "read t[0] expect reduce(a)",
        "poll y[2]",
        "fence",
        "quiet until read",
        "quiet",
        "barrier all",
    };
    EXPECT_EQ(lines, expected);
}

TEST(Text, Values) {
    EXPECT_EQ(text(std::nullopt), "nothing");
    const Term atom{Atom{Symbol("a")}};
    const Term input{Input{2, Symbol("x"), 3}};
    EXPECT_EQ(text(atom), "a");
    EXPECT_EQ(text(Term{Reduction{Symbol("max"), {atom, input}}}), "max(a, x[3]@2)");
    EXPECT_EQ(text(Term{Application{Symbol("f"), 0, {atom}}}), "f(a)");
    EXPECT_EQ(text(Term{Application{Symbol("f"), 1, {}}}), "f.1()");
}

}  // namespace
}  // namespace ringproof::model
