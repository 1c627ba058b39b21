#include <algorithm>

#include <fmt/format.h>

#include "checker/story/closest.h"
#include "checker/story/stories.h"
#include "checker/story/words.h"

namespace ringproof::checker {
namespace {

using namespace model;

void add_closest(Remarks& remarks, const Case& told, const Event& missing, const Event& too_early) {
    if (told.order == nullptr) return;
    for (Remark& remark : closest(*told.order, missing, too_early, told.several)) remarks.push_back(std::move(remark));
}

/// The waits that hear of a chip, but may be met without it.
void add_not_enough(Remarks& remarks, const Case& told, std::int32_t chip, const Event& too_early) {
    const Schedule& schedule = told.schedule;
    const auto heard = [&](Counter counter) {
        return std::any_of(schedule.agents.begin(), schedule.agents.end(), [&](const Agent& agent) {
            return agent.chip == chip && std::any_of(agent.steps.begin(), agent.steps.end(), [&](const Step& step) {
                       const auto* const signal = std::get_if<Signal<Concrete>>(&step.operation);
                       const auto* const put = std::get_if<Put<Concrete>>(&step.operation);
                       return (signal != nullptr && signal->counter == counter) ||
                              (put != nullptr && put->recv && put->recv->counter == counter);
                   });
        });
    };
    const auto of_chip = [&](const Event& event) { return chip_of(schedule, event) == chip; };
    if (auto remark = not_enough(told, too_early, heard, of_chip)) remarks.push_back(std::move(*remark));
}

Remarks not_entered(const Case& told) {
    const Finding& finding = told.finding();
    const auto chip = static_cast<std::int32_t>(finding.value);
    const Event enter{Moment::enter, chip, finding.event.launch, 0};
    Remarks remarks{
        operation_remark(told.schedule, finding.event, told.several),
        {fmt::format("Missing order: nothing makes it wait for chip {} to have entered launch {}.", chip, enter.launch),
         {finding.event, enter},
         0,
         false}};
    add_closest(remarks, told, enter, finding.event);
    add_not_enough(remarks, told, chip, finding.event);
    if (finding.counter)
        remarks.push_back(
            {fmt::format("{} is made by each launch; a handshake before entry needs a `global` semaphore.",
                         told.schedule.text(*finding.counter)),
             {},
             0,
             false});
    return remarks;
}

Remarks left_already(const Case& told) {
    const Finding& finding = told.finding();
    const auto chip = static_cast<std::int32_t>(finding.value);
    const Event exit{Moment::exit, chip, finding.event.launch, 0};
    Remarks remarks{
        operation_remark(told.schedule, finding.event, told.several),
        {fmt::format("Missing order: chip {} does not wait for this before it leaves launch {}.", chip, exit.launch),
         {exit, finding.event},
         0,
         false}};
    add_closest(remarks, told, finding.event, exit);
    return remarks;
}

Remarks in_flight(const Case& told) {
    const Finding& finding = told.finding();
    Remarks remarks{operation_remark(told.schedule, finding.event, told.several),
                    {"It has not landed when a chip that it concerns leaves.", {finding.event}, 0, false}};
    const Trace& trace = told.counterexample.trace;
    if (trace.empty() || trace.back().moment != Moment::exit) return remarks;
    Event over = finding.event;
    over.moment =
        std::holds_alternative<Signal<Concrete>>(operation_of(told.schedule, over)) ? Moment::deliver : Moment::land;
    add_closest(remarks, told, over, trace.back());
    return remarks;
}

Remarks barrier_passed(const Case& told) {
    const Event& event = told.finding().event;
    const auto chip = static_cast<std::int32_t>(told.finding().value);
    const Event enter{Moment::enter, chip, event.launch, 0};
    Remarks remarks{{fmt::format("Missing order: chip {} can leave launch {} before chip {} has entered it.", event.who,
                                 event.launch, chip),
                     {event, enter},
                     0,
                     false}};
    add_closest(remarks, told, enter, event);
    add_not_enough(remarks, told, chip, event);
    return remarks;
}

}  // namespace

Remark operation_remark(const Schedule& schedule, const Event& event, bool several) {
    return {fmt::format("{}, {}{}: {}", actor(schedule, event), place_in_text(schedule, event),
                        in_launch(event, several), operation_text(schedule, event)),
            {event},
            0,
            true};
}

Remarks boundary_remarks(const Case& told) {
    switch (told.finding().code) {
        case Code::not_entered:
            return not_entered(told);
        case Code::left_already:
            return left_already(told);
        case Code::still_in_flight:
            return in_flight(told);
        default:
            return barrier_passed(told);
    }
}

}  // namespace ringproof::checker
