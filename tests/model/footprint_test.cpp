#include "model/footprint.h"

#include <vector>

#include <gtest/gtest.h>

namespace ringproof::model {
namespace {

using C = Concrete;

std::vector<std::pair<Place, Mode>> accesses(const Operation& operation) {
    std::vector<std::pair<Place, Mode>> list;
    each_access(operation, [&](Place place, Mode mode, End) { list.emplace_back(place, mode); });
    return list;
}

TEST(Footprint, OfAPutIsSlotBySlotSourcesFirst) {
    const Put<C> put{{0, 1}, {3, 0}, 2, {}, {}, {}, true};
    EXPECT_EQ(accesses(put),
              (std::vector<std::pair<Place, Mode>>{
                  {{0, 1}, Mode::read}, {{0, 2}, Mode::read}, {{3, 0}, Mode::accumulate}, {{3, 1}, Mode::accumulate}}));
}

/// Else work that names a slot k times would be compared with itself k² times.
TEST(Footprint, OfAComputeHasEachSlotOnce) {
    Compute<C> compute;
    for (int k = 0; k < 1000; ++k) compute.reads.push_back({0, k % 2});
    compute.writes = {{1, 0}, {0, 1}, {1, 0}};
    EXPECT_EQ(accesses(compute),
              (std::vector<std::pair<Place, Mode>>{
                  {{0, 0}, Mode::read}, {{0, 1}, Mode::read}, {{1, 0}, Mode::write}, {{0, 1}, Mode::write}}));
}

}  // namespace
}  // namespace ringproof::model
