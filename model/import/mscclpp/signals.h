#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/import/mscclpp/builder.h"
#include "model/import/mscclpp/geometry.h"

/// What signals of memory channels publish, where some of them are relaxed. Internal to the folder.
namespace ringproof::model::mscclpp {

/// One direction of a channel.
struct Direction {
    std::int32_t to;
    std::int32_t from;
    std::int32_t ordinal;
    friend auto operator<=>(const Direction&, const Direction&) = default;
};

/// What a channel with a relaxed operation orders, as seen by happens-before.
///
/// The k-th wait of a channel returns once its counter has got k signals. Only then it reads the value that the k-th
/// signal made or a later one: if the wait acquires, it is ordered after those among the first k that release, because
/// additions after a release belong to its release sequence, relaxed ones too. An rlxwait is ordered after none of
/// them. Any wait is ordered after the start of the sender's launch, because some signal of that launch is among the k:
/// what was written before a launch is published by its start.
///
/// So signals that release raise a counter of their own, and a wait takes from it the units of as many of them as it
/// has before it; and the start of the launch is signalled once, by an agent that does nothing else, and taken by the
/// channel's first wait. Relaxed signals raise nothing, and waits that are ordered after nothing new are left out:
/// whether they ever return is asked of the other way.
///
/// All this needs an order of signals that is known. Where several threads signal, only the wait that needs all signals
/// of the launch knows which they are. Where several threads wait, or signals and waits are not as many, nothing is
/// ordered.
class Published {
public:
    struct Pattern {
        std::vector<bool> raises;         ///< of each signal of the launch: whether a wait takes it
        std::vector<std::int32_t> takes;  ///< of each wait: units of these
        bool starts = false;              ///< the first wait is ordered after the start of the launch
        std::size_t next_signal = 0, next_wait = 0;
        Symbol at;  ///< the first signal
    };

    Published(Builder& builder, const Parts& parts, const Geometry& geometry);

    /// The channel's pattern, or none where all its operations publish.
    Pattern* find(const Direction& direction);
    const std::map<Direction, Pattern>& all() const { return patterns_; }
    /// Begins another launch of the plan.
    void rewind();

private:
    /// Threads that do the same.
    struct Users {
        std::int64_t first = -1;
        bool several = false;
        void add(std::int64_t thread) {
            if (first < 0) first = thread;
            several = several || thread != first;
        }
    };
    struct Use {
        std::vector<bool> signals, waits;  ///< whether relaxed
        Users senders, waiters;
        Symbol at;
    };
    void scan(std::int32_t gpu, std::int64_t block, const std::vector<Op>& ops, const Geometry& geometry,
              std::map<Direction, Use>& uses);
    static Pattern pattern_of(const Use& use);

    Builder& builder_;
    std::map<Direction, Pattern> patterns_;
};

/// Where the first relaxed operation stands; empty: there is none.
Symbol first_relaxed(const Parts& parts);

/// `from 1 memory 0`
std::string incoming(const Channel& channel);

}  // namespace ringproof::model::mscclpp
