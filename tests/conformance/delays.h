#pragma once

#include <cstdint>

namespace ringproof::conformance {

/// Where a run is held back, so that others run ahead. Drawn by a seed from who asks and how often it has asked, so
/// that the same places are slow whenever the same seed is used, as far as the backend itself is the same.
class Delays {
public:
    /// None.
    Delays() = default;
    /// `share` of what is asked about, in percent, takes a while; some chips and transfers much longer than others.
    explicit Delays(std::uint64_t seed, int share = 30) : seed_(seed), share_(share) {}

    /// Pauses for nothing up to a few milliseconds. `who` is a chip, or whatever else moves by itself; `place` counts
    /// what it does. Safe to call from any thread.
    void pause(std::uint64_t who, std::uint64_t place) const;

private:
    std::uint64_t seed_ = 0;
    int share_ = 0;
};

}  // namespace ringproof::conformance
