#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "checker/command/command.h"
#include "checker/decision.h"

namespace ringproof::command {

/// What `verify` was asked to do, all of it checked.
struct VerifyArguments {
    std::vector<std::string> paths;
    std::vector<std::int64_t> sizes;
    std::vector<std::int32_t> launches;             ///< empty: as the file says
    std::vector<std::int32_t> launches_of_kernels;  ///< instead, of kernels, where `launches` is empty
    std::vector<ProfileChoice> profiles;            ///< one at least
    model::Settings settings;
    model::PlanOptions plan;
    std::vector<std::string> for_kernels;  ///< options that were given and that schedules ignore
    std::function<checker::Decision(const checker::Question&)> ask;
    /// The same, but of what `auto` asks without the proof of record, for questions that are many.
    std::function<checker::Verdict(const checker::Question&)> ask_quickly;
    checker::Options options;
    unsigned jobs = 1;
    std::uint64_t memory = 0;   ///< bytes; 0: no bound
    std::string junit;          ///< empty: no report
    std::string trace;          ///< folder for counterexamples; empty: they are only told
    std::string smt2;           ///< folder for the questions to Z3; empty: they are not kept
    std::string second_solver;  ///< empty: none
    bool cross_check = false, weaken = false, json = false, as_expected = false, brief = false;
    bool summary = false;  ///< a line a file
    bool slack = false, repair = false;
    bool every_n = false;        ///< one proof for all numbers of chips, from the least of `sizes` on
    std::string proof;           ///< of one kernel, where it is written; empty: nowhere
    double repair_seconds = 20;  ///< for the search for a repair of one file; 0: no bound
};

/// Declares the options of `verify` on `command`. What is returned reads them after parsing; it throws Fault.
std::function<VerifyArguments()> declare_verify_options(CLI::App& command);

}  // namespace ringproof::command
