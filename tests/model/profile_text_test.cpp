#include "model/language/profile_text.h"

#include <string>

#include <gtest/gtest.h>

#include "model/diagnostic.h"

namespace ringproof::model {
namespace {

std::string complaint_of(const auto& act) {
    try {
        act();
    } catch (const Fault& fault) {
        return fault.what();
    }
    return "no complaint";
}

TEST(ProfileText, NamesAreTheirOwnText) {
    for (const NamedProfile& named : named_profiles()) {
        EXPECT_EQ(profile_text(named.profile), named.name);
        EXPECT_EQ(named_profile(named.name), named.profile);
    }
}

TEST(ProfileText, ComesBack) {
    for (const NamedProfile& named : named_profiles())
        for (const auto& [option, own] : options_of(named.profile))
            for (const std::string_view word : words_of_option(option)) {
                Profile profile = named.profile;
                ASSERT_FALSE(set_option(profile, option, word));
                const std::string text = profile_text(profile);
                const std::size_t comma = text.find(',');
                Profile back = named_profile(text.substr(0, comma));
                if (comma != std::string::npos) back = changed(back, text.substr(comma + 1));
                EXPECT_EQ(back, profile) << text;
            }
}

TEST(ProfileText, ChangesFromLeftToRight) {
    const Profile profile = changed({}, "entry=none,counter_values=256,entry=barrier,credit=gradual");
    EXPECT_EQ(profile_text(profile), "pallas-tpu,counter_values=256");
    EXPECT_EQ(changed(profile, "counter_values=unbounded"), named_profile("pallas-tpu"));
}

TEST(ProfileText, SaysWhatMayHaveBeenMeant) {
    EXPECT_NE(complaint_of([] { named_profile("palas-tpu"); }).find("did you mean 'pallas-tpu'?"), std::string::npos);
    EXPECT_NE(complaint_of([] { changed({}, "entri=none"); }).find("did you mean 'entry'?"), std::string::npos);
    EXPECT_NE(complaint_of([] { changed({}, "credit=hole"); }).find("did you mean 'whole'?"), std::string::npos);
    for (const char* wrong : {"", "entry", "entry=none,", "counter_values=1", "counter_values=many", "=none"})
        EXPECT_NE(complaint_of([&] { changed({}, wrong); }), "no complaint") << wrong;
}

TEST(ProfileText, AComplaintChangesNothing) {
    Profile profile;
    EXPECT_TRUE(set_option(profile, "entry", "nobody")->of_value);
    EXPECT_FALSE(set_option(profile, "nothing", "none")->of_value);
    EXPECT_TRUE(set_option(profile, "counter_values", "1"));
    EXPECT_EQ(profile, Profile{});
}

}  // namespace
}  // namespace ringproof::model
