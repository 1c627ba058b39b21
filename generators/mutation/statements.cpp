#include <array>

#include <fmt/format.h>

#include "generators/mutation/slips.h"

/// A whole statement is missing, or stands there twice.
namespace ringproof::generators::mutation {
namespace {

using model::Kernel;
using model::Symbolic;

template <template <class> class... Ops>
void left_out(Found& found) {
    const auto drop = [&](const Spot& spot, const auto&) {
        const model::Statement& statement = statement_at(found.kernel(), spot);
        found.add(statement.where, fmt::format("'{}'", text_of(statement)), [spot](Kernel& kernel) {
            model::Block& block = block_of(kernel, spot);
            block.erase(block.begin() + static_cast<std::ptrdiff_t>(spot.index()));
        });
    };
    (each_operation<Ops<Symbolic>>(found.kernel(), drop), ...);
}

template <template <class> class... Ops>
void repeated(Found& found) {
    const auto repeat = [&](const Spot& spot, const auto&) {
        const model::Statement& statement = statement_at(found.kernel(), spot);
        found.add(statement.where, fmt::format("'{}'", text_of(statement)), [spot](Kernel& kernel) {
            model::Block& block = block_of(kernel, spot);
            // Inserting what lies in the block itself: a copy first.
            const model::Statement again = block.at(spot.index());
            block.insert(block.begin() + static_cast<std::ptrdiff_t>(spot.index()), again);
        });
    };
    (each_operation<Ops<Symbolic>>(found.kernel(), repeat), ...);
}

void until_read(Found& found) {
    each_operation<model::Quiet<Symbolic>>(found.kernel(), [&](const Spot& spot, const auto& quiet) {
        if (quiet.until == model::Until::landed)
            found.becomes(spot, model::OperationForm{model::Quiet<Symbolic>{model::Until::read}});
    });
}

constexpr std::array statement_slips{
    Slip{"wait left out", "Nothing depends on this wait.", left_out<model::Wait, model::Poll>},
    Slip{"wait repeated", "The counter always has enough for a second wait.", repeated<model::Wait, model::Poll>},
    Slip{"signal left out", "Nobody needs this signal.", left_out<model::Signal>},
    Slip{"signal repeated", "Nobody minds a second signal.", repeated<model::Signal>},
    Slip{"transfer left out", "What it brings is not needed, or comes another way.", left_out<model::Put, model::Get>},
    Slip{"transfer repeated", "The same value lands again, before anybody could mind.",
         repeated<model::Put, model::Get>},
    Slip{"local operation left out", "What it writes is not needed, or there already.",
         left_out<model::Copy, model::Reduce, model::Compute, model::Write, model::Read>},
    Slip{"local operation repeated", "Doing it again changes nothing.",
         repeated<model::Copy, model::Reduce, model::Compute, model::Write, model::Read>},
    Slip{"fence left out", "What it orders is ordered anyway.", left_out<model::Fence, model::Quiet>},
    Slip{"quiet only until read", "Nobody needs the landings at this point.", until_read},
    Slip{"barrier left out", "What it orders is ordered anyway.", left_out<model::Barrier>},
    Slip{"counter not set", "The counter holds that value anyway.", left_out<model::Set, model::Snapshot>},
};

}  // namespace

std::span<const Slip> slips_of_statements() { return statement_slips; }

}  // namespace ringproof::generators::mutation
