#include "backends/mpi/together.h"

#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ringproof::backends {
namespace {

/// Notes what fails.
class Failures : public testing::EmptyTestEventListener {
public:
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (result.failed()) text += fmt::format("{}\n", result.summary());
    }
    void OnTestEnd(const testing::TestInfo& test) override {
        if (test.result()->Failed()) names += fmt::format("{}.{}\n", test.test_suite_name(), test.name());
    }
    std::string names, text;
};

void be_silent() {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    testing::GTEST_FLAG(output) = "";
    if (std::freopen("/dev/null", "w", stdout) == nullptr) std::perror("/dev/null");
}

}  // namespace

int run_together(Session& session, const conformance::Kind& kind) {
    conformance::register_suite(kind);
    auto* const failures = new Failures;
    testing::UnitTest::GetInstance()->listeners().Append(failures);  // which owns it
    if (session.rank() != 0) be_silent();
    const bool failed = RUN_ALL_TESTS() != 0;
    if (session.exchange(session.rank() == 0 ? failures->names : "") != failures->names)
        fmt::print(stderr, "rank {}: here failed\n{}{}", session.rank(), failures->names, failures->text);
    return session.any(failed) ? 1 : 0;
}

}  // namespace ringproof::backends
