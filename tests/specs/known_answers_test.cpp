#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/machine.h"
#include "model/scheduler.h"
#include "tests/support/verdicts.h"

/// Published kernels and what was known of them before this checker was written.
namespace ringproof::specs {
namespace {

using tests::kernel_at;
using tests::verdict_of;
using tests::word_of;

struct Known {
    const char* kernel;  ///< below specs/, or data/ for one that only tests want
    const char* verdict;
    std::vector<std::int64_t> sizes;
    std::int32_t launches = 1;
    const char* profile = "";  ///< empty: the file's own

    friend void PrintTo(const Known& known, std::ostream* out) {
        *out << known.kernel << " " << known.verdict << " " << known.profile << " launches " << known.launches;
    }
};

class KnownAnswers : public testing::TestWithParam<Known> {};

TEST_P(KnownAnswers, Hold) {
    const Known& known = GetParam();
    const model::Kernel kernel = kernel_at(std::string(known.kernel) + ".ring");
    for (const std::int64_t n : known.sizes) {
        model::Schedule schedule = instantiate(kernel, n);
        if (*known.profile != 0) schedule.profile = model::find_profile(known.profile).value();
        EXPECT_EQ(word_of(verdict_of(schedule, known.launches)), known.verdict) << "n = " << n;
    }
}

constexpr const char* fifo = "pallas-tpu-fifo";

const Known table[] = {
    // Right permute.
    {"kernels/permute", "proved", {2, 3, 4}},
    // All-gather with a receive semaphore a step, and with one for all steps.
    {"kernels/all_gather", "proved", {2, 3, 4}},
    {"gallery/all_gather_one_receive_semaphore", "proved", {2}},
    {"gallery/all_gather_one_receive_semaphore", "race", {3, 4}},
    {"gallery/all_gather_one_receive_semaphore", "proved", {2, 3, 4}, 1, fifo},
    // All-reduce on two slots, with and without a capacity semaphore.
    {"kernels/all_reduce_rotate", "proved", {2, 3, 4, 5, 6}},
    {"gallery/all_reduce_rotate_no_capacity", "race", {2, 3, 4}},
    {"gallery/all_reduce_rotate_no_capacity", "race", {3, 4}, 1, fifo},
    // Bidirectional reduce-scatter.
    {"kernels/reduce_scatter_bidirectional", "proved", {2, 3, 4, 5}},
    {"gallery/reduce_scatter_bidirectional_no_final_waits", "dirty-exit", {2, 3, 4}},
    {"gallery/reduce_scatter_bidirectional_no_initial_signals", "deadlock", {2, 3, 4}},
    {"kernels/reduce_scatter_bidirectional_no_capacity", "proved", {2, 3, 4, 5, 6}},
    {"gallery/reduce_scatter_bidirectional_lower_half_twice", "wrong-result", {2, 3, 4}},
    // A neighbour barrier used by two calls: the smallest ring that shows the fault has five chips.
    {"gallery/barrier_neighbour_reused", "proved", {3, 4}, 2},
    {"gallery/barrier_neighbour_reused", "not-entered", {5}, 2},
    {"kernels/barrier_neighbour_doubled", "proved", {2, 3, 4, 5, 6, 7}, 2},
    {"gallery/barrier_neighbour_signals_two", "not-entered", {3, 4}},
    // All-gather in both directions at once.
    {"gallery/all_gather_bidirectional_unordered", "race", {3, 4}},
    {"gallery/all_gather_bidirectional_unordered", "proved", {2, 3, 4}, 1, fifo},
    {"kernels/all_gather_bidirectional_fifo", "proved", {2, 3, 4}},
    // Whom to tell that one has entered.
    {"gallery/permute_entry_wrong_neighbour", "not-entered", {3, 4, 5}},
    {"kernels/permute_entry_handshake", "proved", {2, 3, 4, 5}},
    {"kernels/permute_entry_handshake", "proved", {2, 3, 4, 5}, 2},
    // A line of three chips and two calls.
    {"gallery/line_of_three_barrier_reused", "race", {3}},
    {"data/kernels/line_of_three_barrier_doubled", "proved", {3}},
    // Two slots without a handshake.
    {"gallery/all_gather_matmul_no_handshake", "race", {6}},
    {"gallery/all_gather_matmul_no_handshake", "race", {6}, 1, fifo},
    {"kernels/all_gather_matmul", "proved", {6}},
    // x & (n - 1) is x mod n for powers of two only.
    {"gallery/chunk_index_by_mask", "wrong-result", {3}},
    {"gallery/chunk_index_by_mask", "proved", {2, 4}},
    {"gallery/all_gather_last_receive_wait_missing", "race", {2, 3, 4}},
    // Credits.
    {"gallery/credits_in_pairs", "deadlock", {3, 4, 5}},
    {"data/kernels/credits_one_at_a_time", "proved", {2, 3, 4, 5}},
    // As published: chips enter when they like and the kernel brings its own barrier.
    {"data/kernels/all_reduce_rotate_published", "proved", {2, 3, 4, 5}},
    {"data/kernels/all_reduce_rotate_published", "proved", {2, 3, 4}, 2},
    {"data/kernels/reduce_scatter_bidirectional_published", "proved", {2, 3, 4, 5}},
    {"data/kernels/reduce_scatter_bidirectional_published", "proved", {2, 3}, 2},
    {"data/kernels/all_gather_bidirectional_published", "proved", {2, 3, 4, 5}},
    {"data/kernels/all_gather_bidirectional_published", "proved", {3, 4}, 2},
    {"data/kernels/all_gather_bidirectional_published", "race", {3, 4}, 1, "default"},
};

std::string name_of(const testing::TestParamInfo<Known>& info) {
    const Known& known = info.param;
    std::string name = std::to_string(info.index) + "_" + known.kernel + "_" + known.verdict + "_" + known.profile;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Published, KnownAnswers, testing::ValuesIn(table), name_of);

/// The first counterexample of a kernel on n chips.
checker::Counterexample first_of(const std::string& kernel, std::int64_t n, const char* profile = nullptr,
                                 std::int32_t launches = 1) {
    model::Schedule schedule = instantiate(kernel_at(kernel), n);
    if (profile != nullptr) schedule.profile = model::find_profile(profile).value();
    return verdict_of(schedule, launches).counterexamples.at(0);
}

TEST(KnownAnswer, AChunkIsForwardedBeforeItHasArrived) {
    for (const char* kernel :
         {"gallery/all_gather_one_receive_semaphore.ring", "gallery/all_gather_bidirectional_unordered.ring"})
        for (const std::int64_t n : {3, 4}) {
            const model::Finding finding = first_of(kernel, n).finding;
            EXPECT_EQ(model::number(finding.code), "RP101") << kernel;
            // Both sides are puts: one lands, the next reads the slot.
            EXPECT_EQ(finding.first->opened.moment, model::Moment::begin) << kernel;
            EXPECT_EQ(finding.second->opened.moment, model::Moment::issue) << kernel;
        }
}

TEST(KnownAnswer, WithoutCapacitySumsAreWrongEvenWithLinksInOrder) {
    for (const std::int64_t n : {3, 4}) {
        model::Schedule schedule = instantiate(kernel_at("gallery/all_reduce_rotate_no_capacity.ring"), n);
        schedule.profile = model::find_profile(fifo).value();
        bool wrong = false;
        for (std::uint64_t seed = 0; seed < 300 && !wrong; ++seed) {
            model::Machine machine(schedule, 1);
            run_random(machine, seed);
            wrong = std::any_of(machine.findings().begin(), machine.findings().end(),
                                [](const model::Finding& f) { return f.code == model::Code::wrong_result; });
        }
        EXPECT_TRUE(wrong) << "n = " << n;
    }
}

TEST(KnownAnswer, WithoutFinalWaitsBothCreditsAreLeftOver) {
    const model::Schedule schedule =
        instantiate(kernel_at("gallery/reduce_scatter_bidirectional_no_final_waits.ring"), 3);
    model::Machine machine(schedule, 1);
    run_in_order(machine);
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id) {
        const bool is_credit = schedule.semaphores[id].name.text().starts_with("room");
        EXPECT_EQ(machine.value({static_cast<std::int32_t>(id), 0}, 0), is_credit ? 1 : 0);
    }
}

TEST(KnownAnswer, TheReusedBarrierFailsInFewEvents) {
    const checker::Counterexample shown = first_of("gallery/barrier_neighbour_reused.ring", 5, nullptr, 2);
    EXPECT_EQ(model::number(shown.finding.code), "RP130");
    // A neighbour that has finished its first call and entered the second is counted twice.
    EXPECT_TRUE(
        std::any_of(shown.trace.begin(), shown.trace.end(), [](const model::Event& e) { return e.launch == 1; }));
    EXPECT_LE(shown.trace.size(), 50u);
}

TEST(KnownAnswer, TwoSlotsWithoutAHandshakeAreOverwrittenBeforeTheyAreRead) {
    for (const char* profile : {"pallas-tpu", fifo}) {
        const model::Finding finding = first_of("gallery/all_gather_matmul_no_handshake.ring", 6, profile).finding;
        EXPECT_TRUE(finding.code == model::Code::overwrite_before_read || finding.code == model::Code::source_reused)
            << model::number(finding.code);
    }
}

TEST(KnownAnswer, AMissingLastWaitIsAnEarlyReadAndADirtyExit) {
    const checker::Verdict verdict =
        verdict_of(instantiate(kernel_at("gallery/all_gather_last_receive_wait_missing.ring"), 3));
    EXPECT_EQ(tests::codes_of(verdict).substr(0, 5), "RP101");
    EXPECT_NE(tests::codes_of(verdict).find("RP140"), std::string::npos);
    // It is the environment that reads too early.
    EXPECT_EQ(verdict.counterexamples.at(0).finding.second->opened.moment, model::Moment::exit);
}

TEST(KnownAnswer, TheLineOfThreeClashesWithTheReadBeforeTheFirstCall) {
    const checker::Counterexample shown = first_of("gallery/line_of_three_barrier_reused.ring", 3);
    EXPECT_EQ(
        chip_of(instantiate(kernel_at("gallery/line_of_three_barrier_reused.ring"), 3), shown.finding.first->opened),
        2);
}

}  // namespace
}  // namespace ringproof::specs
