#include "model/symmetry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/check_often.h"
#include "tests/support/play.h"
#include "tests/support/rotated.h"
#include "tests/support/verdicts.h"

namespace ringproof::model {
namespace {

Schedule kernel(const std::string& path, std::int32_t chips) { return instantiate(tests::kernel_at(path), chips); }

TEST(Symmetry, RingKernelsMapOntoThemselvesChipByChip) {
    for (const char* path : {"kernels/all_reduce.ring", "kernels/all_gather_bidirectional.ring",
                             "kernels/all_to_all_direct.ring", "kernels/barrier_dissemination.ring"}) {
        const Symmetry symmetry = Symmetry::find(kernel(path, 6));
        EXPECT_EQ(symmetry.step(), 1) << path;
        EXPECT_EQ(symmetry.order(), 6) << path;
    }
}

TEST(Symmetry, ATorusMapsOntoItselfRowByRow) {
    const Schedule torus = kernel("kernels/torus_all_reduce.ring", 6);
    const Symmetry symmetry = Symmetry::find(torus);
    EXPECT_GT(symmetry.order(), 1);
    EXPECT_EQ(symmetry.step() * symmetry.order(), 6);
}

TEST(Symmetry, ARootHasNoOtherChipLikeIt) {
    EXPECT_EQ(Symmetry::find(kernel("kernels/gather.ring", 6)).order(), 1);
    EXPECT_EQ(Symmetry::find(kernel("kernels/broadcast_pipelined.ring", 6)).order(), 1);
}

// Chip me writes chunk me: the chunks turn with the chips.
TEST(Symmetry, SlotsTurnWithTheChips) {
    const Schedule schedule = kernel("kernels/all_reduce.ring", 4);
    const Symmetry symmetry = Symmetry::find(schedule);
    const std::int32_t x_of_0 = 0;
    ASSERT_EQ(schedule.buffers[x_of_0].name.text(), "x");
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id) {
        const Buffer& buffer = schedule.buffers[id];
        if (buffer.name.text() != "x") continue;
        for (std::int32_t k = 0; k < 4; ++k) {
            const Place base = symmetry.base(Place{static_cast<std::int32_t>(id), k});
            EXPECT_EQ(base.buffer, x_of_0);
            EXPECT_EQ(base.index, (k - buffer.chip + 4) % 4);
        }
    }
}

TEST(Symmetry, OneOperationMoreOnOneChipBreaksIt) {
    Schedule schedule = kernel("kernels/all_reduce.ring", 4);
    schedule.agents[2].steps.push_back({Fence<Concrete>{}, Symbol()});
    EXPECT_EQ(Symmetry::find(schedule).order(), 1);
}

TEST(Symmetry, AnotherAmountSlotCounterOrChipBreaksIt) {
    const auto broken = [](auto change) {
        Schedule schedule = kernel("kernels/all_reduce.ring", 4);
        for (Step& step : schedule.agents[3].steps)
            if (auto* const put = std::get_if<Put<Concrete>>(&step.operation)) {
                change(*put);
                break;
            }
        return Symmetry::find(schedule).order();
    };
    EXPECT_EQ(broken([](Put<Concrete>&) {}), 4);
    EXPECT_EQ(broken([](Put<Concrete>& put) { put.recv->add = 2; }), 1);
    EXPECT_EQ(broken([](Put<Concrete>& put) { put.src.index = (put.src.index + 1) % 4; }), 1);
    EXPECT_EQ(broken([](Put<Concrete>& put) { put.recv->counter.index ^= 1; }), 1);
    EXPECT_EQ(broken([](Put<Concrete>& put) { put.channel = Symbol("c"); }), 1);
    EXPECT_EQ(broken([](Put<Concrete>& put) { put.accumulate = true; }), 1);
}

// Every slot and counter is a rotation of exactly one of its base chip, and operations say so.
TEST(Symmetry, RotatedSchedulesAreFoundOut) {
    tests::check_often(300, [] {
        const Schedule seed = *generators::unstructured_schedules({4});
        const auto chips = *rc::gen::inRange(3, 6);
        const Schedule schedule = tests::rotated(seed, chips, *rc::gen::arbitrary<bool>());
        const Symmetry symmetry = Symmetry::find(schedule);
        RC_ASSERT(symmetry.order() == chips);
        std::set<std::pair<std::int32_t, Place>> seen;
        for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
            for (std::int32_t k = 0; k < schedule.buffers[id].size; ++k) {
                const Place base = symmetry.base(Place{static_cast<std::int32_t>(id), k});
                RC_ASSERT(schedule.buffers[base.buffer].chip == 0);
                RC_ASSERT(schedule.buffers[base.buffer].name == schedule.buffers[id].name);
                RC_ASSERT(seen.emplace(schedule.buffers[id].chip, base).second);
            }
    });
}

}  // namespace
}  // namespace ringproof::model
