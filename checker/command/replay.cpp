#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "checker/picture/recording.h"
#include "checker/report.h"
#include "model/changes.h"
#include "model/json/witness_json.h"
#include "model/language/profile_text.h"
#include "model/source.h"
#include "model/text.h"
#include "model/witness.h"

namespace ringproof::command {
namespace {

using namespace model;

struct ReplayArguments {
    std::string path;
    bool brief = false;
};

/// The first events of a witness, each on a line: its number, who, where in the author's text, and what; below it what
/// it changes.
void print_steps(const Witness& witness, std::size_t count, const std::vector<std::vector<Change>>& changes) {
    const Trace trace(witness.trace.begin(), witness.trace.begin() + static_cast<std::ptrdiff_t>(count));
    const checker::picture::Recording recording =
        checker::picture::record(witness.schedule, witness.schedule.launches, trace);
    struct Row {
        std::string who, place, what;
    };
    std::vector<Row> rows;
    std::size_t who = 0, place = 0;
    for (const Event& event : trace) {
        Row row{recording.who(chip_of(witness.schedule, event), is_environment(event.moment) ? -1 : event.who),
                {},
                std::string(word(event.moment))};
        if (!is_environment(event.moment)) {
            row.place = recording.place(event.who, event.step);
            row.what =
                fmt::format("{:<8} {}", row.what,
                            describe(witness.schedule, witness.schedule.agents[event.who].steps[event.step].operation));
        }
        if (witness.schedule.launches > 1)
            row.place += fmt::format("{}launch {}", row.place.empty() ? "" : ", ", event.launch);
        who = std::max(who, row.who.size());
        place = std::max(place, row.place.size());
        rows.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        fmt::print("{:>4}  {:<{}}  {:<{}}  {}\n", i + 1, rows[i].who, who, rows[i].place, place, rows[i].what);
        for (const Change& change : changes[i]) fmt::print("        {}\n", change.text(witness.schedule));
    }
}

int replay(const ReplayArguments& arguments) {
    const std::string name = arguments.path == "-" ? "stdin" : arguments.path;
    const Witness witness = read_witness(read_text(arguments.path), name);
    ChangeLog log(Machine(witness.schedule, witness.schedule.launches));
    std::vector<std::vector<Change>> changes;
    const Replay result = model::replay(witness, [&](const Machine& machine, std::size_t index) {
        if (!arguments.brief) changes.push_back(log.after(machine, witness.trace[index]));
    });
    if (!arguments.brief) print_steps(witness, result.fired, changes);
    std::fflush(stdout);
    if (!result.complaint.empty()) {
        Location location;
        location.file = name;
        location.path = result.fired < witness.trace.size() ? fmt::format("$.events[{}]", result.fired) : "$.events";
        throw Fault(Code::not_an_execution, result.complaint, std::move(location));
    }
    fmt::print(
        "The machine runs these {} events on {} chips with {} launch{}, profile {}, and finds what the trace "
        "is about:\n{}",
        witness.trace.size(), witness.schedule.chips, witness.schedule.launches,
        witness.schedule.launches == 1 ? "" : "es", profile_text(witness.schedule.profile),
        checker::explanation_text(witness.schedule, {*result.shown, witness.trace}, witness.lines));
    return refuted;
}

}  // namespace

void add_replay(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<ReplayArguments>();
    auto* const command = app.add_subcommand(
        "replay", "runs a counterexample that 'verify --trace' has written, event by event, on the machine");
    command->add_option("TRACE", arguments->path, "trace JSON; - reads standard input")->required();
    command->add_flag("--brief", arguments->brief, "only tell whether it still shows what it says");
    command->callback([arguments, &action] { action = [arguments] { return replay(*arguments); }; });
}

}  // namespace ringproof::command
