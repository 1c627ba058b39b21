#pragma once

#include <cstdint>
#include <initializer_list>
#include <numeric>

#include <rapidcheck.h>

namespace ringproof::generators {

/// Plain numbers from RapidCheck's randomness: much faster than its generators of containers, and the seed that it
/// prints still brings the same case back. What is made of them needs a shrinker of its own.
class Draws {
public:
    explicit Draws(const rc::Random& random) : random_(random) {}

    std::uint32_t number() { return static_cast<std::uint32_t>(random_.next() >> 32); }
    /// 0 to choices - 1, each as likely. Assumes choices >= 1.
    std::int32_t below(std::int32_t choices) {
        return static_cast<std::int32_t>(number() % static_cast<std::uint32_t>(choices));
    }
    bool percent(std::int32_t likely) { return below(100) < likely; }
    /// The place of one of the weights, each as likely as it is heavy. Assumes that some weight is not 0.
    std::int32_t weighted(std::initializer_list<std::int32_t> weights) {
        std::int32_t rest = below(std::accumulate(weights.begin(), weights.end(), 0));
        std::int32_t place = 0;
        for (const std::int32_t weight : weights) {
            if (rest < weight) break;
            rest -= weight;
            ++place;
        }
        return place;
    }
    template <class Enum>
    Enum weighted_as(std::initializer_list<std::int32_t> weights) {
        return static_cast<Enum>(weighted(weights));
    }

private:
    rc::Random random_;
};

}  // namespace ringproof::generators
