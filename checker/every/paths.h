#pragma once

#include <map>
#include <string>
#include <vector>

#include "checker/every/mapping.h"

/// What must have happened before an event, for every n: along chips, and from waits to what they need.
namespace ringproof::checker::every {

/// A synchronisation that holds for every n, once it is proved (specs/semantics.md 5.14): the event of that raise - or,
/// if not `landed`, at least its issue - happens before the wait that `wait` maps it to.
struct Lemma {
    std::size_t raise = 0;
    bool landed = true;
    Mapping wait;
};

/// From an event of a chip to an earlier one, maybe of another: to the latest instance of a wait before it, and on to
/// the issue of the raise that this wait takes.
struct Hop {
    std::size_t wait = 0;
    /// Which instance: so many launches back; in the loop that it shares with the event so many rounds back; in its own
    /// loops so many rounds before the last.
    std::int32_t launches = 0, rounds = 0, inner = 0;
    std::int32_t part = 0;  ///< the unit of the wait
    std::size_t alternative = 0;
    std::size_t lemma = 0;

    friend auto operator<=>(const Hop&, const Hop&) = default;
};
using Path = std::vector<Hop>;

/// What is known of waits.
struct Knowledge {
    std::vector<Mapping> takes;  ///< by wait: the units of raises that its units are
    std::vector<Mapping> taken;  ///< by raise: the units of waits that take its units; no alternatives: none
    std::vector<Lemma> lemmas;
};

/// Events that happen one before the other.
class Paths {
public:
    /// Both must outlive it.
    Paths(const Order& order, const Knowledge& knowledge) : order_(order), knowledge_(knowledge) {}

    /// `earlier` is `later` or happens before it: by the order of chips alone or along one of `paths`.
    Expr reaches(const Instance& later, const Instance& earlier, const std::vector<Path>& paths) const;

    struct Arrival {
        Expr condition;
        Instance at;
    };
    Arrival follow(const Instance& from, const Hop& hop) const;

    const Order& order() const { return order_; }
    const Knowledge& knowledge() const { return knowledge_; }

private:
    const Order& order_;
    const Knowledge& knowledge_;
};

/// Finds paths in a sample.
class PathFinder {
public:
    /// Both must outlive it.
    PathFinder(const Sample& sample, const Knowledge& knowledge) : sample_(sample), paths_(sample.order(), knowledge) {}

    const Sample& sample() const { return sample_; }
    const Paths& paths() const { return paths_; }
    /// The shortest path by which `earlier` comes before `later`; empty: by the order of chips alone; none: there is
    /// none with a few hops.
    const Path* find(const Instance& later, const Instance& earlier);
    bool is_along(const Instance& later, const Instance& earlier, const Path& path);

private:
    struct Reached {
        Instance at;
        Path path;
    };
    const std::vector<std::pair<Hop, Instance>>& next(const Instance& from);
    const std::vector<Reached>& reached(const Instance& from);

    const Sample& sample_;
    Paths paths_;
    std::map<std::vector<std::int64_t>, std::vector<std::pair<Hop, Instance>>> next_;
    std::map<std::vector<std::int64_t>, std::vector<Reached>> reached_;
};

}  // namespace ringproof::checker::every
