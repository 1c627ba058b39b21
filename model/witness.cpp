#include "model/witness.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/text.h"

namespace ringproof::model {
namespace {

/// Why an event may not come next, as far as one can tell from outside.
std::string why_not(const Machine& machine, const Event& event) {
    const bool is_next = is_environment(event.moment) ? machine.next_of_chip(event.who) == event
                                                      : machine.next_of_agent(event.who) == event;
    if (!is_next) return "its turn has not come, or it has happened already";
    const auto* const wait =
        is_environment(event.moment)
            ? nullptr
            : std::get_if<Wait<Concrete>>(&machine.schedule().agents[event.who].steps[event.step].operation);
    if (wait != nullptr)
        return fmt::format("{} is {}", machine.schedule().text(wait->counter),
                           machine.value(wait->counter, event.launch));
    return "it waits for others";
}

/// The finding that the machine made; of a race the order in which it was told, which is the one that was meant.
Finding in_told_order(Finding shown, const Finding& told, const Schedule& schedule) {
    if (!shown.first || !shown.second || !told.first || !told.second) return shown;
    if (!same_operation(shown.first->opened, told.first->opened)) {
        std::swap(shown.first, shown.second);
        shown.code = race_code(schedule, *shown.first, *shown.second);
    }
    return shown;
}

}  // namespace

Replay replay(const Witness& witness, const ReplayObserver& observe) {
    Machine machine(witness.schedule, witness.schedule.launches);
    Replay result;
    // Taken event by event: the machine keeps a number of findings only, and a broken execution makes many.
    const auto look = [&] {
        for (Finding& seen : machine.take_findings())
            if (!result.shown && seen.same_fault(witness.finding))
                result.shown = in_told_order(std::move(seen), witness.finding, witness.schedule);
    };
    for (const Event& event : witness.trace) {
        if (result.shown) {
            result.complaint = fmt::format("the finding is made after {} events already, and {} follow", result.fired,
                                           witness.trace.size() - result.fired);
            return result;
        }
        if (!machine.enabled(event)) {
            result.complaint =
                fmt::format("event {} ({}) may not come next: {}", result.fired, text(event), why_not(machine, event));
            return result;
        }
        machine.fire(event);
        look();
        if (observe) observe(machine, result.fired);
        ++result.fired;
    }
    if (result.shown) return result;
    const std::vector<Event> left = machine.enabled();
    if (left.empty()) {
        machine.rest();
        look();
    }
    if (!result.shown)
        result.complaint = left.empty() ? fmt::format("all {} events may come so, and the machine finds no {}",
                                                      result.fired, diagnostic(witness.finding.code).title)
                                        : fmt::format(
                                              "all {} events may come so, and the machine finds no {} by then, while "
                                              "more may come: {}",
                                              result.fired, diagnostic(witness.finding.code).title, text(left.front()));
    return result;
}

}  // namespace ringproof::model
