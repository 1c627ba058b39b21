#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/every/mapping.h"

namespace ringproof::checker::every {

/// An order of all instances of a launch in which everything could happen: statement by statement, where those of
/// several agents that wait for each other run in step, round by round, and those that chips come to one after the
/// other are ordered by chips first. It is guessed from samples, and leans on nothing but what `against_text` tells.
class Alignment {
public:
    /// Of raises and the waits that take them in the samples. None is found where a wait is for a later step.
    Alignment(const Program& program, const Samples& samples);

    bool found() const { return found_; }
    /// `left` comes before `right`, launches included. Assumes that one was found.
    Expr lower(const Order& order, const Instance& left, const Instance& right) const;
    /// Operations of one agent of which the second comes first, although it stands behind the first in the text: in an
    /// order in which the agent goes on, no chip comes to both in one round of the loops that they share.
    const std::vector<std::pair<const Operation*, const Operation*>>& against_text() const { return against_text_; }

private:
    /// A statement: its agent and its place in each block around it.
    using Statement = std::pair<std::size_t, std::vector<std::int32_t>>;
    struct Met {
        const Operation* raise;
        const Operation* wait;
        Numbers raised, waiting;  ///< chip, launch, rounds, part
    };
    struct Place {
        std::size_t number = 0;  ///< of no other statements of the block but those in step
        int chips = 0;  ///< how chips come to it: 1: one after the other upwards, -1: downwards, 0: all at once
    };
    using Group = std::vector<std::size_t>;  ///< of statements
    /// A block's statements and, one by one, which of them come before which.
    struct Steps;

    bool align(const std::vector<Statement>& blocks);
    Steps steps_of(const std::vector<Statement>& blocks) const;
    /// Statements that wait for each other; groups in an order in which none is behind one that waits for it.
    static std::vector<Group> groups_of(const Steps& steps);
    /// Whether an order was found within the group: of what is in these loops, or by chips.
    std::optional<Place> place(const Steps& steps, const Group& group);
    /// The direction in which chips wait for each other within these statements; 0 if there is none.
    int direction(const Steps& steps, const Group& group) const;

    const Program& program_;
    const Samples& samples_;
    std::vector<Met> met_;
    bool found_ = true;
    std::map<Statement, Place> places_;
    std::vector<std::pair<const Operation*, const Operation*>> against_text_;
};

}  // namespace ringproof::checker::every
