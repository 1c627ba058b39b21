#pragma once

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

/// For properties that need more cases than RapidCheck's hundred to meet what they look for.
namespace ringproof::tests {

/// Checks `property` on `cases` random cases; a failure is one of the current test.
template <class Property>
void check_often(int cases, Property&& property) {
    rc::detail::TestMetadata about;
    about.id = about.description = testing::UnitTest::GetInstance()->current_test_info()->name();
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    params.maxSuccess = std::max(params.maxSuccess, cases);
    const auto result = rc::detail::checkTestable(property, about, params);
    if (result.template is<rc::detail::SuccessResult>()) return;
    std::ostringstream message;
    rc::detail::printResultMessage(result, message);
    ADD_FAILURE() << message.str();
}

}  // namespace ringproof::tests
