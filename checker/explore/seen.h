#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace ringproof::checker {

/// A digest of 128 bits of a state's key.
///
/// Two different states with equal digests would make the search leave out what lies behind the second. Among m states
/// that happens with a chance of about m²/2¹²⁹: for ten million states less than 10⁻²⁴, far below that of a fault of
/// the memory they lie in.
struct Digest {
    std::uint64_t high = 0, low = 0;
    friend bool operator==(const Digest&, const Digest&) = default;
};

/// Two independent chains over the words of `key`. Each step is one to one in the chain and in the word, so keys that
/// differ in one word never collide.
inline Digest digest_of(std::string_view key) {
    std::uint64_t high = 0x243f6a8885a308d3u ^ key.size(), low = 0x13198a2e03707344u + key.size();
    for (std::size_t at = 0; at < key.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, key.data() + at, std::min(sizeof word, key.size() - at));
        high = (high ^ word) * 0xc2b2ae3d27d4eb4fu;
        high ^= high >> 29u;
        low = (std::rotl(low, 27) + word) * 0x9e3779b185ebca87u;
        low ^= low >> 33u;
    }
    const auto end = [](std::uint64_t number) {
        number = (number ^ (number >> 32u)) * 0xd6e8feb86659fd93u;
        number = (number ^ (number >> 32u)) * 0xd6e8feb86659fd93u;
        return number ^ (number >> 32u);
    };
    return {end(high), end(low)};
}

/// The states that a search has seen, 16 bytes each in a table that is at most two thirds full.
class Seen {
public:
    /// Whether it is new.
    bool insert(Digest digest) {
        if (digest == Digest{}) digest.low = 1;  // zero marks an empty place
        if (3 * (size_ + 1) > 2 * places_.size()) grow();
        Digest& place = find(digest);
        if (place == digest) return false;
        place = digest;
        ++size_;
        return true;
    }
    std::size_t size() const { return size_; }

private:
    Digest& find(const Digest& digest) {
        std::size_t at = digest.low & (places_.size() - 1);
        while (places_[at] != Digest{} && places_[at] != digest) at = (at + 1) & (places_.size() - 1);
        return places_[at];
    }
    void grow() {
        const std::vector<Digest> old = std::exchange(places_, std::vector<Digest>(2 * places_.size()));
        for (const Digest& digest : old)
            if (digest != Digest{}) find(digest) = digest;
    }

    std::vector<Digest> places_ = std::vector<Digest>(1u << 10u);
    std::size_t size_ = 0;
};

}  // namespace ringproof::checker
