#include "generators/vectors/task.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/changes.h"
#include "model/scheduler.h"
#include "model/text.h"

namespace ringproof::generators {
namespace {

using model::Counter;
using model::Event;
using model::Place;
using C = model::Concrete;

/// How much of an outcome is as another one has it: the end first, then outputs, then counters.
std::size_t likeness(const Shown& a, const Shown& b) {
    std::size_t alike = a.finished == b.finished ? 1'000'000 : 0;
    for (std::size_t k = 0; k < a.outputs.size(); ++k) alike += a.outputs[k] == b.outputs[k] ? 100 : 0;
    for (std::size_t k = 0; k < std::min(a.counters.size(), b.counters.size()); ++k)
        alike += a.counters[k] == b.counters[k] ? 1 : 0;
    return alike;
}

}  // namespace

Task::Task(model::Schedule given, const Element& type, std::size_t count, Ends ends)
    : Job(std::move(given), type, count) {
    const Outcomes outcomes = ends == Ends::many ? all_outcomes(schedule()) : only_outcome(schedule());
    machine_ = outcomes.machine;
    model::Values& values = machine_->values();
    Slots slots(element(), lanes(), values);
    set_nothing(slots.of(model::nothing));
    for (std::int32_t launch = 0; launch < schedule().launches; ++launch) {
        for (std::size_t id = 0; id < schedule().buffers.size(); ++id) {
            const model::Buffer& buffer = schedule().buffers[id];
            for (std::int32_t k = 0; k < buffer.size; ++k) {
                const Place place{static_cast<std::int32_t>(id), k};
                if (is_input(buffer.role))
                    start_with(place, launch, slots.of(values.input({buffer.chip, buffer.name, k}, launch)));
                else if (static_cast<std::size_t>(k) < buffer.init.size())
                    start_with(place, launch, slots.of(values.of(buffer.init[static_cast<std::size_t>(k)], launch)));
            }
        }
        each_named(schedule(), [&](std::int32_t agent, std::int32_t step, const C::Value& value) {
            name(agent, step, launch, slots.of(values.of(value, launch)));
        });
    }
    for (const Outcome& outcome : outcomes.all) {
        Shown shown = in_numbers(outcome, values);
        // Two expressions can be one number: sums in another order.
        if (std::ranges::find(allowed_, shown) == allowed_.end()) allowed_.push_back(std::move(shown));
    }
    for (model::Value value = 0; value < values.size(); ++value) meanings_.emplace(slots.of(value), value);
}

Shown Task::in_numbers(const Outcome& outcome, const model::Values& values) const {
    Slots slots(element(), lanes(), values);
    Shown shown;
    for (const auto& value : outcome.outputs)
        shown.outputs.push_back(value ? std::optional(slots.of(*value)) : std::nullopt);
    shown.counters = outcome.counters;
    shown.positions = outcome.positions;
    shown.finished = outcome.finished;
    return shown;
}

std::optional<std::size_t> Task::find(const Shown& shown) const {
    for (std::size_t k = 0; k < allowed_.size(); ++k) {
        const Shown& may = allowed_[k];
        if (shown.finished == may.finished && shown.outputs == may.outputs &&
            (shown.counters.empty() || shown.counters == may.counters) &&
            (shown.positions.empty() || shown.positions == may.positions))
            return k;
    }
    return std::nullopt;
}

std::string Task::complaint(const Shown& shown) const {
    if (find(shown)) return "";
    const Shown& nearest =
        *std::ranges::max_element(allowed_, {}, [&](const Shown& may) { return likeness(shown, may); });
    std::string text =
        fmt::format("'{}' on {} chip{}: ", schedule().name, schedule().chips, schedule().chips == 1 ? "" : "s");
    if (shown.finished != nearest.finished || (!shown.positions.empty() && shown.positions != nearest.positions))
        return text + wrong_end(shown, nearest);
    for (std::size_t k = 0; k < outputs().size(); ++k)
        if (shown.outputs[k] != nearest.outputs[k]) return text + wrong_output(k, shown, nearest);
    for (std::size_t k = 0; k < std::min(shown.counters.size(), nearest.counters.size()); ++k)
        if (shown.counters[k] != nearest.counters[k]) return text + wrong_counter(k, shown, nearest);
    return text + "what was told has another form than the schedule";
}

std::string Task::position_text(std::size_t agent, std::int64_t position) const {
    const auto id = static_cast<std::int32_t>(agent);
    const auto steps = static_cast<std::int64_t>(schedule().agents[agent].steps.size());
    const std::string who = model::agent_text(schedule(), id);
    if (steps == 0 || position >= steps * schedule().launches) return who + ", at its end";
    return fmt::format("{}, launch {}, {}", who, position / steps,
                       model::operation_text(schedule(), id, static_cast<std::int32_t>(position % steps)));
}

std::string Task::wrong_end(const Shown& shown, const Shown& nearest) const {
    if (!shown.finished && shown.positions.empty()) return "it did not end; the model lets every agent end";
    for (std::size_t agent = 0; agent < schedule().agents.size(); ++agent) {
        if (shown.positions.empty() || shown.positions[agent] == nearest.positions[agent]) continue;
        const bool behind = shown.positions[agent] < nearest.positions[agent];
        const std::int64_t where = behind ? shown.positions[agent] : nearest.positions[agent];
        return behind ? fmt::format("it is blocked at {}; the model goes on there", position_text(agent, where))
                      : fmt::format("it has gone on at {}; the model is blocked there", position_text(agent, where));
    }
    return shown.finished ? "it ended; in the model it is blocked" : "it did not end; the model lets every agent end";
}

std::string Task::wrong_output(std::size_t output, const Shown& shown, const Shown& nearest) const {
    const auto& [place, launch] = outputs()[output];
    const auto& found = shown.outputs[output];
    const auto& wanted = nearest.outputs[output];
    const auto told = [&](const std::optional<Bytes>& slot) {
        if (!slot) return std::string("nothing, since its launch did not end");
        const std::string expression = meaning(*slot);
        return fmt::format("{}{}", generators::text(element(), *slot),
                           expression.empty() ? "" : fmt::format(", which is {}", expression));
    };
    const std::string writer = last_change(place, launch);
    return fmt::format("{} at the end of launch {}\n  expected {}\n  found    {}{}", schedule().text(place), launch,
                       told(wanted), told(found), writer.empty() ? "" : "\n  last written in the model by " + writer);
}

std::string Task::wrong_counter(std::size_t counter, const Shown& shown, const Shown& nearest) const {
    const std::string last = last_change(counters()[counter], schedule().launches - 1);
    return fmt::format("{} at the end\n  expected {}\n  found    {}{}", schedule().text(counters()[counter]),
                       nearest.counters[counter], shown.counters[counter],
                       last.empty() ? "" : "\n  last changed in the model by " + last);
}

std::string Task::meaning(const Bytes& slot) const {
    const auto found = meanings_.find(slot);
    return found == meanings_.end() ? "" : machine_->values().text(found->second);
}

std::string Task::last_change(const std::variant<Place, Counter>& what, std::int32_t launch) const {
    model::Machine machine = *machine_;
    model::ChangeLog log(machine);
    std::optional<Event> last, previous;
    const auto look = [&] {
        if (previous)
            for (const model::Change& change : log.after(machine, *previous))
                if (change.what == what && previous->launch <= launch) last = previous;
    };
    model::run_in_order(machine, [&](const Event& event) {
        look();
        previous = event;
    });
    look();
    if (!last || is_environment(last->moment)) return "";
    return fmt::format("{}, {}", model::agent_text(schedule(), last->who),
                       model::operation_text(schedule(), last->who, last->step));
}

}  // namespace ringproof::generators
