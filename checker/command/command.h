#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "model/kernel.h"
#include "model/source.h"

/// The command line: one file a subcommand. Each `add_...` declares its options and sets the action that main runs.
namespace ringproof::command {

/// Exit statuses. When files differ, a fault of the input outweighs a counterexample, and that outweighs "undecided".
/// A fault of this program outweighs all: it must never be taken for an answer.
enum Status { all_proved = 0, refuted = 1, bad_input = 2, undecided = 3, internal_error = 70, interrupted = 130 };

/// What main runs after parsing; returns the exit status. May throw model::Fault, which becomes `bad_input`.
using Action = std::function<int()>;

void add_verify(CLI::App& app, Action& action);
void add_mutate(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_replay(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_fuzz(CLI::App& app, Action& action);
void add_draw(CLI::App& app, Action& action);
void add_vectors(CLI::App& app, Action& action);
void add_conform(CLI::App& app, Action& action);

/// `2..6`, `4`, `2,4,8` and mixtures, ascending without repetition. Throws Fault (usage, size_range).
std::vector<std::int64_t> parse_sizes(const std::string& text);
/// The same for numbers of launches. Throws Fault (usage).
std::vector<std::int32_t> parse_launches(const std::string& text);
/// `slots=3`. Throws Fault (usage).
model::Settings parse_settings(const std::vector<std::string>& texts);
/// Gives parameters of the kernel other values; names of none are left alone.
void set_parameters(model::Kernel& kernel, const model::Settings& settings);
/// `512M`, `4G`, `4.5g`, or a number of bytes. Throws Fault (usage).
std::uint64_t parse_memory(const std::string& text);

/// Makes a folder for what is to be written, unless there is one. Throws Fault (unwritable).
void make_folder(const std::string& path);
/// Writes a file. Throws Fault (unwritable).
void write_file(const std::string& path, const std::string& text);
/// What is wrong with a number that must not be negative; empty: nothing. Parsers of unsigned numbers take `-1`.
std::string check_natural(const std::string& text);
/// What is wrong with a number of seconds; empty: nothing. Also refuses "nan", which is in no order with anything.
std::string check_seconds(const std::string& text);

/// The profile that is asked for in the place of the file's own.
class ProfileChoice {
public:
    /// The file's own.
    ProfileChoice() = default;
    /// `NAME`, `NAME,OPTION=VALUE,...`; the name `own` is the file's own profile. Throws Fault: unknown_name, usage.
    explicit ProfileChoice(const std::string& text);

    model::Profile of(const model::Profile& own) const;
    /// As `# expect:` lines name it: empty for the file's own.
    const std::string& asked() const { return asked_; }

private:
    std::string asked_, name_, changes_;
};

/// Declares what plans of other tools leave open; `options` outlives the command.
void declare_plan_options(CLI::App& command, model::PlanOptions& options);

/// The one schedule that a command is about: a kernel at one size, a schedule, or one way of a plan, under a profile.
struct OneSchedule {
    std::int64_t chips = 4;
    std::int32_t launches = 0;  ///< 0: as the file says
    std::string profile;        ///< empty: the file's own
    std::vector<std::string> settings, for_kernels;
    model::PlanOptions plan;
    std::string way;  ///< of a plan; empty: the first

    /// Throws Fault.
    model::Schedule of(const model::Source& source) const;
};
/// `-n`, `--launches`, `--profile`, `--set`, and those of plans. What is given is known once the command is parsed;
/// `one` outlives it.
void declare_one_schedule(CLI::App& command, OneSchedule& one);

/// Puts the profile and the number of launches (0: its own) in the place of the schedule's, and checks that it is still
/// valid. Throws Fault.
void apply(model::Schedule& schedule, const model::Profile& profile, std::int32_t launches);

/// `2..6, 8`
std::string sizes_text(const std::vector<std::int64_t>& sizes);
/// `1, 2 launches`
std::string launches_text(const std::vector<std::int64_t>& launches);

/// Tells on standard error that these options were given and have no effect on these files, which are schedules: all
/// is concrete in them. Nothing where one of the lists is empty.
void notice_ignored(const std::vector<std::string>& options, const std::vector<std::string>& files);

/// `-n`, `--set`: those of them that were given.
std::vector<std::string> given_for_kernels(const CLI::App& command);

}  // namespace ringproof::command
