#include "model/schedule.h"

namespace ringproof::model {
namespace {

std::string indexed(Symbol name, std::int32_t index, std::int32_t size) {
    return size == 1 ? name.text() : name.text() + "[" + std::to_string(index) + "]";
}

std::string on_chip(const std::string& name, std::int32_t chip) { return name + " of chip " + std::to_string(chip); }

}  // namespace

Life Schedule::life_of(std::int32_t semaphore) const {
    if (!has_launches()) return Life::global;
    return semaphores[semaphore].life.value_or(profile.counter_life);
}

bool Schedule::memory_is_global() const { return !has_launches() || profile.counter_life == Life::global; }

std::string Schedule::name_of(Place place) const {
    return indexed(buffers[place.buffer].name, place.index, buffers[place.buffer].size);
}

std::string Schedule::name_of(Counter counter) const {
    return indexed(semaphores[counter.semaphore].name, counter.index, semaphores[counter.semaphore].size);
}

std::string Schedule::text(Place place) const { return on_chip(name_of(place), chip_of(place)); }

std::string Schedule::text(Counter counter) const { return on_chip(name_of(counter), chip_of(counter)); }

}  // namespace ringproof::model
