#include "model/changes.h"

#include <fmt/format.h>

#include "model/footprint.h"

namespace ringproof::model {
namespace {

/// Longer expressions are cut off.
constexpr std::size_t value_size = 80;

}  // namespace

std::string Change::text(const Schedule& schedule) const {
    return std::visit(
        [&](const auto& place) { return fmt::format("{}: {} -> {}", schedule.text(place), before, after); }, what);
}

ChangeLog::ChangeLog(const Machine& machine) : schedule_(&machine.schedule()) {
    for (std::size_t id = 0; id < schedule_->buffers.size(); ++id)
        for (std::int32_t k = 0; k < schedule_->buffers[id].size; ++k) {
            if (k == 0) slots_.emplace_back();
            slots_.back().push_back(machine.memory()[{static_cast<std::int32_t>(id), k}]);
        }
}

std::vector<Change> ChangeLog::after(const Machine& machine, const Event& event) {
    std::vector<Change> changes;
    if (is_environment(event.moment)) {
        const bool all = event.moment == Moment::enter && schedule_->profile.entry == Entry::barrier;
        for (std::size_t id = 0; id < schedule_->buffers.size(); ++id)
            if (all || schedule_->buffers[id].chip == event.who)
                for (std::int32_t k = 0; k < schedule_->buffers[id].size; ++k)
                    look(machine, Place{static_cast<std::int32_t>(id), k}, changes);
        return changes;
    }
    const Operation& operation = schedule_->agents[event.who].steps[event.step].operation;
    each_access(operation, [&](Place place, Mode mode, End) {
        if (mode != Mode::read) look(machine, place, changes);
    });
    each_counter(operation, [&](Counter counter) { look(machine, counter, event.launch, changes); });
    return changes;
}

void ChangeLog::look(const Machine& machine, Place place, std::vector<Change>& changes) {
    const Value now = machine.memory()[place];
    // The inputs of a schedule without launches are there from the start.
    Value& known = slots_[place.buffer][place.index];
    if (known == now) return;
    changes.push_back({place, machine.values().text(known, value_size), machine.values().text(now, value_size)});
    known = now;
}

void ChangeLog::look(const Machine& machine, Counter counter, std::int32_t launch, std::vector<Change>& changes) {
    const bool each_launch = schedule_->life_of(counter.semaphore) == Life::launch;
    const std::int64_t now = machine.value(counter, launch);
    const std::int64_t init = schedule_->semaphores[counter.semaphore].init;
    const auto [known, fresh] = counters_.try_emplace({counter, each_launch ? launch : 0}, init);
    if (known->second == now) return;
    changes.push_back({counter, fmt::to_string(known->second), fmt::to_string(now)});
    known->second = now;
}

}  // namespace ringproof::model
