#include "model/promela/promela.h"

#include <gtest/gtest.h>

#include "tests/support/output.h"
#include "tests/support/verdicts.h"

// That the models mean what they should is tested by SPIN itself: tests/spin.
namespace ringproof::model {
namespace {

using tests::contains;

std::string promela(const std::string& text, std::int64_t chips = 2, std::int32_t launches = 1) {
    return write_promela(instantiate(parse_kernel("kernel k(n)\n" + text, "k.ring"), chips, {}), launches);
}

TEST(Promela, NamesThePropertyInEachAssertion) {
    const std::string model = promela(
        "buffer x in\nbuffer y\nsem done, here\nput x -> right.y send done recv here\nwait done\nwait here\n"
        "read y expect x[0]@chip(me - 1)\n");
    for (const char* part :
         {"assert((writers[", "|| race)", "|| uninitialised)", "|| not_entered)", "|| left_already)", "|| dirty_exit)",
          "|| wrong_result)", "active proctype agent_1()", "active proctype environment_1()",
          "active proctype network()", "!landed_0 && begun_0 && was_read_0 ->"})
        EXPECT_TRUE(contains(model, part)) << part << "\n" << model;
    EXPECT_FALSE(contains(model, "|| counter_range)"));
}

TEST(Promela, SaysWhereResultsAreNotChecked) {
    const std::string data = "buffer x in\nbuffer y in\n";
    const auto unchecked = [&](const std::string& work) {
        return contains(promela(data + work), "RESULTS ARE NOT CHECKED");
    };
    EXPECT_FALSE(unchecked("reduce x into y\n"));
    EXPECT_FALSE(unchecked("reduce x into y by max\n"));
    EXPECT_FALSE(unchecked("reduce x into y by compose\n"));
    EXPECT_TRUE(unchecked("reduce x into y by max\nreduce x into y\n"));
    EXPECT_TRUE(contains(promela("buffer x[40] in\nbuffer y in\nreduce x[0] into y by max\n"), "NOT CHECKED"));
}

TEST(Promela, RefusesWhatDoesNotFit) {
    const std::string small = "sem s\nsignal me.s\nwait s\n";
    EXPECT_NO_THROW(promela(small, 100));
    for (const auto& [chips, launches] : {std::pair{200, 1}, std::pair{2, 61}}) {
        try {
            promela(small, chips, launches);
            ADD_FAILURE() << chips;
        } catch (const Fault& fault) {
            EXPECT_EQ(fault.code(), Code::too_large);
        }
    }
}

TEST(Promela, CommentsEndWhereTheyShould) {
    // A file name is in every comment that tells where an operation stands.
    Schedule schedule = instantiate(parse_kernel("kernel k(n)\nsem s\nsignal me.s\nwait s\n", "a*/b\"'\\c"), 2, {});
    const std::string model = write_promela(schedule, 1);
    EXPECT_FALSE(contains(model, "a*/b"));
    EXPECT_FALSE(contains(model, "\\"));
}

}  // namespace
}  // namespace ringproof::model
