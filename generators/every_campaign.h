#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "model/kernel.h"

/// Campaigns against proofs for every n: whatever is proved must hold at each size that the exact engines can look at.
namespace ringproof::generators {

struct EveryCampaign {
    std::vector<model::Kernel> kernels;  ///< to make one to three slips in; loop kernels are drawn besides
    std::uint64_t seed = 0;
    std::uint64_t first = 0;                                         ///< number of the first kernel
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  ///< kernels
    double seconds = 60;                                             ///< 0: no bound
    unsigned jobs = 1;
    std::int64_t most_chips = 9;  ///< what is proved for every n is looked at from 2 chips on to these
    std::int32_t most_launches = 3;
    double timeout = 20;  ///< of each proof
};

struct EveryTally {
    std::uint64_t kernels = 0;  ///< drawn
    std::uint64_t invalid = 0;  ///< have no schedule of some size
    std::uint64_t proved = 0;   ///< for every n, and by the exact engines at each size looked at
    std::uint64_t refuted = 0;  ///< not proved for every n, and some size fails
    std::uint64_t outside = 0;  ///< not of the kind that is spoken of
    std::uint64_t open = 0;     ///< not proved, though no size of 2 to 5 chips fails
};

/// A kernel that was proved for every n and fails at a size.
struct EveryFailure {
    std::uint64_t number = 0;
    std::string drawn;  ///< from what
    model::Kernel kernel;
    std::int64_t chips = 0;
    std::int32_t launches = 0;
    std::string found;
};

struct EveryResult {
    EveryTally tally;
    double seconds = 0;
    std::optional<EveryFailure> failure;
};

/// The kernel of that number, and from what it was drawn.
std::pair<model::Kernel, std::string> draw(const EveryCampaign& campaign, std::uint64_t number);

/// Ends with the first failure. `go_on` is told now and then how far it is; false ends it.
EveryResult run(const EveryCampaign& campaign, const std::function<bool(const EveryTally&, double seconds)>& go_on);

/// Three lines.
std::string text(const EveryResult& result);

}  // namespace ringproof::generators
