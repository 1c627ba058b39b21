#include "model/monotone.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/play.h"

namespace ringproof::model {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string why(const std::string& body, std::int32_t chips = 2) {
    return why_not_monotone(tests::schedule_of("kernel k(n) buffer x inout sem s[2] " + body, chips));
}

TEST(Monotone, EveryOtherOperationIs) {
    EXPECT_EQ(why("put x -> right.x recv s accumulate get right.x -> x signal right.s wait s wait s at_least 2 take 1 "
                  "wait s[1] at_least 3 copy x -> x reduce x into x compute f writes x write x \"a\" read x expect "
                  "\"a\" fence quiet "
                  "quiet until read barrier b"),
              "");
}

TEST(Monotone, NamesTheOperationAndItsLine) {
    for (const auto& [statement, reason] : {std::pair{"set s 1", "sets a counter"},
                                            {"signal right.s set 1", "from afar"},
                                            {"snapshot s", "snapshot"},
                                            {"wait s equals 1", "further raise"},
                                            {"wait s above_snapshot 1", "further raise"},
                                            {"wait s at_least 1 take all", "takes all"},
                                            {"poll x", "polls"}})
        EXPECT_THAT(why("fence\n\nif me == 1 {\n" + std::string(statement) + "\n}"),
                    AllOf(HasSubstr("main of chip 1"), HasSubstr("test.ring:4"), HasSubstr(reason)))
            << statement;
}

TEST(Monotone, ATakenCounterBelongsToOneAgent) {
    EXPECT_THAT(why("agent a { wait s } agent b { wait s }"),
                AllOf(HasSubstr("b of chip 0"), HasSubstr("s[0] of chip 0")));
    EXPECT_THAT(why("agent a { wait s } agent b { wait s at_least 1 }"), HasSubstr("second agent"));
    EXPECT_THAT(why("agent a { wait s at_least 1 } agent b { wait s }"), HasSubstr("second agent"));
    EXPECT_THAT(why("agent a { wait s at_least 1 } agent b { wait s at_least 1 } agent c { wait s }"),
                HasSubstr("c of chip 0"));
    EXPECT_EQ(why("agent a { wait s at_least 1 } agent b { wait s at_least 1 }"), "") << "nobody takes";
    EXPECT_EQ(why("agent a { wait s } agent b { wait s[1] }"), "") << "different counters";
    EXPECT_EQ(why("agent a { wait s wait s } agent b { signal me.s }"), "") << "anyone may raise";
}

}  // namespace
}  // namespace ringproof::model
