#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/profile.h"

/// Profiles as people write them: a name, and options by their names and words (specs/semantics.md section 4).
namespace ringproof::model {

/// Why an option cannot be set.
struct OptionComplaint {
    bool of_value = false;  ///< the value is at fault, not the option's name
    std::string message;    ///< what was found, what is expected, and what may have been meant
};

/// Sets the option of this name (`entry`) to the value that has this word (`none`; a number for counter_values).
/// Changes nothing where there is a complaint.
std::optional<OptionComplaint> set_option(Profile& profile, std::string_view option, std::string_view value);

/// The profile that has this name. Throws Fault (unknown_name), which says what may have been meant.
Profile named_profile(std::string_view name);

/// `profile` changed by a list such as `entry=none,credit=whole`, from left to right. Throws Fault: usage,
/// unknown_name.
Profile changed(Profile profile, std::string_view changes);

/// A name and what differs from it, `pallas-tpu,entry=none`: the name from which the least differs.
std::string profile_text(const Profile& profile);

/// One option of a profile and a value of it.
struct OptionValue {
    std::string_view option, value;
};

/// The options of `profile` that have words, each with the word it has.
std::vector<OptionValue> options_of(const Profile& profile);
/// All words that an option has, in the order of its enumeration; none for an option that is a number.
std::vector<std::string_view> words_of_option(std::string_view option);

}  // namespace ringproof::model
