#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "model/machine.h"

namespace ringproof::checker {

/// Where values come from in one execution: for each store into a slot, the event that made it and the stores that it
/// was made from.
class Origins {
public:
    struct Store {
        std::optional<model::Event> event;  ///< none: the slot held it at the start
        model::Place place;
        model::Value value;
        std::vector<int> inputs;  ///< numbers of stores
    };

    /// Lets the machine, which stands at the start, run the trace. Stops at an event that it does not allow.
    Origins(model::Machine& machine, const model::Trace& trace);

    const Store& operator[](int number) const { return stores_[number]; }
    /// The store that the slot holds at the end.
    int of(model::Place place);

private:
    void fire(const model::Event& event);
    void environment(const model::Event& event);
    int add(std::optional<model::Event> event, model::Place place, std::vector<int> inputs);

    model::Machine* machine_;
    std::vector<Store> stores_;
    std::map<model::Place, int> last_;
    std::map<model::Event, std::vector<int>> carried_;  ///< by issue of a transfer: what it has read
};

}  // namespace ringproof::checker
