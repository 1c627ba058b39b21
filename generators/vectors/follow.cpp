#include "generators/vectors/follow.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/text.h"

namespace ringproof::generators {
namespace {

using model::Event;
using model::Machine;
using model::Moment;
using C = model::Concrete;

class Follower {
public:
    explicit Follower(const model::Schedule& schedule)
        : schedule_(schedule), machine_(schedule, schedule.launches), collector_(schedule) {}

    /// Lets the event happen, and before it what is needed and need not be told.
    bool take(const Event& event) {
        while (!machine_.enabled(event)) {
            const auto before = untold_before(event);
            if (!before) return false;
            fire(*before);
        }
        fire(event);
        return true;
    }

    /// Lets the environment go as far as it can.
    void end() {
        while (const auto next = next_of_environment([](const Event&) { return true; })) fire(*next);
    }

    /// What can still happen; none: nothing.
    std::optional<Event> left() const {
        const auto enabled = machine_.enabled();
        return enabled.empty() ? std::nullopt : std::optional(enabled.front());
    }
    const Machine& machine() const { return machine_; }
    Outcome outcome() const { return collector_.at_rest(machine_); }

    /// `issue of chip 1, agent main, launch 0, operation 2 (k.ring:9): put x ...`, or the chip's own event.
    std::string text(const Event& event) const {
        if (is_environment(event.moment))
            return fmt::format("chip {}, launch {}: {}", event.who, event.launch, model::word(event.moment));
        return fmt::format("{} of {}, launch {}, {}", model::word(event.moment), agent_text(schedule_, event.who),
                           event.launch, operation_text(schedule_, event.who, event.step));
    }

    std::string why_not(const Event& event) const {
        if (is_environment(event.moment)) return "the chip has not come to it, or it has happened already";
        if (machine_.next_of_agent(event.who) != event)
            return is_asynchronous(event.moment) ? "the transfer is not in flight, this has happened already, or it "
                                                   "has to follow another transfer"
                                                 : "the agent has not come to it, or it has happened already";
        if (const auto* const wait =
                std::get_if<model::Wait<C>>(&schedule_.agents[event.who].steps[event.step].operation))
            return fmt::format("{} is {} then", schedule_.text(wait->counter),
                               machine_.value(wait->counter, event.launch));
        return "what it waits for has not happened";
    }

private:
    void fire(const Event& event) {
        collector_.before(machine_, event);
        machine_.fire(event);
        machine_.take_findings();
    }

    template <class Wanted>
    std::optional<Event> next_of_environment(const Wanted& wanted) const {
        for (std::int32_t chip = 0; chip < schedule_.chips; ++chip)
            if (const auto next = machine_.next_of_chip(chip); next && wanted(*next) && machine_.enabled(*next))
                return next;
        return std::nullopt;
    }

    /// An event that may be left untold and that brings this one nearer.
    std::optional<Event> untold_before(const Event& event) const {
        if (is_environment(event.moment) || (!is_asynchronous(event.moment) && !has_turn(event)))
            return environment_towards(event);
        if (event.moment != Moment::land && event.moment != Moment::read && event.moment != Moment::raise &&
            event.moment != Moment::credit)
            return std::nullopt;
        std::optional<Event> found;
        machine_.each_in_flight(event.who, [&](const Event& enabled) {
            if (same_operation(enabled, event) &&
                (enabled.moment == Moment::begin || (enabled.moment == Moment::read && is_silent_read(event))))
                found = enabled;
        });
        return found;
    }

    bool has_turn(const Event& event) const { return machine_.next_of_agent(event.who) == event; }

    /// Whether nobody can see when the source was read.
    bool is_silent_read(const Event& event) const {
        const auto* const put = std::get_if<model::Put<C>>(&schedule_.agents[event.who].steps[event.step].operation);
        return put == nullptr || !put->send;
    }

    /// An event of the environment that comes before this one: of its own chip or, where that has to enter together
    /// with others, of these.
    std::optional<Event> environment_towards(const Event& event) const {
        const std::int32_t own = model::chip_of(schedule_, event);
        const auto place = [](const Event& at) { return std::pair(at.launch, at.moment); };
        const auto towards = is_environment(event.moment) ? place(event) : std::pair(event.launch, Moment::exit);
        if (const auto mine =
                next_of_environment([&](const Event& next) { return next.who == own && place(next) < towards; }))
            return mine;
        // The environment of a chip has four events a launch; one of them lies behind a chip that is about to enter.
        const std::int64_t position = machine_.environment_position(own);
        const std::pair entry(static_cast<std::int32_t>(position / 4), Moment::enter);
        const bool enters = schedule_.profile.entry == model::Entry::barrier && position % 4 == 1 && entry <= towards;
        return enters ? next_of_environment([&](const Event& next) { return place(next) <= entry; }) : std::nullopt;
    }

    const model::Schedule& schedule_;
    Machine machine_;
    Collector collector_;
};

}  // namespace

Followed follow(const model::Schedule& schedule, const model::Trace& trace) {
    Followed followed;
    Follower follower(schedule);
    for (std::size_t k = 0; k < trace.size(); ++k)
        if (!follower.take(trace[k])) {
            followed.refusal = fmt::format("event {} of the trace may not come there: {}\n  {}", k,
                                           follower.text(trace[k]), follower.why_not(trace[k]));
            return followed;
        }
    follower.end();
    if (const auto left = follower.left()) {
        followed.refusal = trace.empty()
                               ? fmt::format("the trace is empty, and there can come {}", follower.text(*left))
                               : fmt::format("the trace ends too early: after its {} events can still come {}",
                                             trace.size(), follower.text(*left));
        return followed;
    }
    followed.outcome = follower.outcome();
    followed.machine = std::make_shared<const Machine>(follower.machine());
    return followed;
}

}  // namespace ringproof::generators
