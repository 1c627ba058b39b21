#include "checker/story/words.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "model/text.h"

namespace ringproof::checker {

using namespace model;

namespace {

using C = Concrete;

/// `the put of chip 2 line 14`
std::string transfer(const Schedule& schedule, const Event& event, bool several) {
    return fmt::format("the {} of {}", kind_of(schedule, event), actor_and_line(schedule, event, several));
}

/// What an operation has done by this event; empty for those that are told otherwise.
std::string_view past_of(Moment moment) {
    switch (moment) {
        case Moment::issue:
            return "has been issued";
        case Moment::begin:
            return "is on its way";
        case Moment::read:
            return "has read its source";
        case Moment::credit:
            return "has begun to raise its counter";
        case Moment::raise:
            return "has raised its counter";
        case Moment::land:
            return "has landed";
        case Moment::deliver:
            return "has arrived";
        case Moment::start:
            return "has begun";
        case Moment::end:
            return "has ended";
        default:
            return {};
    }
}

}  // namespace

const Operation& operation_of(const Schedule& schedule, const Event& event) {
    return schedule.agents[event.who].steps[event.step].operation;
}

bool has_several_agents(const Schedule& schedule, std::int32_t chip) {
    return std::count_if(schedule.agents.begin(), schedule.agents.end(),
                         [&](const Agent& agent) { return agent.chip == chip; }) > 1;
}

std::string actor(const Schedule& schedule, const Event& event) {
    const std::int32_t chip = chip_of(schedule, event);
    std::string text = fmt::format("chip {}", chip);
    if (!is_environment(event.moment) && has_several_agents(schedule, chip))
        text += fmt::format(" {}", schedule.agents[event.who].name.text());
    return text;
}

std::string place_in_text(const Schedule& schedule, const Event& event) {
    const Step& step = schedule.agents[event.who].steps[event.step];
    return step.at.empty() ? fmt::format("operation {}", event.step) : step.at.text();
}

std::string line_of(const Schedule& schedule, const Event& event) {
    const std::string place = place_in_text(schedule, event);
    const std::size_t colon = place.find(':');
    const bool is_line = colon != std::string::npos && colon + 1 < place.size() && std::isdigit(place[colon + 1]) != 0;
    return is_line ? "line " + place.substr(colon + 1) : place;
}

std::size_t line_number(const Schedule& schedule, const Event& event) {
    if (is_environment(event.moment)) return 0;
    const std::string& at = schedule.agents[event.who].steps[event.step].at.text();
    const std::size_t colon = at.find(':');
    std::size_t line = 0;
    if (colon != std::string::npos) std::from_chars(at.data() + colon + 1, at.data() + at.size(), line);
    return line;
}

std::string in_launch(const Event& event, bool several) {
    return several ? fmt::format(", launch {}", event.launch) : std::string();
}

std::string actor_and_line(const Schedule& schedule, const Event& event, bool several) {
    return fmt::format("{} {}{}", actor(schedule, event), line_of(schedule, event),
                       several ? fmt::format(" in launch {}", event.launch) : "");
}

std::string operation_text(const Schedule& schedule, const Event& event) {
    return describe(schedule, operation_of(schedule, event));
}

std::string kind_of(const Schedule& schedule, const Event& event) {
    const std::string text = operation_text(schedule, event);
    return text.substr(0, text.find(' '));
}

std::string has_happened(const Schedule& schedule, const Event& event, bool several) {
    const std::string launch = several ? fmt::format(" launch {}", event.launch) : "";
    switch (event.moment) {
        case Moment::fill:
            return fmt::format("the input of chip {}{} has been written", event.who,
                               several ? " for" + launch : launch);
        case Moment::enter:
            return fmt::format("chip {} has entered{}", event.who, launch);
        case Moment::exit:
            return fmt::format("chip {} has left{}", event.who, launch);
        case Moment::collect:
            return fmt::format("the output of chip {}{} has been read", event.who, several ? " of" + launch : launch);
        case Moment::arrive:
            return fmt::format("{} has come to the barrier of {}", actor(schedule, event),
                               line_of(schedule, event) + in_launch(event, several));
        default:
            break;
    }
    if (const std::string_view past = past_of(event.moment); !past.empty())
        return fmt::format("{} {}", transfer(schedule, event, several), past);
    return fmt::format("{} has passed {}", actor(schedule, event),
                       line_of(schedule, event) + in_launch(event, several));
}

std::string it_has_happened(const Schedule& schedule, const Event& event) {
    const std::string_view past = past_of(event.moment);
    return past.empty() ? has_happened(schedule, event, false) : fmt::format("it {}", past);
}

std::string happens(const Schedule& schedule, const Event& event, bool several) {
    const std::string launch = several ? fmt::format(" launch {}", event.launch) : "";
    switch (event.moment) {
        case Moment::fill:
            return fmt::format("the input of chip {}{} is written", event.who, several ? " for" + launch : launch);
        case Moment::enter:
            return fmt::format("chip {} enters{}", event.who, launch);
        case Moment::exit:
            return fmt::format("chip {} leaves{}", event.who, launch);
        case Moment::collect:
            return fmt::format("the output of chip {}{} is read", event.who, several ? " of" + launch : launch);
        case Moment::begin:
            return transfer(schedule, event, several) + (std::holds_alternative<Get<C>>(operation_of(schedule, event))
                                                             ? " begins to read"
                                                             : " begins to arrive");
        case Moment::read:
            return transfer(schedule, event, several) + " reads its source";
        case Moment::credit:
        case Moment::raise:
            return transfer(schedule, event, several) + " raises its counter";
        case Moment::land:
            return transfer(schedule, event, several) + " lands";
        case Moment::deliver:
            return transfer(schedule, event, several) + " arrives";
        case Moment::issue:
            return transfer(schedule, event, several) + " is issued";
        case Moment::start:
            return transfer(schedule, event, several) + " begins";
        case Moment::end:
            return transfer(schedule, event, several) + " ends";
        case Moment::arrive:
            return fmt::format("{} comes to the barrier of {}", actor(schedule, event),
                               line_of(schedule, event) + in_launch(event, several));
        default:
            return fmt::format("{} passes {}", actor(schedule, event),
                               line_of(schedule, event) + in_launch(event, several));
    }
}

std::string whose(const Schedule& schedule, const Event& event, bool several) {
    if (!is_environment(event.moment)) return actor_and_line(schedule, event, several);
    const bool end = event.moment == Moment::exit || event.moment == Moment::collect;
    const std::string launch = several ? fmt::format(" in launch {}", event.launch) : "";
    return fmt::format("the {} of chip {}{}", end ? "end" : "start", event.who, launch);
}

std::string access_text(const Schedule& schedule, const Access& access, bool several) {
    const Event& event = access.opened;
    if (event.moment == Moment::fill)
        return fmt::format("chip {}: its input for launch {} is written", event.who, event.launch);
    if (event.moment == Moment::exit)
        return fmt::format("chip {}: its output of launch {} is read", event.who, event.launch);
    const std::string_view does = access.mode == Mode::read    ? "reads it"
                                  : access.mode == Mode::write ? "writes it"
                                                               : "adds to it";
    return fmt::format("{}, {}{}: {}  ({})", actor(schedule, event), place_in_text(schedule, event),
                       in_launch(event, several), operation_text(schedule, event), does);
}

std::string end_of(const Schedule& schedule, const Access& access) {
    const Event& event = access.opened;
    if (event.moment == Moment::fill) return fmt::format("chip {} to have entered launch {}", event.who, event.launch);
    if (event.moment == Moment::exit) return fmt::format("the output of chip {} to have been read", event.who);
    const std::string who = fmt::format("{} ({})", actor(schedule, event), place_in_text(schedule, event));
    const bool is_transfer = event.moment == Moment::issue || event.moment == Moment::begin;
    if (is_transfer && access.mode == Mode::read)
        return fmt::format("the source of the transfer of {} to have been read", who);
    if (is_transfer) return fmt::format("the transfer of {} to have landed", who);
    return fmt::format("the operation of {} to have ended", who);
}

std::string start_of(const Schedule& schedule, const Access& access) {
    const Event& event = access.opened;
    if (event.moment == Moment::fill) return fmt::format("the next input of chip {}", event.who);
    if (event.moment == Moment::exit) return fmt::format("the end of chip {}, where its output is read,", event.who);
    return fmt::format("{} ({})", actor(schedule, event), place_in_text(schedule, event));
}

Event closing_of(const Schedule& schedule, const Access& access) {
    Event event = access.opened;
    switch (event.moment) {
        case Moment::fill:
            event.moment = Moment::enter;
            break;
        case Moment::exit:
            event.moment = Moment::collect;
            break;
        case Moment::start:
            event.moment = Moment::end;
            break;
        default: {
            // The source of a put is held from its issue, the target of a get as well; the other end from its begin.
            const bool is_put = std::holds_alternative<Put<C>>(operation_of(schedule, event));
            const bool is_source = (event.moment == Moment::issue) == is_put;
            event.moment = is_source ? Moment::read : Moment::land;
        }
    }
    return event;
}

std::optional<Counter> raised_by(const Schedule& schedule, const Event& event) {
    if (is_environment(event.moment)) return std::nullopt;
    const auto counter = [](const std::optional<Raise<C>>& raise) {
        return raise ? std::optional(raise->counter) : std::nullopt;
    };
    const auto& operation = operation_of(schedule, event);
    if (const auto* const put = std::get_if<Put<C>>(&operation)) {
        const bool detached = schedule.profile.signal_covers == Covers::none;
        if (event.moment == Moment::read) return counter(put->send);
        if (event.moment == Moment::raise || event.moment == Moment::credit) return counter(put->recv);
        return event.moment == Moment::land && !detached ? counter(put->recv) : std::nullopt;
    }
    if (const auto* const get = std::get_if<Get<C>>(&operation))
        return event.moment == Moment::land ? counter(get->done) : std::nullopt;
    if (const auto* const signal = std::get_if<Signal<C>>(&operation))
        return event.moment == Moment::deliver ? std::optional(signal->counter) : std::nullopt;
    return std::nullopt;
}

bool several_launches(const Trace& trace) {
    return std::any_of(trace.begin(), trace.end(), [](const Event& event) { return event.launch > 0; });
}

}  // namespace ringproof::checker
