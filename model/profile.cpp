#include "model/profile.h"

namespace ringproof::model {
namespace {

constexpr Profile with(auto change) {
    Profile profile;
    change(profile);
    return profile;
}

constexpr std::array profiles{
    NamedProfile{"default",
                 "a counter covers its own put, whole credit, all chips enter together, counters zero at exit",
                 Profile{}},
    NamedProfile{"pallas-tpu",
                 "all chips enter together, remote DMAs complete in any order, gradual credit, counters zero at exit",
                 with([](Profile& p) { p.credit = Credit::gradual; })},
    NamedProfile{"pallas-tpu-fifo", "pallas-tpu with links in order, to see whether a kernel leans on that",
                 with([](Profile& p) {
                     p.credit = Credit::gradual;
                     p.signal_covers = Covers::link;
                 })},
    NamedProfile{"openshmem", "puts with signal on a symmetric heap: counters and memory live on, nothing need be zero",
                 with([](Profile& p) {
                     p.exit = Exit::any;
                     p.counter_life = Life::global;
                 })},
    NamedProfile{"mscclpp", "channels in order, monotone counters that live on", with([](Profile& p) {
                     p.signal_covers = Covers::channel;
                     p.exit = Exit::any;
                     p.counter_life = Life::global;
                 })},
    NamedProfile{"nccl", "first-in first-out connections with counters that live on", with([](Profile& p) {
                     p.signal_covers = Covers::link;
                     p.exit = Exit::any;
                     p.counter_life = Life::global;
                 })},
    NamedProfile{"equality", "flags that are compared and set, no launches", with([](Profile& p) {
                     p.entry = Entry::together;
                     p.exit = Exit::any;
                     p.counter_life = Life::global;
                 })},
};

}  // namespace

std::span<const NamedProfile> named_profiles() { return profiles; }

std::optional<Profile> find_profile(std::string_view name) {
    for (const NamedProfile& named : profiles)
        if (named.name == name) return named.profile;
    return std::nullopt;
}

}  // namespace ringproof::model
