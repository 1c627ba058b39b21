#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "checker/command/command.h"
#include "checker/decision.h"

namespace ringproof::command {

/// What `mutate` was asked to do, all of it checked.
struct MutateArguments {
    std::vector<std::string> paths;
    std::vector<std::int64_t> sizes;
    std::vector<std::int32_t> launches;
    ProfileChoice profile;
    model::Settings settings;
    std::function<checker::Decision(const checker::Question&)> ask;
    checker::Options options;
    unsigned jobs = 1;
    std::string save;  ///< folder for the mutants; empty: they are not kept
    bool json = false;
};

/// Declares the options of `mutate` on `command`. What is returned reads them after parsing; it throws Fault.
std::function<MutateArguments()> declare_mutate_options(CLI::App& command);

}  // namespace ringproof::command
