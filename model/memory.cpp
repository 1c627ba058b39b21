#include "model/memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ringproof::model {

Memory::Memory(const Schedule& schedule, Values& values) : schedule_(&schedule) {
    std::vector<std::size_t> first;
    std::size_t slots = 0;
    for (const Buffer& buffer : schedule.buffers) {
        first.push_back(slots);
        slots += static_cast<std::size_t>(buffer.size);
    }
    first_ = std::make_shared<const std::vector<std::size_t>>(std::move(first));
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

void Memory::append_state(std::string& key) const {
    const auto append = [&](const auto& number) {
        char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        key.append(bytes, sizeof number);
    };
    for (const Value value : values_) append(value);
    for (std::size_t slot = 0; slot < open_.size(); ++slot) {
        if (open_[slot].empty()) continue;
        // The order of opening decides nothing any more.
        std::vector<std::pair<Event, Mode>> accesses;
        for (const Access& access : open_[slot]) accesses.emplace_back(access.opened, access.mode);
        std::sort(accesses.begin(), accesses.end());
        append(slot);
        append(accesses.size());
        for (const auto& [opened, mode] : accesses) {
            append(static_cast<std::int32_t>(opened.moment));
            append(opened.who);
            append(opened.launch);
            append(opened.step);
            append(static_cast<std::int32_t>(mode));
        }
    }
    append(open_.size());
}

}  // namespace ringproof::model
