#include "generators/vectors/elements.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include <boost/hana/size.hpp>
#include <boost/hana/tuple.hpp>
#include <fmt/format.h>

#include "generators/numbers.h"

namespace ringproof::generators {
namespace {

/// An entry of the list.
template <class T>
struct Named {
    std::string_view name;
};

/// int32 and double are what most backends have; a byte and eight of them find mistakes of size, float of rounding.
constexpr auto list =
    boost::hana::tuple<Named<std::int32_t>, Named<std::int64_t>, Named<std::uint8_t>, Named<float>, Named<double>>{
        {"int32"}, {"int64"}, {"uint8"}, {"float32"}, {"float64"}};

template <class T>
T at(const std::byte* bytes, std::size_t k = 0) {
    T number;
    std::memcpy(&number, bytes + k * sizeof(T), sizeof(T));
    return number;
}
template <class T>
void put(T number, std::byte* bytes, std::size_t k = 0) {
    std::memcpy(bytes + k * sizeof(T), &number, sizeof(T));
}

template <class T>
Element element(Named<T> named) {
    Element made{};
    made.name = named.name;
    made.size = sizeof(T);
    made.is_float = std::floating_point<T>;
    made.has_rule = has_rule<T>;
    made.reduce = [](model::RuleId rule, const std::byte* arriving, const std::byte* own, std::byte* result,
                     std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) put(reduced(rule, at<T>(arriving, k), at<T>(own, k)), result, k);
    };
    made.apply = [](std::string_view label, std::int32_t output, std::span<const Bytes> arguments, std::byte* result,
                    std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) {
            Worked<T> work(label, output, k);
            for (const Bytes& argument : arguments) work.take(at<T>(argument.data(), k));
            put(work.made(), result, k);
        }
    };
    made.text = [](const std::byte* number) {
        // A float in the digits of a double, so that who reads it as one has the same number.
        using Written = std::conditional_t<std::floating_point<T>, double, T>;
        return fmt::format("{}", static_cast<Written>(at<T>(number)));
    };
    made.parse = [](std::string_view text, std::byte* number) {
        T parsed{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
        if (error != std::errc{} || end != text.data() + text.size()) return false;
        put(parsed, number);
        return true;
    };
    made.lane = [](const model::Values& values, std::uint64_t seed) {
        return std::function<void(model::Value, std::byte*)>(
            [numbers = InNumbers<T>(values, seed)](model::Value value, std::byte* number) mutable {
                put(numbers.of(value), number);
            });
    };
    return made;
}

}  // namespace

std::span<const Element> elements() {
    static const auto table = [] {
        std::vector<Element> all;
        boost::hana::for_each(list, [&](auto named) { all.push_back(element(named)); });
        return all;
    }();
    return table;
}

const Element* find_element(std::string_view name) {
    const auto found = std::ranges::find(elements(), name, &Element::name);
    return found == elements().end() ? nullptr : &*found;
}

Slots::Slots(const Element& element, std::size_t lanes, const model::Values& values) : element_(element) {
    for (std::size_t k = 0; k < lanes; ++k) lanes_.push_back(element.lane(values, k));
}

Bytes Slots::of(model::Value value) {
    Bytes slot(lanes_.size() * element_.size);
    for (std::size_t k = 0; k < lanes_.size(); ++k) lanes_[k](value, slot.data() + k * element_.size);
    return slot;
}

std::string text(const Element& element, const Bytes& slot) {
    constexpr std::size_t most = 8;
    const std::size_t count = slot.size() / element.size;
    std::vector<std::string> numbers;
    for (std::size_t k = 0; k < std::min(count, most); ++k)
        numbers.push_back(element.text(slot.data() + k * element.size));
    return fmt::format("[{}{}]", fmt::join(numbers, ", "), count > most ? ", ..." : "");
}

}  // namespace ringproof::generators
