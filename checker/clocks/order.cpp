#include "checker/clocks/order.h"

#include "checker/showing.h"

namespace ringproof::checker {

bool Order::before(Rotated a, Rotated b) {
    if (!exact()) return a.event != b.event && without(a.event).has[b.event] == 0;
    return clocks_.on_chain(a.event) ? clocks_.before(a, b) : follower_.before(a, b);
}

std::int64_t Order::raised_without(std::int32_t counter, model::EventId event) {
    return exact() ? clocks_.raised_without(counter, event) : raised(graph_.counters()[counter], without(event));
}

const model::Cut& Order::without(model::EventId event) {
    if (event == left_out_) return without_;
    deadline_.check("computing what can happen without an event");
    std::vector<char> allowed(graph_.size(), 1);
    allowed[event] = 0;
    without_ = finder_.largest(allowed);
    left_out_ = event;
    return without_;
}

}  // namespace ringproof::checker
