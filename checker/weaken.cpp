#include "checker/weaken.h"

#include <stdexcept>

#include <fmt/format.h>

namespace ringproof::checker {
namespace {

using model::OptionValue;

struct Promise {
    OptionValue option;
    std::string_view words;
};

constexpr Promise promises[] = {
    {{"signal_covers", "own"}, "counters that rise only when the data of their own put has landed"},
    {{"signal_covers", "channel"}, "channels that keep order"},
    {{"signal_covers", "link"}, "links that keep order"},
    {{"signal_covers", "none"}, "counters that say nothing of data"},
    {{"credit", "whole"}, "a put that raises its counter only when all of it has landed"},
    {{"credit", "gradual"}, "a put that raises its counter bit by bit"},
    {{"entry", "barrier"}, "chips that enter a launch together"},
    {{"entry", "none"}, "chips that enter a launch when each likes"},
    {{"entry", "together"}, "operations without launches"},
    {{"exit", "zero"}, "an exit that asks for counters at zero only"},
    {{"exit", "drained"}, "an exit that asks for transfers that have landed only"},
    {{"exit", "any"}, "an exit that asks nothing of counters and transfers"},
    {{"counter_life", "launch"}, "counters and memory that each launch makes anew"},
    {{"counter_life", "global"}, "counters and memory that outlive a launch"},
};

}  // namespace

std::vector<Change> changes_of(const model::Profile& profile) {
    const bool has_launches = profile.entry != model::Entry::together;
    std::vector<Change> list;
    for (const auto& [option, own] : model::options_of(profile)) {
        const bool of_launches = option == "entry" || option == "exit" || option == "counter_life";
        if (of_launches && !has_launches) continue;
        for (const std::string_view word : model::words_of_option(option)) {
            if (word == own || (option == "entry" && word == model::word(model::Entry::together))) continue;
            Change change{{option, word}, profile};
            set_option(change.profile, option, word);
            list.push_back(change);
        }
    }
    return list;
}

std::string_view promise(std::string_view option, std::string_view value) {
    for (const Promise& known : promises)
        if (known.option.option == option && known.option.value == value) return known.words;
    throw std::logic_error(fmt::format("no words for {} {}", option, value));
}

}  // namespace ringproof::checker
