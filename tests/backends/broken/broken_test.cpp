#include "backends/broken/broken.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/threads/threads.h"
#include "conformance/check.h"
#include "generators/vectors/vectors.h"

// The test of the suite: every mistake is found, by the vectors that are there to find it.
namespace ringproof::backends {

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.about; }

namespace {

const generators::Vector& vector_of(std::string_view id) {
    const auto found = std::ranges::find(generators::vectors(), id, &generators::Vector::id);
    if (found == generators::vectors().end()) throw std::logic_error(fmt::format("no vector {}", id));
    return *found;
}

class BrokenBackend : public testing::TestWithParam<Broken> {};

TEST_P(BrokenBackend, IsCaughtByName) {
    constexpr std::uint64_t most_runs = 60;
    for (const std::string_view id : GetParam().catches) {
        const generators::Task task = vector_of(id).task();
        std::string complaint;
        for (std::uint64_t seed = 0; seed < most_runs && complaint.empty(); ++seed) {
            conformance::Manner manner = conformance::manner_for(task, seed);
            manner.patience = 0.3;  // what is blocked by a mistake is blocked for ever
            complaint = conformance::check(GetParam().kind, task, manner).complaint;
        }
        EXPECT_NE(complaint, "") << id << " does not find that " << GetParam().about;
        EXPECT_NE(complaint.find(" chip "), std::string::npos) << complaint;
        RecordProperty(std::string(id), complaint);
    }
}

/// What catches a mistake is nothing that the backend without it would show.
TEST_P(BrokenBackend, IsRightWithoutTheMistake) {
    for (const std::string_view id : GetParam().catches) {
        const generators::Task task = vector_of(id).task();
        for (std::uint64_t seed = 0; seed < 3; ++seed)
            EXPECT_EQ(
                conformance::check(conformance::kind<Threads>("threads"), task, conformance::manner_for(task, seed))
                    .complaint,
                "")
                << id;
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, BrokenBackend, testing::ValuesIn(broken().begin(), broken().end()),
                         [](const auto& info) { return info.param.kind.name; });

}  // namespace
}  // namespace ringproof::backends
