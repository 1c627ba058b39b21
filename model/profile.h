#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/words.h"

namespace ringproof::model {

/// The promises of hardware and library that a proof may lean on: specs/semantics.md section 4.
/// In each enumeration the first value is the default.

/// What a raised counter promises about data.
enum class Covers { own, channel, link, none };
/// Whether a put of several slots may raise its counter before it has landed.
enum class Credit { whole, gradual };
/// How chips enter a launch.
enum class Entry { barrier, none, together };
/// What must hold when a chip leaves a launch.
enum class Exit { zero, drained, any };
/// How long a counter keeps its value.
enum class Life { launch, global };

struct Profile {
    Covers signal_covers = Covers::own;
    Credit credit = Credit::whole;
    Entry entry = Entry::barrier;
    Exit exit = Exit::zero;
    std::optional<std::int32_t> counter_values;  ///< counters wrap modulo this; none: unbounded
    Life counter_life = Life::launch;

    friend bool operator==(const Profile&, const Profile&) = default;
};

struct NamedProfile {
    std::string_view name;
    std::string_view about;
    Profile profile;
};

/// The named profiles, in the order they are listed to users.
std::span<const NamedProfile> named_profiles();
/// The profile of that name, or none.
std::optional<Profile> find_profile(std::string_view name);

template <>
inline constexpr std::array<std::string_view, 4> words<Covers>{"own", "channel", "link", "none"};
template <>
inline constexpr std::array<std::string_view, 2> words<Credit>{"whole", "gradual"};
template <>
inline constexpr std::array<std::string_view, 3> words<Entry>{"barrier", "none", "together"};
template <>
inline constexpr std::array<std::string_view, 3> words<Exit>{"zero", "drained", "any"};
template <>
inline constexpr std::array<std::string_view, 2> words<Life>{"launch", "global"};

}  // namespace ringproof::model
