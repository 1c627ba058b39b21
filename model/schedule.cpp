#include "model/schedule.h"

namespace ringproof::model {
namespace {

std::string slot_text(Symbol name, std::int32_t index, std::int32_t chip) {
    return name.text() + "[" + std::to_string(index) + "] of chip " + std::to_string(chip);
}

}  // namespace

Life Schedule::life_of(std::int32_t semaphore) const {
    if (!has_launches()) return Life::global;
    return semaphores[semaphore].life.value_or(profile.counter_life);
}

bool Schedule::memory_is_global() const { return !has_launches() || profile.counter_life == Life::global; }

std::string Schedule::text(Place place) const {
    return slot_text(buffers[place.buffer].name, place.index, chip_of(place));
}

std::string Schedule::text(Counter counter) const {
    return slot_text(semaphores[counter.semaphore].name, counter.index, chip_of(counter));
}

}  // namespace ringproof::model
