#include <fmt/format.h>

#include "checker/cross_check.h"
#include "generators/checks/again.h"
#include "generators/smaller.h"
#include "model/json/json.h"

namespace ringproof::generators {
namespace {

using model::Profile;

/// A profile that promises as much as another or more, and one that promises as much or less.
struct Pair {
    Profile more, fewer;
};

/// The two words of an option in the order of what they promise; `rank` is higher for more.
template <class Option, class Rank>
void part(Pair& pair, Option Profile::*option, Option to, const Rank& rank) {
    if (rank(to) > rank(pair.more.*option))
        pair.more.*option = to;
    else
        pair.fewer.*option = to;
}

constexpr int covers_rank(model::Covers covers) {
    switch (covers) {
        case model::Covers::none:
            return 0;
        case model::Covers::own:
            return 1;
        case model::Covers::channel:
            return 2;
        default:
            return 3;
    }
}

/// The profile and one that differs in one option, drawn from those that can be compared.
Pair pair_of(const Profile& profile, rc::Random& random) {
    Pair pair{profile, profile};
    switch (random.next() % 5) {
        case 0:
            part(pair, &Profile::signal_covers, static_cast<model::Covers>(random.next() % 4), covers_rank);
            break;
        case 1:
            part(pair, &Profile::credit, static_cast<model::Credit>(random.next() % 2),
                 [](model::Credit credit) { return credit == model::Credit::whole ? 1 : 0; });
            break;
        case 2:
            if (profile.entry != model::Entry::together)
                part(pair, &Profile::entry, random.next() % 2 == 0 ? model::Entry::barrier : model::Entry::none,
                     [](model::Entry entry) { return entry == model::Entry::barrier ? 1 : 0; });
            break;
        case 3:
            // What an exit asks for is no promise, but to ask for nothing is easier than to ask for something. Counters
            // at zero and transfers that have landed do not imply each other.
            if (profile.exit == model::Exit::any)
                pair.fewer.exit = static_cast<model::Exit>(random.next() % 2);
            else
                pair.more.exit = model::Exit::any;
            break;
        default:
            if (profile.counter_values)
                pair.more.counter_values.reset();
            else
                pair.fewer.counter_values = 2 + static_cast<std::int32_t>(random.next() % 3);
            break;
    }
    return pair;
}

}  // namespace

std::string promises_only_help(Trial trial) {
    if (!checker::decided(trial.verdict)) return {};
    const Pair pair = pair_of(trial.schedule.profile, trial.random);
    if (pair.more == pair.fewer) return {};
    const bool is_more = pair.more == trial.schedule.profile;
    model::Schedule other = trial.schedule;
    other.profile = is_more ? pair.fewer : pair.more;
    // A counter may start at more than a profile of narrow counters allows.
    if (!is_valid(other)) return {};
    const checker::Verdict verdict = ask_again(trial, other);
    if (!checker::decided(verdict)) return {};
    const checker::Verdict& more = is_more ? trial.verdict : verdict;
    const checker::Verdict& fewer = is_more ? verdict : trial.verdict;
    if (fewer.outcome != checker::Outcome::proved || more.outcome == checker::Outcome::proved) return {};
    return fmt::format("it is proved with fewer promises and not with more:\n{}", model::write_schedule(other));
}

}  // namespace ringproof::generators
