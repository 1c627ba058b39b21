#pragma once

#include <string_view>
#include <vector>

#include "model/language/profile_text.h"

/// What a kernel leans on: its verdicts under its own profile and under each that differs in one option.
namespace ringproof::checker {

/// One option of a profile, set to another value.
struct Change {
    model::OptionValue to;
    model::Profile profile;  ///< with the change
};

/// All changes of one option of `profile` to another word of its enumeration, in the order of both. Without entry
/// `together`, which is no promise but a schedule of another kind, without launches; such a schedule has none of these
/// promises to lean on but those about order and credit.
std::vector<Change> changes_of(const model::Profile& profile);

/// What an option with this value lets a kernel count on, to follow "leans on": `links that keep order`.
std::string_view promise(std::string_view option, std::string_view value);

}  // namespace ringproof::checker
