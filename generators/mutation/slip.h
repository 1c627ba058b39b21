#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/kernel.h"

/// What the files of slips have in common: what a slip is, and how it says where it can be made.
namespace ringproof::generators::mutation {

struct Slip;

/// One slip at one place, not made yet: cheap to list, to count and to choose from.
struct Edit {
    const Slip* slip = nullptr;
    std::string what;  ///< and what became of it: `becomes 'wait sent 2'`; of a statement that is missing, its text
    model::Where where;
    /// Makes the slip in a copy of the kernel that it was found in.
    std::function<void(model::Kernel&)> make;
};

/// A statement's place: finds it in every copy of a kernel.
struct Spot {
    struct Step {
        bool otherwise = false;  ///< into the else of the statement before; of the first step without meaning
        std::size_t index = 0;
    };
    std::size_t agent = 0;
    std::vector<Step> path;  ///< outermost first, not empty

    std::size_t index() const { return path.back().index; }
};

/// The block that holds the statement.
model::Block& block_of(model::Kernel& kernel, const Spot& spot);
const model::Block& block_of(const model::Kernel& kernel, const Spot& spot);
model::Statement& statement_at(model::Kernel& kernel, const Spot& spot);
const model::Statement& statement_at(const model::Kernel& kernel, const Spot& spot);

/// Where a slip tells what it has found.
class Found {
public:
    /// `room`: how many characters of text are left for what is found; it goes down.
    Found(const model::Kernel& kernel, const Slip& slip, std::vector<Edit>& edits, std::size_t& room)
        : kernel_(kernel), slip_(slip), edits_(edits), room_(room) {}

    const model::Kernel& kernel() const { return kernel_; }
    /// `holds`: about how many characters of text `make` holds, besides what `what` says. Throws Fault (too_large)
    /// where all edits together would hold too much.
    void add(model::Where where, std::string what, std::function<void(model::Kernel&)> make, std::size_t holds = 0);
    /// The statement, an operation, is replaced.
    void becomes(const Spot& spot, model::OperationForm operation);

private:
    const model::Kernel& kernel_;
    const Slip& slip_;
    std::vector<Edit>& edits_;
    std::size_t& room_;
};

/// A kind of mistake that people make.
struct Slip {
    std::string_view name;      ///< `wait left out`
    std::string_view harmless;  ///< what it says of a kernel if it is right nonetheless: one sentence
    void (*find)(Found& found);
};

/// `wait sent`; of a loop or an if the head, and the body where that is short.
std::string text_of(const model::Statement& statement);

/// Calls `visit(spot, statement)` for each statement, outer ones first.
void each_statement(const model::Kernel& kernel,
                    const std::function<void(const Spot&, const model::Statement&)>& visit);

/// Calls `visit(spot, operation)` for each operation of one kind.
template <class Op>
void each_operation(const model::Kernel& kernel, const auto& visit) {
    each_statement(kernel, [&](const Spot& spot, const model::Statement& statement) {
        if (const auto* const operation = std::get_if<model::OperationForm>(&statement.node))
            if (const auto* const op = std::get_if<Op>(operation)) visit(spot, *op);
    });
}

}  // namespace ringproof::generators::mutation
