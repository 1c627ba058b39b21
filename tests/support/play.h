#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/language.h"
#include "model/machine.h"
#include "model/scheduler.h"
#include "model/validity.h"

/// What several tests need: schedules from .ring text, and executions that are written down event by event.
namespace ringproof::tests {

/// The schedule of .ring text on `chips` chips. Agent a of chip c has the number c * (agents a chip) + a.
inline model::Schedule schedule_of(std::string_view text, std::int32_t chips) {
    return model::instantiate(model::parse_kernel(text, "test.ring"), chips);
}

/// An event in words: `fill 0` (chip), `wait 1.0` (agent.step); `#2` behind it: in launch 2.
/// Throws std::invalid_argument.
inline model::Event event_of(const std::string& text) {
    model::Event event;
    const std::size_t space = text.find(' ');
    const auto moment = model::from_word<model::Moment>(std::string_view(text).substr(0, space));
    if (!moment || space == std::string::npos) throw std::invalid_argument(text);
    event.moment = *moment;
    event.who = std::stoi(text.substr(space));
    if (const std::size_t dot = text.find('.'); dot != std::string::npos) event.step = std::stoi(text.substr(dot + 1));
    if (const std::size_t hash = text.find('#'); hash != std::string::npos)
        event.launch = std::stoi(text.substr(hash + 1));
    return event;
}

/// The other way: `wait 1.0#2`.
inline std::string text_of(const model::Event& event) {
    std::string text = std::string(model::word(event.moment)) + " " + std::to_string(event.who);
    if (!model::is_environment(event.moment)) text += "." + std::to_string(event.step);
    return event.launch == 0 ? text : text + "#" + std::to_string(event.launch);
}

/// One execution on the machine, told in words.
class Play {
public:
    /// Throws std::logic_error if the schedule is not valid.
    explicit Play(model::Schedule schedule, std::int32_t launches = 1)
        : schedule_(std::move(schedule)), machine_((check(schedule_), schedule_), launches) {}
    Play(std::string_view text, std::int32_t chips, std::int32_t launches = 1)
        : Play(schedule_of(text, chips), launches) {}
    Play(const Play&) = delete;
    Play& operator=(const Play&) = delete;

    bool can(const std::string& event) const { return machine_.enabled(event_of(event)); }
    /// Lets these events happen, one after the other. Throws std::logic_error at one that is not enabled.
    Play& go(const std::vector<std::string>& events) {
        for (const std::string& event : events) {
            if (!can(event)) throw std::logic_error("not enabled: " + event);
            machine_.fire(event_of(event));
        }
        return *this;
    }
    /// All chips fill and enter `launch`.
    Play& enter(std::int32_t launch = 0) {
        for (const model::Moment moment : {model::Moment::fill, model::Moment::enter})
            for (std::int32_t chip = 0; chip < schedule_.chips; ++chip)
                if (const model::Event event{moment, chip, launch, 0}; machine_.enabled(event)) machine_.fire(event);
        return *this;
    }
    /// Whatever is left, in order, and what is judged at rest.
    Play& finish() {
        model::run_in_order(machine_);
        return *this;
    }

    /// `RP101` and so on, in the order in which they were found.
    std::vector<std::string> codes() const {
        std::vector<std::string> codes;
        for (const model::Finding& finding : machine_.findings()) codes.push_back(model::number(finding.code));
        return codes;
    }
    const model::Finding& finding(std::size_t index = 0) const { return machine_.findings().at(index); }

    model::Place place(std::int32_t chip, std::string_view buffer, std::int32_t index = 0) const {
        return {find(schedule_.buffers, chip, buffer), index};
    }
    model::Counter counter(std::int32_t chip, std::string_view semaphore, std::int32_t index = 0) const {
        return {find(schedule_.semaphores, chip, semaphore), index};
    }
    /// What a slot holds, as text.
    std::string holds(std::int32_t chip, std::string_view buffer, std::int32_t index = 0) const {
        return machine_.values().text(machine_.memory()[place(chip, buffer, index)]);
    }
    std::int64_t counts(std::int32_t chip, std::string_view semaphore, std::int32_t index = 0,
                        std::int32_t launch = 0) const {
        return machine_.value(counter(chip, semaphore, index), launch);
    }
    model::Machine& machine() { return machine_; }
    const model::Machine& machine() const { return machine_; }

private:
    template <class Things>
    static std::int32_t find(const Things& things, std::int32_t chip, std::string_view name) {
        for (std::size_t id = 0; id < things.size(); ++id)
            if (things[id].chip == chip && things[id].name.text() == name) return static_cast<std::int32_t>(id);
        throw std::invalid_argument(std::string(name));
    }
    static void check(const model::Schedule& schedule) {
        model::validate_declarations(schedule);
        for (const model::Agent& agent : schedule.agents)
            for (const model::Step& step : agent.steps)
                if (const auto complaint = model::complaint(schedule, agent.chip, step.operation))
                    throw std::logic_error(complaint->member + ": " + complaint->message);
    }

    model::Schedule schedule_;
    model::Machine machine_;
};

}  // namespace ringproof::tests
