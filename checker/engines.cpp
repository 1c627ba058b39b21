#include <array>

#include "checker/ask.h"
#include "checker/clocks.h"
#include "checker/cuts.h"
#include "checker/explore.h"
#include "checker/orders.h"

namespace ringproof::checker {

std::span<const Engine> engines() {
    static constexpr std::array list{
        Engine{"cuts", "monotone schedules, by Z3: the proof of record", cuts},
        Engine{"clocks", "monotone schedules of any size, by vector clocks", clocks},
        Engine{"orders", "every schedule within limits, by Z3 with an order on each counter", orders},
        Engine{"explore", "any small schedule, all states", explore},
    };
    return list;
}

}  // namespace ringproof::checker
