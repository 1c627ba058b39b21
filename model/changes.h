#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/machine.h"

namespace ringproof::model {

/// What an event has changed: a slot or a counter, with its value before and after.
struct Change {
    std::variant<Place, Counter> what;
    std::string before, after;  ///< `nothing`, `x[1]@0#0`, `2`

    /// `recv[1] of chip 0: 0 -> 1`
    std::string text(const Schedule& schedule) const;
};

/// Follows a machine and tells what each of its events changes. Looks only where the event can reach, so that following
/// a run costs no more than the run.
class ChangeLog {
public:
    /// The machine has not begun yet.
    explicit ChangeLog(const Machine& machine);

    /// To be called after each event, with the machine as it is then.
    std::vector<Change> after(const Machine& machine, const Event& event);

private:
    void look(const Machine& machine, Place place, std::vector<Change>& changes);
    void look(const Machine& machine, Counter counter, std::int32_t launch, std::vector<Change>& changes);

    const Schedule* schedule_;
    std::vector<std::vector<Value>> slots_;  ///< by buffer
    /// By counter and, where it is made by each launch, launch.
    std::map<std::pair<Counter, std::int32_t>, std::int64_t> counters_;
};

/// Calls `visit(counter)` for each counter that the operation raises, takes from or sets.
template <class Visit>
void each_counter(const Operation& operation, Visit visit) {
    const auto raise = [&](const auto& optional) {
        if (optional) visit(optional->counter);
    };
    std::visit(Overloaded{[&](const Put<Concrete>& put) { raise(put.send), raise(put.recv); },
                          [&](const Get<Concrete>& get) { raise(get.done); },
                          [&](const Signal<Concrete>& signal) { visit(signal.counter); },
                          [&](const Wait<Concrete>& wait) { visit(wait.counter); },
                          [&](const Set<Concrete>& set) { visit(set.counter); }, [](const auto&) {}},
               operation);
}

}  // namespace ringproof::model
