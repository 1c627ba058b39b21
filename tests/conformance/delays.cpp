#include "conformance/delays.h"

#include <chrono>
#include <thread>

namespace ringproof::conformance {
namespace {

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace

void Delays::pause(std::uint64_t who, std::uint64_t place) const {
    using std::chrono::microseconds;
    if (share_ == 0) return;
    const std::uint64_t one = mixed(seed_ ^ mixed(who)), draw = mixed(one ^ place);
    if (draw % 100 >= static_cast<std::uint64_t>(share_)) return;
    // One in eight is slow: it starves while the others go round and round.
    const std::uint64_t most = one % 8 == 0 ? 3000 : 100;
    std::this_thread::sleep_for(microseconds((draw >> 8) % most));
}

}  // namespace ringproof::conformance
