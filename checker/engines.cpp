#include <array>

#include "checker/ask.h"
#include "checker/cuts.h"

namespace ringproof::checker {

std::span<const Engine> engines() {
    static constexpr std::array list{
        Engine{"cuts", "monotone schedules, by Z3: the proof of record", cuts},
    };
    return list;
}

}  // namespace ringproof::checker
