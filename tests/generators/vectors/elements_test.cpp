#include "generators/vectors/elements.h"

#include <algorithm>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

namespace ringproof::generators {
namespace {

using model::Value;

/// Expressions of all kinds over three inputs.
std::vector<Value> some_values(model::Values& values) {
    const Value a = values.atom(model::Symbol("a")), b = values.atom(model::Symbol("b")),
                c = values.atom(model::Symbol("c"));
    std::vector<Value> all{model::nothing,
                           a,
                           b,
                           c,
                           values.apply(model::Symbol("f"), 0, std::vector{a, b}),
                           values.apply(model::Symbol("f"), 1, std::vector{a, b})};
    for (model::RuleId rule = 0; rule < model::rules().size(); ++rule)
        if (model::rules()[rule].reduces) all.push_back(values.reduce(rule, values.reduce(rule, a, b), c));
    return all;
}

TEST(Elements, AreReadAsTheyAreWritten) {
    model::Values values;
    const std::vector<Value> all = some_values(values);
    for (const Element& element : elements()) {
        Slots slots(element, 7, values);
        for (const Value value : all) {
            const Bytes slot = slots.of(value);
            ASSERT_EQ(slot.size(), 7 * element.size);
            for (std::size_t k = 0; k < 7; ++k) {
                Bytes again(element.size);
                const std::string text = element.text(slot.data() + k * element.size);
                ASSERT_TRUE(element.parse(text, again.data())) << element.name << " " << text;
                EXPECT_TRUE(std::equal(again.begin(), again.end(),
                                       slot.begin() + static_cast<std::ptrdiff_t>(k * element.size)))
                    << element.name << " " << text;
            }
        }
    }
}

TEST(Elements, RefuseWhatIsNoNumberOfTheirs) {
    for (const Element& element : elements()) {
        Bytes number(element.size);
        for (const char* text : {"", "x", "1 ", "1x", "99999999999999999999999999999999999x", "[1]", "0x10"})
            EXPECT_FALSE(element.parse(text, number.data())) << element.name << " '" << text << "'";
        EXPECT_EQ(element.parse("1.5", number.data()), element.is_float) << element.name;
        EXPECT_EQ(element.parse("300", number.data()), element.name != "uint8") << element.name;
    }
}

/// The suite compares numbers, so different values must be different numbers, and data never what stands for nothing.
TEST(Elements, TellValuesApart) {
    model::Values values;
    const std::vector<Value> all = some_values(values);
    for (const Element& element : elements()) {
        Slots slots(element, 8, values);
        std::set<Bytes> different;
        std::size_t known = 0;
        for (const Value value : all) {
            const model::Values::Node& node = values.node(value);
            if (node.kind == model::Values::Kind::reduction && !element.has_rule(node.rule)) continue;
            ++known;
            different.insert(slots.of(value));
        }
        EXPECT_EQ(different.size(), known) << element.name;
        EXPECT_GE(known, all.size() - 1) << element.name;
        for (std::size_t k = 1; k < all.size(); ++k)
            for (std::size_t lane = 0; lane < 8; ++lane)
                EXPECT_NE(0, std::memcmp(slots.of(all[k]).data() + lane * element.size, slots.of(model::nothing).data(),
                                         element.size))
                    << element.name;
    }
}

/// Reducing bytes is reducing values.
TEST(Elements, ReduceAsValuesAre) {
    model::Values values;
    const Value a = values.atom(model::Symbol("a")), b = values.atom(model::Symbol("b"));
    for (const Element& element : elements())
        for (model::RuleId rule = 0; rule < model::rules().size(); ++rule) {
            if (!model::rules()[rule].reduces || !element.has_rule(rule)) continue;
            Slots slots(element, 3, values);
            Bytes result = slots.of(a);
            element.reduce(rule, result.data(), slots.of(b).data(), result.data(), 3);
            EXPECT_EQ(result, slots.of(values.reduce(rule, a, b))) << element.name << " " << model::rules()[rule].name;
        }
}

TEST(Elements, WorkAsValuesDo) {
    model::Values values;
    const Value a = values.atom(model::Symbol("a")), b = values.atom(model::Symbol("b"));
    for (const Element& element : elements()) {
        Slots slots(element, 3, values);
        Bytes result(3 * element.size);
        element.apply("matmul", 1, std::vector{slots.of(a), slots.of(b)}, result.data(), 3);
        EXPECT_EQ(result, slots.of(values.apply(model::Symbol("matmul"), 1, std::vector{a, b}))) << element.name;
    }
}

/// Sums of floats show in which order they were made; compose shows it in integers.
TEST(Elements, ShowTheOrderOfReductions) {
    model::Values values;
    const Value a = values.atom(model::Symbol("a")), b = values.atom(model::Symbol("b")),
                c = values.atom(model::Symbol("c"));
    const model::RuleId add = *model::find_rule("add"), compose = *model::find_rule("compose");
    for (const Element& element : elements()) {
        Slots slots(element, 32, values);
        const Bytes left = slots.of(values.reduce(add, values.reduce(add, a, b), c));
        const Bytes right = slots.of(values.reduce(add, a, values.reduce(add, b, c)));
        EXPECT_EQ(left != right, element.is_float) << element.name;
        EXPECT_EQ(element.has_rule(compose), !element.is_float) << element.name;
        if (element.has_rule(compose)) {
            EXPECT_NE(slots.of(values.reduce(compose, a, b)), slots.of(values.reduce(compose, b, a))) << element.name;
        }
    }
}

TEST(Elements, AreFoundByName) {
    for (const Element& element : elements()) EXPECT_EQ(find_element(element.name), &element);
    EXPECT_EQ(find_element("float16"), nullptr);
}

}  // namespace
}  // namespace ringproof::generators
