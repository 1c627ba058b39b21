#include "model/memory.h"

#include <algorithm>

namespace ringproof::model {

Memory::Memory(const Schedule& schedule, Values& values) : schedule_(&schedule) {
    std::size_t slots = 0;
    for (const Buffer& buffer : schedule.buffers) {
        first_.push_back(slots);
        slots += static_cast<std::size_t>(buffer.size);
    }
    values_.resize(slots, nothing);
    open_.resize(slots);
    for (std::size_t id = 0; id < schedule.buffers.size(); ++id)
        for (std::int32_t k = 0; k < schedule.buffers[id].size; ++k) renew({static_cast<std::int32_t>(id), k}, values);
}

void Memory::renew(Place place, Values& values) {
    const auto& init = schedule_->buffers[place.buffer].init;
    store(place, init.empty() ? nothing : values.of(init[static_cast<std::size_t>(place.index)], 0));
}

void Memory::open(const Access& access, const std::function<void(const Access&)>& clash) {
    auto& others = open_[index(access.place)];
    for (const Access& other : others)
        if (conflict(access.mode, other.mode) && !same_operation(access.opened, other.opened)) clash(other);
    others.push_back(access);
}

void Memory::close(Place place, Mode mode, const Event& event) {
    auto& others = open_[index(place)];
    const auto mine = std::find_if(others.begin(), others.end(), [&](const Access& access) {
        return access.mode == mode && same_operation(access.opened, event);
    });
    if (mine != others.end()) others.erase(mine);
}

}  // namespace ringproof::model
