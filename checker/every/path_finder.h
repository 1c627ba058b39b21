#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/every/paths.h"

namespace ringproof::checker::every {

/// Finds paths in a sample.
class PathFinder {
public:
    /// Both must outlive it.
    PathFinder(const Sample& sample, const Knowledge& knowledge) : sample_(sample), paths_(sample.order(), knowledge) {}

    const Sample& sample() const { return sample_; }
    const Paths& paths() const { return paths_; }
    /// The shortest path by which `earlier` comes before `later`, one without a leap if there is any, and one that
    /// counts on the number of a unit if there is no other; empty: by the order of chips alone; none: there is none
    /// with a few hops.
    std::optional<Path> find(const Instance& later, const Instance& earlier);
    bool is_along(const Instance& later, const Instance& earlier, const Path& path);
    /// A relay of that operation that is one in this sample.
    std::optional<Relay> find_relay(std::size_t operation);

private:
    struct Reached {
        Instance at;
        std::vector<Path::Step> steps;
        bool by_number = false;  ///< by the number of a unit, of which there may be more on more chips
        bool by_run = false;
        bool aimed = false;  ///< by a run to this chip, which is meant to be the one of the earlier event
    };
    const std::vector<std::pair<Hop, Instance>>& next(const Instance& from);
    /// Where runs lead to.
    std::vector<Reached> runs(const Reached& from) const;
    const std::vector<Reached>& reached(const Instance& from);
    /// Leaps from an event to waits on that chip.
    const std::vector<std::pair<Leap, Instance>>& leaps(const Instance& from, const Expr& chip);

    const Sample& sample_;
    Paths paths_;
    std::map<std::vector<std::int64_t>, std::vector<std::pair<Hop, Instance>>> next_;
    std::map<std::vector<std::int64_t>, std::vector<Reached>> reached_;
    std::map<std::vector<std::int64_t>, std::vector<std::pair<Leap, Instance>>> leaps_;
};

}  // namespace ringproof::checker::every
