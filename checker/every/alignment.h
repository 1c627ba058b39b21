#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "checker/every/mapping.h"

namespace ringproof::checker::every {

/// An order of all instances of a launch, chips aside, in which the text of each agent goes on: loops of several agents
/// that wait for each other run in step. It is guessed from samples; that agents go on in it is made sure of.
class Alignment {
public:
    /// Of raises and the waits that take them in the samples. None is found where a wait is for a later step.
    Alignment(const Program& program, const Samples& samples);

    bool found() const { return found_; }
    /// `left` comes before `right`, launches included. Assumes that one was found.
    Expr lower(const Instance& left, const Instance& right) const;

private:
    /// A statement: its agent and its place in each block around it.
    using Statement = std::pair<std::size_t, std::vector<std::int32_t>>;
    struct Met {
        const Operation* raise;
        const Operation* wait;
        Numbers raised, waiting;  ///< chip, launch, rounds, part
    };

    void align(const Program& program, const std::vector<Statement>& blocks, const std::vector<Met>& all);

    bool found_ = true;
    std::map<Statement, std::size_t> places_;
};

}  // namespace ringproof::checker::every
