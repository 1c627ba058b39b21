#include "checker/story/recipe.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "checker/story/words.h"

namespace ringproof::checker {
namespace {

using namespace model;

/// Events that the machine may try for a schedule whose order nobody knows.
constexpr std::size_t most_tried = 20'000;

/// What can be delayed, until when.
struct Delay {
    Event held, until;
};

/// What somebody has to do for an event to come late.
std::string delay_text(const Schedule& schedule, const Event& held, bool several) {
    const std::string launch = several ? fmt::format(" launch {}", held.launch) : "";
    switch (held.moment) {
        case Moment::fill:
        case Moment::enter:
            return fmt::format("delay chip {} before it enters{}", held.who, launch);
        case Moment::exit:
            return fmt::format("delay chip {} before it leaves{}", held.who, launch);
        case Moment::collect:
            return fmt::format("delay who reads the output of chip {}{}", held.who, several ? " of" + launch : launch);
        default:
            break;
    }
    const std::string who = actor(schedule, held);
    const std::string line = line_of(schedule, held) + (several ? fmt::format(" in launch {}", held.launch) : "");
    if (held.moment == Moment::end) return fmt::format("make the {} of {} {} slow", kind_of(schedule, held), who, line);
    if (!is_asynchronous(held.moment)) return fmt::format("delay {} before {}", who, line);
    if (held.moment == Moment::read && std::holds_alternative<Put<Concrete>>(operation_of(schedule, held)))
        return fmt::format("hold back the {} of {} {} before it has read its source", kind_of(schedule, held), who,
                           line);
    return fmt::format("hold back the {} of {} {}", kind_of(schedule, held), who, line);
}

std::string text_of(const Schedule& schedule, const Delay& delay, bool certain, bool several) {
    return fmt::format("To see it on hardware{}: {} until {}", certain ? "" : " (more may depend on timing)",
                       delay_text(schedule, delay.held, several), happens(schedule, delay.until, several));
}

/// The events of the access `x` that may be what has to come late, the easiest to delay first.
std::vector<Event> to_hold(const Schedule& schedule, const Access& access) {
    std::vector<Event> events;
    Event first = access.opened;
    if (first.moment == Moment::begin) first.moment = Moment::issue;
    events.push_back(first);
    if (access.opened != first) events.push_back(access.opened);
    events.push_back(closing_of(schedule, access));
    // Entering together is one event, which goes by the name of chip 0.
    if (events.back().moment == Moment::enter && schedule.profile.entry == Entry::barrier) events.back().who = 0;
    return events;
}

/// The event of a transfer that is its last: what is in flight until then.
Event over_of(const Schedule& schedule, const Event& issue) {
    Event over = issue;
    const auto& operation = operation_of(schedule, issue);
    over.moment = std::holds_alternative<Signal<Concrete>>(operation) ? Moment::deliver : Moment::land;
    const auto* const put = std::get_if<Put<Concrete>>(&operation);
    if (put != nullptr && put->recv && schedule.profile.signal_covers == Covers::none) over.moment = Moment::raise;
    return over;
}

/// The events of the trace that raise the counter, the last one first.
std::vector<Event> raises_of(const Schedule& schedule, const Trace& trace, Counter counter) {
    std::vector<Event> raises;
    std::copy_if(trace.rbegin(), trace.rend(), std::back_inserter(raises),
                 [&](const Event& event) { return raised_by(schedule, event) == counter; });
    return raises;
}

/// The first wait on the counter that the trace does not have.
std::optional<Event> next_wait(const Schedule& schedule, const Trace& trace, Counter counter, std::int32_t launches) {
    for (std::int32_t launch = 0; launch < launches; ++launch)
        for (std::size_t agent = 0; agent < schedule.agents.size(); ++agent)
            for (std::size_t step = 0; step < schedule.agents[agent].steps.size(); ++step) {
                const auto* const wait = std::get_if<Wait<Concrete>>(&schedule.agents[agent].steps[step].operation);
                const Event event{Moment::wait, static_cast<std::int32_t>(agent), launch,
                                  static_cast<std::int32_t>(step)};
                if (wait != nullptr && wait->counter == counter &&
                    std::find(trace.begin(), trace.end(), event) == trace.end())
                    return event;
            }
    return std::nullopt;
}

/// What might be delayed for the fault to show, the easiest first.
std::vector<Delay> candidates(const Schedule& schedule, const Counterexample& counterexample) {
    const Finding& finding = counterexample.finding;
    const Trace& trace = counterexample.trace;
    std::vector<Delay> list;
    if (finding.first && finding.second) {
        for (const Event& held : to_hold(schedule, *finding.first)) list.push_back({held, finding.second->opened});
        return list;
    }
    const auto chip = static_cast<std::int32_t>(finding.value);
    const std::int32_t launch = finding.event.launch;
    switch (finding.code) {
        case Code::not_entered:
            return {{{Moment::enter, chip, launch, 0}, finding.event}};
        case Code::left_already:
            return {{finding.event, {Moment::exit, chip, launch, 0}}};
        case Code::barrier_passed:
            return {{{Moment::enter, chip, launch, 0}, finding.event}};
        case Code::still_in_flight:
            if (trace.empty() || trace.back().moment != Moment::exit) return {};
            return {{over_of(schedule, finding.event), trace.back()}};
        case Code::dirty_counter:
            if (finding.event.moment != Moment::exit) return {};
            for (const Event& raise : raises_of(schedule, trace, *finding.counter))
                list.push_back({finding.event, raise});
            return list;
        case Code::counter_width:
            if (const auto wait = next_wait(schedule, trace, *finding.counter, finding.event.launch + 1))
                return {{*wait, finding.event}};
            return {};
        default:
            return {};
    }
}

/// Whether `a` comes before `b` in every execution. False for events that the schedule does not have.
bool forced(const ForcedOrder& order, const Event& a, const Event& b) {
    const EventId first = order.find(a), second = order.find(b);
    return first != no_event && second != no_event && first != second && order.before(first, second);
}

/// Whether each execution shows the fault, where what might be delayed always comes late.
bool always_shows(const Finding& finding, const std::vector<Delay>& delays, const ForcedOrder& order) {
    switch (finding.code) {
        case Code::deadlock:
        case Code::uninitialised:
        case Code::wrong_result:
            return true;  // one run decides (specs/semantics.md T1, T5)
        case Code::dirty_counter:
        case Code::not_entered:
        case Code::left_already:
        case Code::barrier_passed:
            return std::all_of(delays.begin(), delays.end(),
                               [&](const Delay& delay) { return forced(order, delay.until, delay.held); });
        default:
            return false;
    }
}

}  // namespace

void add_recipe(Explanation& explanation, const Schedule& schedule, const Counterexample& counterexample,
                const ForcedOrder* order) {
    const bool several = several_launches(counterexample.trace);
    const auto delays = candidates(schedule, counterexample);
    if (order != nullptr && always_shows(counterexample.finding, delays, *order)) {
        explanation.any_timing = true;
        return;
    }
    std::int32_t launches = schedule.launches;
    for (const Event& event : counterexample.trace) launches = std::max(launches, event.launch + 1);
    for (const Delay& delay : delays) {
        Recipe recipe{delay.held, delay.until, text_of(schedule, delay, order != nullptr, several)};
        if (order == nullptr) {
            Machine machine(schedule, launches);
            follow(machine, recipe, most_tried);
            if (std::none_of(machine.findings().begin(), machine.findings().end(),
                             [&](const Finding& seen) { return seen.same_fault(counterexample.finding); }))
                continue;
        } else if (forced(*order, delay.held, delay.until) || forced(*order, delay.until, delay.held)) {
            continue;  // it cannot come late, or it always does
        }
        explanation.recipe = std::move(recipe);
        return;
    }
}

Trace follow(Machine& machine, const Recipe& recipe, std::size_t most) {
    Trace trace;
    const auto fire = [&](const Event& event) {
        if (!machine.enabled(event) || trace.size() >= most) return false;
        machine.fire(event);
        trace.push_back(event);
        return true;
    };
    const auto go_on = [&](const auto& wanted) {
        bool any = false;
        for (const Event& event : machine.enabled())
            if (wanted(event)) any |= fire(event);
        return any;
    };
    while (go_on([&](const Event& event) { return event != recipe.held && event != recipe.until; })) {
    }
    if (!fire(recipe.until)) return trace;
    // What is held may lean on something that comes only now.
    while (!machine.enabled(recipe.held) && go_on([&](const Event& event) { return event != recipe.held; })) {
    }
    fire(recipe.held);
    while (go_on([&](const Event& event) { return same_operation(event, recipe.held); })) {
    }
    return trace;
}

}  // namespace ringproof::checker
