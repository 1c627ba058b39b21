#include <algorithm>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "checker/command/command.h"
#include "checker/report.h"
#include "model/diagnostic.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "model/source.h"

namespace ringproof::command {
namespace {

using namespace model;

struct RunArguments {
    std::string path, scheduler = "in-order";
    OneSchedule one;
    std::uint64_t seed = 1;
    bool events = false;
};

void print_memory(const Machine& machine) {
    const Schedule& schedule = machine.schedule();
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip) {
        fmt::print("chip {}\n", chip);
        for (std::size_t id = 0; id < schedule.buffers.size(); ++id) {
            const Buffer& buffer = schedule.buffers[id];
            if (buffer.chip != chip) continue;
            for (std::int32_t k = 0; k < buffer.size; ++k)
                fmt::print("  {:<16} {}\n", schedule.name_of(Place{static_cast<std::int32_t>(id), k}),
                           machine.values().text(machine.memory()[{static_cast<std::int32_t>(id), k}], 100));
        }
        for (std::size_t id = 0; id < schedule.semaphores.size(); ++id) {
            const Semaphore& semaphore = schedule.semaphores[id];
            if (semaphore.chip != chip) continue;
            for (std::int32_t k = 0; k < semaphore.size; ++k)
                fmt::print("  {:<16} {}\n", schedule.name_of(Counter{static_cast<std::int32_t>(id), k}),
                           machine.value({static_cast<std::int32_t>(id), k}, machine.launches() - 1));
        }
    }
}

int run(const RunArguments& arguments) {
    const Source source = read_source(arguments.path);
    if (source.kernel() == nullptr) notice_ignored(arguments.one.for_kernels, {source.file});
    const Schedule schedule = arguments.one.of(source);
    Machine machine(schedule, schedule.launches);
    Trace trace;
    std::int64_t events = 0;
    const Observer observe = [&](const Event& event) {
        ++events;
        if (arguments.events) trace.push_back(event);
    };
    if (arguments.scheduler == "random")
        run_random(machine, arguments.seed, observe);
    else if (arguments.scheduler == "adversarial")
        run_adversarial(machine, arguments.seed, observe);
    else
        run_in_order(machine, observe);

    if (arguments.events) fmt::print("{}", checker::trace_text(schedule, trace, trace.size()));
    fmt::print("{} events, {}\n", events, machine.finished() ? "all agents finished" : "the run is stuck");
    print_memory(machine);
    if (machine.findings().empty()) {
        fmt::print("This one execution is clean; 'ringproof verify' looks at all of them.\n");
        return all_proved;
    }
    const auto& findings = machine.findings();
    fmt::print("{}:\n{}",
               findings.size() == 1 ? "One finding in this execution"
                                    : fmt::format("{} findings in this execution; the first", findings.size()),
               checker::finding_text(schedule, findings.front(), source.lines()));
    // Several findings of one kind and place share a line.
    std::vector<std::string> others;
    for (std::size_t i = 1; i < findings.size(); ++i)
        if (const std::string other = checker::headline(schedule, findings[i]);
            std::find(others.begin(), others.end(), other) == others.end())
            others.push_back(other);
    for (const std::string& other : others) fmt::print("also: {}\n", other);
    return refuted;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<RunArguments>();
    auto* const command = app.add_subcommand("run", "one interleaving on the machine, with the memory at the end");
    command->add_option("PATH", arguments->path, "kernel or schedule; - reads standard input")->required();
    declare_one_schedule(*command, arguments->one);
    command
        ->add_option("--scheduler", arguments->scheduler,
                     "who goes next; adversarial: some agents and transfers are starved, so that others run ahead")
        ->check(CLI::IsMember({"in-order", "random", "adversarial"}))
        ->capture_default_str();
    command->add_option("--seed", arguments->seed, "of the random and the adversarial scheduler")
        ->check(check_natural)
        ->capture_default_str();
    command->add_flag("--events", arguments->events, "print every event");
    command->callback([arguments, command, &action] {
        arguments->one.for_kernels = given_for_kernels(*command);
        action = [arguments] { return run(*arguments); };
    });
}

}  // namespace ringproof::command
