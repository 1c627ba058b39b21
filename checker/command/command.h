#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "model/kernel.h"

/// The command line: one file a subcommand. Each `add_...` declares its options and sets the action that main runs.
namespace ringproof::command {

/// Exit statuses. When files differ, a fault of the input outweighs a counterexample, and that outweighs "undecided".
enum Status { all_proved = 0, refuted = 1, bad_input = 2, undecided = 3 };

/// What main runs after parsing; returns the exit status. May throw model::Fault, which becomes `bad_input`.
using Action = std::function<int()>;

void add_verify(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);

/// `2..6`, `4`, `2,4,8` and mixtures, ascending without repetition. Throws Fault (usage).
std::vector<std::int64_t> parse_sizes(const std::string& text);
/// `slots=3`. Throws Fault (usage).
model::Settings parse_settings(const std::vector<std::string>& texts);
/// The named profile; throws Fault (unknown_name) and lists the names there are.
model::Profile parse_profile(const std::string& name);

/// Puts the named profile (empty: its own) and number of launches (0: its own) in the place of the schedule's, and
/// checks that it is still valid. Throws Fault.
void apply(model::Schedule& schedule, const std::string& profile, std::int32_t launches);

/// `2..6, 8`
std::string sizes_text(const std::vector<std::int64_t>& sizes);

}  // namespace ringproof::command
