#include "model/promela/promela.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/footprint.h"
#include "model/promela/parts.h"

namespace ringproof::model {
namespace promela {
namespace {

using C = Concrete;

/// SPIN numbers processes by a byte.
constexpr std::size_t most_processes = 255;
/// pan.c has a case for each event and grows with it.
constexpr std::size_t most_transfers = 2'000;
constexpr std::int32_t most_launches = 60;  // a chip's stage is a byte
constexpr std::int32_t most_slots = 10'000;

void refuse(std::size_t found, std::string_view what, std::size_t most) {
    if (found > most)
        throw Fault(Code::too_large,
                    fmt::format("{} {} do not fit into a Promela model, which takes {}", found, what, most));
}

/// What can be told before any part is made.
void check_size(const Schedule& schedule, std::int32_t launches) {
    refuse(static_cast<std::size_t>(launches), "launches", most_launches);
    refuse(schedule.agents.size() + (schedule.has_launches() ? schedule.chips : 0) + 2, "processes", most_processes);
    std::size_t transfers = 0;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps)
            transfers += std::holds_alternative<Put<C>>(step.operation) ||
                         std::holds_alternative<Get<C>>(step.operation) ||
                         std::holds_alternative<Signal<C>>(step.operation);
    refuse(transfers * static_cast<std::size_t>(launches), "puts, gets and signals", most_transfers);
}

void check_size(const Parts& parts) {
    refuse(parts.slots(), "slots", most_slots);
    refuse(parts.counters(), "counters", most_slots);
}

/// More than any counter can ever hold.
std::int64_t largest_count(const Parts& parts) {
    std::int64_t sum = 0, largest = 0;
    for (const Semaphore& semaphore : parts.schedule().semaphores)
        largest = std::max<std::int64_t>(largest, semaphore.init);
    for (const Agent& agent : parts.schedule().agents)
        for (const Step& step : agent.steps)
            std::visit(Overloaded{
                           [&](const Put<C>& put) {
                               sum += put.send ? put.send->add : 0;
                               sum += put.recv ? put.recv->add : 0;
                           },
                           [&](const Get<C>& get) { sum += get.done ? get.done->add : 0; },
                           [&](const Signal<C>& signal) {
                               if (const auto* const add = std::get_if<Add<C>>(&signal.effect))
                                   sum += add->add;
                               else
                                   largest = std::max<std::int64_t>(largest, std::get<Assign<C>>(signal.effect).set);
                           },
                           [&](const Set<C>& set) { largest = std::max<std::int64_t>(largest, set.value); },
                           [](const auto&) {},
                       },
                       step.operation);
    const std::int64_t most = largest + sum * parts.launches();
    if (most > 2'000'000'000) throw Fault(Code::too_large, "counters that may pass 32 bits do not fit into Promela");
    return most;
}

std::string header(Parts& parts) {
    const Schedule& schedule = parts.schedule();
    std::string out = fmt::format("/* {} on {} chips, {} launches, as a Promela model.\n", in_comment(schedule.name),
                                  schedule.chips, parts.launches());
    out += fmt::format(
        "\n"
        "   spin -a FILE && gcc -O2 -DSAFETY -DVECTORSZ=65536 -o pan pan.c && ./pan -m1000000\n"
        "\n"
        "   Each event is one d_step, and every order of events is looked at. An assertion that fails ends in the "
        "name\n"
        "   of the property that is violated; an invalid end state is a deadlock. `./pan -c0` shows all of them.\n"
        "   Deadlock, race, uninitialised, not entered, left already, dirty exit and counter range are checked.\n"
        "   What a slot holds is {}.\n",
        parts.codes().meaning());
    out += "\n   Slots:\n";
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
        out += fmt::format("   {:>5} on: {} of chip {}\n", parts.slot({static_cast<std::int32_t>(id), 0}),
                           in_comment(std::string(schedule.buffers[id].name.text())), schedule.buffers[id].chip);
    out += "   Counters, anew for each launch where they belong to launches:\n";
    for (std::size_t id = 0; id < schedule.semaphores.size(); ++id)
        out += fmt::format("   {:>5} on: {} of chip {}\n", parts.counter({static_cast<std::int32_t>(id), 0}, 0),
                           in_comment(std::string(schedule.semaphores[id].name.text())), schedule.semaphores[id].chip);
    out += "   Transfers:\n";
    for (std::size_t id = 0; id < parts.transfers().size(); ++id) {
        const Transfer& transfer = parts.transfers()[id];
        out += fmt::format("   {:>5}: agent {}, launch {}, step {}, to chip {}: {}\n", id, transfer.agent,
                           transfer.launch, transfer.step, transfer.target,
                           in_comment(std::string(schedule.agents[transfer.agent].steps[transfer.step].at.text())));
    }
    return out + "*/\n\n";
}

/// How many slots an operation writes at once.
std::int32_t widest(const Schedule& schedule) {
    std::int32_t most = 1;
    for (const Agent& agent : schedule.agents)
        for (const Step& step : agent.steps) {
            std::int32_t slots = 0;
            each_access(step.operation, [&](Place, Mode mode, End) { slots += mode == Mode::read ? 0 : 1; });
            most = std::max(most, slots);
        }
    return most;
}

std::string variables(Parts& parts) {
    const Schedule& schedule = parts.schedule();
    const std::int64_t most = largest_count(parts);
    std::string out =
        "/* Always 0: they name the property in the assertion that fails. */\n"
        "hidden byte race, uninitialised, not_entered, left_already, dirty_exit, counter_range, wrong_result;\n"
        "/* Only within a step. */\n"
        "hidden int code;\n";
    out += fmt::format("hidden int made[{}];\n\n", widest(schedule));
    out += fmt::format(
        "byte chip[{0}];      /* 4 times the launch, and 1: filled, 2: inside, 3: left */\n"
        "byte finished[{0}];  /* runs of agents through a launch */\n",
        schedule.chips);
    if (parts.slots() > 0)
        out += fmt::format("int value[{0}];\nbyte readers[{0}], writers[{0}]{1};  /* accesses that are open */\n",
                           parts.slots(), parts.has_adders() ? fmt::format(", adders[{}]", parts.slots()) : "");
    if (parts.counters() > 0)
        out += fmt::format("{} counter[{}];\n",
                           most <= 255      ? "byte"
                           : most <= 32'767 ? "short"
                                            : "int",
                           parts.counters());
    for (std::size_t number = 0; number < barrier_names(schedule).size(); ++number)
        out += fmt::format("byte arrived_{}[{}];\n", number, schedule.agents.size());
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(parts.transfers().size()); ++id) {
        const Transfer& transfer = parts.transfers()[id];
        out += "bit " + Parts::did("issued", id);
        if (!parts.is_signal(transfer)) out += ", " + Parts::did("begun", id) + ", " + Parts::did("was_read", id);
        out += ", " + Parts::did("landed", id);
        const auto* const put = std::get_if<Put<C>>(&parts.operation(transfer));
        const auto* const get = std::get_if<Get<C>>(&parts.operation(transfer));
        if (put != nullptr && put->recv) out += ", " + Parts::did("raised", id);
        out += ";\n";
        if (put != nullptr && early_units(*put) > 0) out += fmt::format("int {};\n", Parts::did("credits", id));
        const std::int32_t len = put != nullptr ? put->len : get != nullptr ? get->len : 0;
        for (std::int32_t k = 0; k < len; ++k) out += fmt::format("int data_{}_{};\n", id, k);
    }
    return out + "\n";
}

/// What counters and slots hold before anything happens.
std::string start(Parts& parts) {
    const Schedule& schedule = parts.schedule();
    std::string out;
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.semaphores.size()); ++id) {
        const bool each_launch = schedule.life_of(id) == Life::launch;
        for (std::int32_t launch = 0; launch < (each_launch ? parts.launches() : 1); ++launch)
            for (std::int32_t k = 0; k < schedule.semaphores[id].size; ++k)
                if (schedule.semaphores[id].init != 0)
                    out +=
                        fmt::format("counter[{}] = {}; ", parts.counter({id, k}, launch), schedule.semaphores[id].init);
    }
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.buffers.size()); ++id) {
        const Buffer& buffer = schedule.buffers[id];
        for (std::int32_t k = 0; k < buffer.size; ++k) {
            std::int64_t code = 0;
            if (!buffer.init.empty())
                code = parts.codes().of(buffer.init[k], 0);
            else if (is_input(buffer.role) && !schedule.has_launches())
                code = parts.codes().input({buffer.chip, buffer.name, k}, 0);
            if (code != 0) out += fmt::format("{} = {}; ", parts.value({id, k}), code);
        }
    }
    return out;
}

std::string model(const Schedule& schedule, std::int32_t launches) {
    check_size(schedule, launches);
    Parts parts(schedule, launches);
    check_size(parts);
    std::string processes;
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.agents.size()); ++id)
        processes += agent(parts, id);
    for (std::int32_t chip = 0; schedule.has_launches() && chip < schedule.chips; ++chip)
        processes += environment(parts, chip);
    processes += network(parts) + rest(parts);
    std::string out = header(parts) + variables(parts);
    const std::string first = start(parts);
    if (first.empty()) return out + processes;
    // Nobody moves before the start is made: init runs it and everybody else in one step.
    std::string names;
    for (std::size_t at = 0; (at = processes.find("active proctype ", at)) != std::string::npos;) {
        const std::size_t name = at + std::string("active proctype ").size();
        names += "run " + processes.substr(name, processes.find('(', name) - name) + "(); ";
        processes.erase(at, std::string("active ").size());
    }
    return out + processes + fmt::format("init {{\n  atomic {{ {}{}}}\n}}\n", first, names);
}

}  // namespace
}  // namespace promela

std::string write_promela(const Schedule& schedule, std::int32_t launches) {
    return promela::model(schedule, launches);
}

}  // namespace ringproof::model
