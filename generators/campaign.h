#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "generators/check.h"
#include "generators/source.h"

/// Random schedules against all engines and checks, until nothing disagrees.
namespace ringproof::generators {

struct Campaign {
    std::uint64_t seed = 1;
    std::uint64_t first =
        0;  ///< number of the first schedule; seed and number fix a schedule and all that is done to it
    std::uint64_t schedules = std::numeric_limits<std::uint64_t>::max();  ///< at most so many
    double seconds = 0;                                                   ///< at most so long; 0: no bound
    unsigned jobs = 1;
    std::int64_t events = 60;  ///< of agents, over all launches: larger schedules are drawn again
    std::vector<Source> sources;
    std::span<const checker::Engine> engines;
    std::span<const Check> checks;
    checker::Options options;  ///< of each question
};

/// What came of the schedules that were tried.
struct Tally {
    struct OfEngine {
        std::uint64_t asked = 0, decided = 0, of_another_kind = 0;
        std::uint64_t at_a_limit = 0;  ///< also where something had been found before
        double seconds = 0;
    };
    std::uint64_t schedules = 0;
    std::int64_t events = 0;
    /// By source, then by verdict: `proved`, `undecided`, or the property that is named first.
    std::map<std::string, std::map<std::string, std::uint64_t, std::less<>>, std::less<>> verdicts;
    std::map<std::string, OfEngine, std::less<>> engines;
    std::map<std::string, double, std::less<>> check_seconds;
    std::map<std::size_t, std::uint64_t> decided_by;  ///< schedules by the number of engines that decided them
    double drawing_seconds = 0;

    void operator+=(const Tally& other);
};

/// The first schedule for which something does not hold.
struct Failure {
    std::uint64_t number = 0;  ///< of the schedule
    std::string source, check;
    std::string complaint;     ///< about `smallest`
    model::Schedule schedule;  ///< as drawn
    model::Schedule smallest;  ///< for which the same check still fails
    int shrinks = 0;           ///< steps from the one to the other
};

struct Result {
    Tally tally;
    std::optional<Failure> failure;
    double seconds = 0;
};

/// What is wrong with one schedule: check and complaint; none when all holds. `number` fixes what the checks draw.
struct Complaint {
    std::string check, text;
};
std::optional<Complaint> complaint(const Campaign& campaign, const model::Schedule& schedule, std::uint64_t number,
                                   Tally& tally, std::string_view source = {});

/// Tries schedules until a bound is reached, `go_on` says no, or something does not hold; that one is made as small as
/// it gets in a minute. `go_on` is called by the threads, one at a time, a few times a second. Throws what a source
/// throws.
Result run(const Campaign& campaign, const std::function<bool(const Tally&, double seconds)>& go_on = {});

/// The distribution of verdicts by source, what each engine did, and what bounds the rate: several lines.
std::string text(const Tally& tally, double seconds, unsigned jobs);

}  // namespace ringproof::generators
