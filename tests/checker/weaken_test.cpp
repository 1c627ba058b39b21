#include "checker/weaken.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace ringproof::checker {
namespace {

TEST(Weaken, EveryChangeIsOneOption) {
    for (const model::NamedProfile& named : model::named_profiles()) {
        const auto changes = changes_of(named.profile);
        EXPECT_FALSE(changes.empty()) << named.name;
        const auto own = model::options_of(named.profile);
        for (const Change& change : changes) {
            const auto options = model::options_of(change.profile);
            ASSERT_EQ(options.size(), own.size());
            int differences = 0;
            for (std::size_t i = 0; i < own.size(); ++i) {
                if (options[i].value == own[i].value) continue;
                ++differences;
                EXPECT_EQ(options[i].option, change.to.option);
                EXPECT_EQ(options[i].value, change.to.value);
            }
            EXPECT_EQ(differences, 1) << named.name << " " << change.to.option << " " << change.to.value;
            EXPECT_EQ(change.profile.entry == model::Entry::together, named.profile.entry == model::Entry::together)
                << "schedules without launches are of another kind";
        }
    }
}

TEST(Weaken, CoversAllOptionsOfTheDefault) {
    // 3 other covers, 1 credit, 1 entry with launches, 2 exits, 1 life.
    EXPECT_EQ(changes_of({}).size(), 8u);
}

TEST(Weaken, HasWordsForEveryValue) {
    for (const auto& [option, own] : model::options_of({}))
        for (const std::string_view word : model::words_of_option(option)) EXPECT_NE(promise(option, word), "");
}

}  // namespace
}  // namespace ringproof::checker
