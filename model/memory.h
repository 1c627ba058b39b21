#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/event.h"
#include "model/value.h"

namespace ringproof::model {

/// All slots of all chips: what each holds, and which accesses are open on it.
class Memory {
public:
    /// Every slot holds its `init`, or nothing. `values` interns the terms.
    Memory(const Schedule& schedule, Values& values);

    Value operator[](Place place) const { return values_[index(place)]; }
    void store(Place place, Value value) { values_[index(place)] = value; }
    /// The slot as it is when its memory is made: its `init`, or nothing.
    void renew(Place place, Values& values);

    /// Opens an access; calls `clash(other)` for each open access of another operation that conflicts with it.
    void open(const Access& access, const std::function<void(const Access& other)>& clash);
    /// Closes the accesses to `place` that the operation of `event` has open.
    void close(Place place, Mode mode, const Event& event);

    /// Appends what each slot holds and which accesses are open on it, in whatever order they were opened.
    void append_state(std::string& key) const;

private:
    std::size_t index(Place place) const { return (*first_)[place.buffer] + static_cast<std::size_t>(place.index); }

    const Schedule* schedule_;
    std::shared_ptr<const std::vector<std::size_t>> first_;  ///< of each buffer
    std::vector<Value> values_;
    std::vector<std::vector<Access>> open_;
};

}  // namespace ringproof::model
