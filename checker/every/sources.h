#pragma once

#include <set>
#include <vector>

#include "checker/every/accesses.h"

namespace ringproof::checker::every {

/// Which write each read sees, guessed from samples, and then shown.
class Sources {
public:
    /// Both must outlive it.
    Sources(Proof& proof, const Knowledge& knowledge);

    /// The write that a read sees; no alternatives where no rule was found.
    const Mapping& of(const Access& read) const { return sources_[read.number]; }
    bool found(const Access& read) const { return !of(read).alternatives.empty(); }
    /// Every instance of the read sees some write. Throws NotProved.
    void show_written(const Access& read);
    /// What a read is mapped to is over before, and no other write lies between. Throws NotProved.
    void show_seen(const Access& read);

private:
    void show_ended(const Access& read, std::size_t alternative);
    void show_nothing_between(const Access& read, std::size_t alternative, const Access& other);
    /// The image by that alternative.
    Mapping::Image image(const Order& order, std::size_t read, std::size_t alternative,
                         const Instance& instance) const {
        return sources_[read].images(order, instance)[alternative];
    }

    Proof& proof_;
    const Knowledge& knowledge_;
    std::vector<Mapping> sources_;  ///< by access; none of writes
    std::set<std::size_t> shown_;
};

}  // namespace ringproof::checker::every
