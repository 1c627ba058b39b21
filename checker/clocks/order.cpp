#include "checker/clocks/order.h"

namespace ringproof::checker {

bool Order::before(Rotated a, Rotated b) {
    if (clocks_.on_chain(a.event)) return clocks_.before(a, b);
    const Follower::Answer answer = follower_.before(a, b);
    if (answer != Follower::Answer::unknown) return answer == Follower::Answer::yes;
    ++closures_;
    deadline_.check("computing what can happen without an event");
    return whole_.without(whole_.event(a)).has[whole_.event(b)] == 0;
}

}  // namespace ringproof::checker
