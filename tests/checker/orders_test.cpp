#include "checker/orders.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "checker/cuts.h"
#include "generators/unstructured.h"
#include "model/machine.h"
#include "model/monotone.h"
#include "model/scheduler.h"
#include "tests/support/agreement.h"
#include "tests/support/disturbed.h"
#include "tests/support/play.h"
#include "tests/support/verdicts.h"

/// The engine `orders`: each way in which an event may disable another, on a small kernel that goes wrong by it and the
/// same kernel mended; then random schedules against brute force, and monotone ones against the engine `cuts`.
namespace ringproof::checker {
namespace {

using model::Code;

struct Pair {
    const char* name;
    const char* codes;  ///< all diagnostics of `wrong`, in the order of the verdict
    std::int32_t chips;
    std::string wrong, right;
    std::int32_t launches = 1;

    friend void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.name; }
};

class EachDisabling : public testing::TestWithParam<Pair> {};

TEST_P(EachDisabling, IsFoundAndMended) {
    const Pair& pair = GetParam();
    const model::Schedule wrong = tests::schedule_of(pair.wrong, pair.chips);
    EXPECT_FALSE(model::why_not_monotone(wrong).empty());
    const Verdict verdict = orders({wrong, pair.launches, {}});
    EXPECT_EQ(verdict.outcome, Outcome::counterexample) << verdict.message;
    EXPECT_EQ(tests::codes_of(verdict), pair.codes);
    EXPECT_EQ(verdict.engine, "orders");
    tests::expect_replays(wrong, pair.launches, verdict);
    const model::Schedule right = tests::schedule_of(pair.right, pair.chips);
    const Verdict mended = orders({right, pair.launches, {}});
    EXPECT_EQ(mended.outcome, Outcome::proved) << tests::codes_of(mended) << " " << mended.message;
}

const std::string head = "kernel k(n)\nprofile default, exit any\nbuffer x in, o out, t\nsem s, r\n";
const std::string together = "kernel k(n)\nprofile equality\nbuffer x in, o out, t\nsem s, r\n";

/// Two agents that write in turn, and a third that expects what is to follow.
std::string in_turn(const std::string& first, const std::string& second) {
    std::string text = "kernel k(n)\nprofile equality\nbuffer t\nsem s, r\nagent opener { signal me.s; quiet }\n";
    for (const auto& value : {first, second})
        text += "agent w" + std::to_string(text.size()) + " { wait s; write t \"" + value +
                "\"; signal me.s; quiet; signal me.r }\n";
    return text + "agent reader { wait r 2; read t expect ";
}

const Pair pairs[] = {
    {"a_set_wipes_out_a_raise", "RP110", 2, together + "signal right.s\nset s 0\nwait s",
     together + "set s 0\nbarrier b\nsignal right.s\nwait s"},
    {"a_signal_that_sets_wipes_out_another", "RP110", 3,
     together + "if me == 0 { signal chip(1).s } if me == 2 { signal chip(1).s set 1 }\nif me == 1 { wait s 2 }",
     together +
         "if me == 0 { wait s; signal chip(1).s } if me == 2 { signal chip(1).s set 1; quiet; signal chip(0).s }\n"
         "if me == 1 { wait s 2 }"},
    {"equals_is_passed", "RP110", 2, together + "signal right.s\nsignal right.s\nwait s equals 1",
     together + "signal right.s\nwait s equals 1\nbarrier b\nsignal right.s\nwait s equals 2"},
    {"take_all_takes_more", "RP110", 2, together + "signal right.s\nsignal right.s\nwait s at_least 1 take all\nwait s",
     together + "signal right.s\nwait s at_least 1 take all\nbarrier b\nsignal right.s\nwait s"},
    {"a_snapshot_comes_late", "RP110", 2, together + "signal right.s\nsnapshot s\nwait s above_snapshot 1",
     together + "snapshot s\nbarrier b\nsignal right.s\nwait s above_snapshot 1"},
    {"data_is_taken_back", "RP110", 2,
     "kernel k(n)\nprofile equality\nbuffer x in, t\nif me == 0 { put x -> right.t } else { write t nothing; poll t }",
     "kernel k(n)\nprofile equality\nbuffer x in, t\nif me == 0 { barrier b; put x -> right.t } else { write t "
     "nothing; "
     "barrier b; poll t }"},
    {"two_agents_take_from_one_counter", "RP110", 1,
     "kernel k(n)\nprofile equality\nsem s, r\nagent a { signal me.s add 2; wait s at_least 1 take 1 }\n"
     "agent b { wait s at_least 2 take 2 }",
     "kernel k(n)\nprofile equality\nsem s, r\nagent a { signal me.s add 2; wait r; wait s at_least 1 take 1 }\n"
     "agent b { wait s at_least 2 take 1; signal me.r }"},
    // Each unit of early credit counts: three of four may come after the take.
    {"early_units_come_one_by_one", "RP150", 1,
     "kernel k(n)\nprofile equality, credit gradual, counter_values 5\nbuffer x[4] in, t[4]\nsem s\n"
     "put x[0] -> me.t[0] len 4 recv s add 4\nwait s at_least 1 take all\nsignal me.s add 2",
     "kernel k(n)\nprofile equality, credit gradual, counter_values 6\nbuffer x[4] in, t[4]\nsem s\n"
     "put x[0] -> me.t[0] len 4 recv s add 4\nwait s at_least 1 take all\nsignal me.s add 2"},
    {"either_of_two_sets_is_enough", "RP101", 3,
     together + "if me == 0 { put x -> chip(2).t; quiet; signal chip(2).s set 1 }\n"
                "if me == 1 { signal chip(2).s set 1 }\nif me == 2 { wait s; copy t -> o }",
     together + "if me == 0 { put x -> chip(2).t; quiet; signal chip(2).s set 1; signal chip(1).r }\n"
                "if me == 1 { wait r; signal chip(2).s set 1 }\nif me == 2 { wait s; copy t -> o }"},
    // What a slot held in the launch before is there only where memory lives on.
    {"old_data_is_taken_for_new", "RP101", 2,
     "kernel k(n)\nprofile default, exit any, counter_life global\nbuffer x in, o out, t\n"
     "if me == 0 { put x -> right.t; quiet } else { poll t; copy t -> o }",
     "kernel k(n)\nprofile default, exit any\nbuffer x in, o out, t\n"
     "if me == 0 { put x -> right.t; quiet } else { poll t; copy t -> o }",
     2},
    // Who takes the counter first decides the value: one of the two orders is wrong.
    {"the_second_wins", "RP160", 1, in_turn("a", "b") + "\"a\" }", in_turn("a", "a") + "\"a\" }"},
    {"the_first_wins", "RP160", 1, in_turn("a", "b") + "\"b\" }", in_turn("b", "b") + "\"b\" }"},
};

INSTANTIATE_TEST_SUITE_P(Kernels, EachDisabling, testing::ValuesIn(pairs),
                         [](const auto& info) { return info.param.name; });

class OrdersAtRandom : public testing::TestWithParam<int> {};

TEST_P(OrdersAtRandom, AgreesWithBruteForce) {
    tests::Tally tally;
    rc::Random random(static_cast<std::uint64_t>(GetParam()) * 104'729);
    int disturbed = 0;
    for (int round = 0; round < 200 && !HasFailure(); ++round) {
        model::Schedule made = generators::unstructured_schedules({1 + round % 3})(random.split(), 100).value();
        if (round % 8 != 0) made = tests::disturbed(std::move(made), static_cast<std::uint32_t>(round * GetParam()));
        if (round % 5 == 0) made = tests::with_claim(std::move(made), round);
        const int before = tally.compared;
        tests::expect_agreement(made, orders, 1'500, tally);
        if (!model::why_not_monotone(made).empty()) disturbed += tally.compared - before;
    }
    RecordProperty("seen", tally.text());
    EXPECT_GT(disturbed, 80) << tally.text();
    EXPECT_GT(tally.compared, 100) << tally.text();
    EXPECT_GT(tally.proved, 3) << tally.text();
    for (const Code code : {Code::deadlock, Code::uninitialised, Code::not_entered, Code::left_already,
                            Code::dirty_counter, Code::still_in_flight})
        EXPECT_GT(tally.seen[code], 0) << tally.text();
}

INSTANTIATE_TEST_SUITE_P(Seeds, OrdersAtRandom, testing::Range(1, 4));

/// What a verdict finds violated. Of several races it may show another one.
std::vector<int> properties_of(const Verdict& verdict) {
    std::vector<int> list;
    for (const Counterexample& shown : verdict.counterexamples) list.push_back(model::precedence(shown.finding.code));
    return list;
}

/// Two engines that share nothing but the events say the same of every kernel.
TEST(Orders, AgreesWithCutsOnKernels) {
    int compared = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::specs())) {
        if (entry.path().extension() != ".ring") continue;
        const model::Kernel kernel = model::parse_kernel(tests::text_of(entry.path()), entry.path());
        SCOPED_TRACE(entry.path());
        for (const std::int64_t chips : {2, 3}) try {
                const model::Schedule schedule = instantiate(kernel, chips);
                if (!model::why_not_monotone(schedule).empty()) break;  // not for cuts
                const Verdict one = cuts({schedule, schedule.launches, {}});
                const Verdict other = orders({schedule, schedule.launches, {}});
                EXPECT_EQ(tests::word_of(other), tests::word_of(one)) << other.message;
                EXPECT_EQ(properties_of(other), properties_of(one));
                EXPECT_EQ(other.law, one.law);
                EXPECT_EQ(other.same_expression, one.same_expression);
                EXPECT_EQ(other.claims, one.claims);
                ++compared;
                break;  // the smallest size will do
            } catch (const model::Fault& fault) {
                if (fault.code() != model::Code::requires_not_met) throw;
            }
    }
    EXPECT_GT(compared, 50);
}

TEST(Orders, LimitsAreSaid) {
    Options options;
    options.max_orders = 1;
    const model::Schedule schedule =
        tests::schedule_of(together + "signal right.s\nsignal left.s\nset s 0\nwait s equals 0", 3);
    const Verdict few = orders({schedule, 1, options});
    EXPECT_EQ(few.outcome, Outcome::undecided);
    EXPECT_EQ(model::number(few.reason), "RP202");
    EXPECT_NE(few.message.find("more than 1 pair"), std::string::npos) << few.message;
    options = {};
    options.max_events = 3;
    EXPECT_EQ(model::number(orders({schedule, 1, options}).reason), "RP202");
}

}  // namespace
}  // namespace ringproof::checker
