#include <fmt/format.h>

#include "model/promela/parts.h"

namespace ringproof::model::promela {
namespace {

/// Calls `visit(place)` for each slot of the chip whose role is wanted.
void each_slot(const Parts& parts, std::int32_t chip, bool (*wanted)(Role), const auto& visit) {
    const auto& buffers = parts.schedule().buffers;
    for (std::size_t id = 0; id < buffers.size(); ++id)
        if (buffers[id].chip == chip && wanted(buffers[id].role))
            for (std::int32_t k = 0; k < buffers[id].size; ++k) visit(Place{static_cast<std::int32_t>(id), k});
}

bool is_renewed(Role role) { return !is_input(role); }

/// What the slot holds at the start of a launch.
std::int64_t initial(Parts& parts, Place place, std::int32_t launch) {
    const Buffer& buffer = parts.schedule().buffers[place.buffer];
    if (!buffer.init.empty()) return parts.codes().of(buffer.init[place.index], launch);
    return is_input(buffer.role) ? parts.codes().input({buffer.chip, buffer.name, place.index}, launch) : 0;
}

std::string enter(Parts& parts, std::int32_t chip, std::int32_t launch) {
    std::string out = fmt::format("{} = {}; ", Parts::stage(chip), Parts::entered(launch));
    each_slot(parts, chip, is_input, [&](Place place) {
        out += fmt::format("{} = {}; ", parts.value(place), initial(parts, place, launch));
        out += parts.close(place, Mode::write);
    });
    if (!parts.schedule().memory_is_global())
        each_slot(parts, chip, is_renewed, [&](Place place) {
            out += fmt::format("{} = {}; ", parts.value(place), initial(parts, place, launch));
        });
    return out;
}

/// Dirty exit and the contract barrier, judged as the chip leaves.
std::string judged_at_exit(const Parts& parts, std::int32_t chip, std::int32_t launch) {
    const Schedule& schedule = parts.schedule();
    std::string out;
    if (schedule.profile.exit == Exit::zero)
        for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.semaphores.size()); ++id)
            if (schedule.semaphores[id].chip == chip && schedule.life_of(id) == Life::launch)
                for (std::int32_t k = 0; k < schedule.semaphores[id].size; ++k)
                    out += Parts::check(fmt::format("counter[{}] == 0", parts.counter({id, k}, launch)), "dirty_exit");
    if (schedule.profile.exit == Exit::drained)
        for (std::int32_t id = 0; id < static_cast<std::int32_t>(parts.transfers().size()); ++id) {
            const Transfer& transfer = parts.transfers()[id];
            if (transfer.launch == launch && (transfer.target == chip || schedule.agents[transfer.agent].chip == chip))
                out +=
                    Parts::check(fmt::format("!{} || ({})", Parts::did("issued", id), parts.is_over(id)), "dirty_exit");
        }
    for (const Contract& contract : schedule.contracts)
        for (std::int32_t other = 0; other < schedule.chips; ++other)
            if (other != chip && must_have_entered(schedule, contract, chip, other))
                out +=
                    Parts::check(fmt::format("{} >= {}", Parts::stage(other), Parts::entered(launch)), "wrong_result");
    return out;
}

/// The chip's outputs are what contracts and claims say.
std::string judged_results(Parts& parts, std::int32_t chip, std::int32_t launch) {
    const Schedule& schedule = parts.schedule();
    std::string out;
    const auto expect = [&](Place place, std::int64_t code) {
        if (parts.codes().tell_apart())
            out += Parts::check(fmt::format("{} == {}", parts.value(place), code), "wrong_result");
        else  // whether there is a value at all
            out += Parts::check(fmt::format("({} == 0) == {}", parts.value(place), code == 0 ? 1 : 0), "wrong_result");
    };
    const BufferIndex buffers(schedule);
    for (const Contract& contract : schedule.contracts)
        each_claim(buffers, contract, chip,
                   [&](Place place, const Expected& expected) { expect(place, parts.codes().of(expected, launch)); });
    for (const Claim& claim : schedule.claims)
        if (schedule.chip_of(claim.place) == chip) expect(claim.place, parts.codes().of(claim.value, launch));
    return out;
}

}  // namespace

std::string environment(Parts& parts, std::int32_t chip) {
    const Schedule& schedule = parts.schedule();
    const bool together = schedule.profile.entry == Entry::barrier;
    std::vector<Guarded> events;
    for (std::int32_t launch = 0; launch < parts.launches(); ++launch) {
        const auto about = [&](const char* what) { return fmt::format("{} of launch {}", what, launch); };
        Guarded fill{about("fill"), "", fmt::format("{} = {}; ", Parts::stage(chip), Parts::filled(launch))};
        each_slot(parts, chip, is_input, [&](Place place) {
            fill.effect += parts.no_conflict(place, Mode::write) + parts.open(place, Mode::write);
        });
        events.push_back(std::move(fill));
        // All chips enter by one event, which is chip 0's.
        if (!together) events.push_back({about("enter"), "", enter(parts, chip, launch)});
        if (together && chip == 0) {
            Guarded all{about("enter, all chips"), "", ""};
            for (std::int32_t c = 0; c < schedule.chips; ++c) {
                all.guard += fmt::format("{}{} == {}", c == 0 ? "" : " && ", Parts::stage(c), Parts::filled(launch));
                all.effect += enter(parts, c, launch);
            }
            events.push_back(std::move(all));
        }
        Guarded exit{
            about("exit"),
            fmt::format("{} == {} && {}", Parts::stage(chip), Parts::entered(launch),
                        parts.agents_finished(chip, launch + 1)),
            judged_at_exit(parts, chip, launch) + fmt::format("{} = {}; ", Parts::stage(chip), Parts::left(launch))};
        Guarded collect{about("collect"), "", judged_results(parts, chip, launch)};
        each_slot(parts, chip, is_output, [&](Place place) {
            exit.effect += parts.no_conflict(place, Mode::read) + parts.open(place, Mode::read);
            collect.effect += parts.close(place, Mode::read);
        });
        collect.effect += fmt::format("{} = {}; ", Parts::stage(chip), 4 * (launch + 1));
        events.push_back(std::move(exit));
        events.push_back(std::move(collect));
    }
    return fmt::format("active proctype environment_{}() {{\n{}}}\n", chip, sequence(events));
}

std::string rest(Parts& parts) {
    const Schedule& schedule = parts.schedule();
    std::string checks;
    if (schedule.profile.exit == Exit::zero)
        for (std::int32_t id = 0; id < static_cast<std::int32_t>(schedule.semaphores.size()); ++id)
            for (std::int32_t k = 0; schedule.life_of(id) == Life::global && k < schedule.semaphores[id].size; ++k)
                checks += Parts::check(fmt::format("counter[{}] == 0", parts.counter({id, k}, 0)), "dirty_exit");
    for (std::int32_t chip = 0; !schedule.has_launches() && chip < schedule.chips; ++chip)
        checks += judged_results(parts, chip, 0);
    if (checks.empty()) return "";
    std::string all;
    for (std::int32_t chip = 0; chip < schedule.chips; ++chip) {
        if (schedule.has_launches()) all += fmt::format("{} == {} && ", Parts::stage(chip), 4 * parts.launches());
        all += parts.agents_finished(chip, parts.launches()) + " && ";
    }
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(parts.transfers().size()); ++id)
        all += parts.is_over(id) + " && ";
    return fmt::format("active proctype rest() {{\nend:\n{}}}\n",
                       sequence({{"everything has come to rest", all + "true", checks}}));
}

}  // namespace ringproof::model::promela
